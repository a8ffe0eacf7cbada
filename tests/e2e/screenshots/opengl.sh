#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# opengl.sh PLATFORM RECORDING: the layer's screenshots of an app that draws with OpenGL show what it drew, and its context is as it was.
# Where the context is not current on the thread that releases the image, the layer says so and leaves it alone. PLATFORM: glx, egl, gles.
. "$(dirname "$0")/../lib.sh"
platform=$1 recording=$2
app=$build/bin/understudy_opengl
[ "$platform" != glx ] || need_display "$@"
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
cd "$work"

# shoot NAME OPTION...: frame 5 of the app. `run` must end with $expected, by default 0.
shoot() {
  local name=$1 status=0
  shift
  "$tool" run --headless --play "$recording" --clock frame --shoot frame:5 --shots "$name" -- "$app" --platform "$platform" "$@" \
    >"$name.log" 2>"$name.layer" || status=$?
  [ $status != 77 ] || { cat "$name.log"; exit 77; }
  [ $status = "${expected:-0}" ] || fail "$platform $*: status $status: $(cat "$name.log" "$name.layer")"
}

# four NAME: the four quarters of both eyes. 0.5, 0.25 and 0.125 as sRGB are 188, 137 and 99 (IEC 61966-2-1).
four() {
  local same="0,0=255,0,0 31,31=255,0,0 32,31=0,255,0 63,0=0,255,0 0,63=0,0,255 31,32=0,0,255"
  # shellcheck disable=SC2086
  "$build/bin/understudy_pixels" "$1/frame-000005-view-0.png" 64x64 $same 32,32=188,137,99 63,63=188,137,99 &&
    "$build/bin/understudy_pixels" "$1/frame-000005-view-1.png" 64x64 $same 32,32=99,137,188 63,63=99,137,188 || fail "$platform: $1"
}

shoot srgb
four srgb
shoot array --array --part
four array
shoot linear --format rgba8 --part
four linear
shoot ten --format rgb10 --array
four ten
if [ "$platform" != gles ]; then
  shoot half --format rgba16f
  four half
  # In a compatibility profile the app scales, shifts and maps colours on their way to memory.
  for format in srgb8 rgba8 rgb10 rgba16f; do
    shoot "compatible-$format" --compatibility --format "$format" --part
    four "compatible-$format"
  done
fi

# The images of OpenGL apps are compared as those of others.
shoot again
diff -r srgb again || fail "two runs give different screenshots"

# not_current NAME CURRENT REASON
not_current() {
  expected=3 shoot "$1" --release "$2"
  grep -q "no screenshot of frame 5, view-0: $3" "$1.layer" || fail "$platform: the reason is not said: $(cat "$1.layer")"
  grep -q '20 frames, 0 changes of the context' "$1.log" || fail "$platform: $(cat "$1.log")"
  grep -q "run: the set of screenshots is incomplete: no screenshot of frame:5: $3" "$1.layer" || fail "run does not say it: $(cat "$1.layer")"
  [ -z "$(ls "$1")" ] || fail "there are screenshots of nothing"
}
not_current none none "no OpenGL context is current on the thread that releases the image"
not_current other other "another OpenGL context than the session's is current"

# The layer itself links no OpenGL.
! ldd "$build/lib/libXrApiLayer_understudy.so" | grep -iE 'libGL|libEGL|libX11' || fail "the layer links OpenGL"
echo "$platform: $(tail -n 1 srgb.log)"
