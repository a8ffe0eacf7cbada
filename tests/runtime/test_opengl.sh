#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test_opengl.sh MANIFEST APP PIXELS PLATFORM: an app that draws with OpenGL on the headless runtime. The runtime shows its four quarters,
# changes nothing in its context, and leaves alone which context is current. PLATFORM: glx, egl or gles. 77: there is no OpenGL.
set -eu
manifest=$1 app=$2 pixels=$3 platform=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XR_RUNTIME_JSON=$manifest UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64 UNDERSTUDY_HEADLESS_SHOTS=$folder
export UNDERSTUDY_HEADLESS_SHOT_EVERY=20 UNDERSTUDY_HEADLESS_SHOT_EYES=2

# show OPTION...: runs the app and checks the picture of both eyes. 0.5, 0.25 and 0.125 as sRGB are 188, 137 and 99 (IEC 61966-2-1).
show() {
  rm -f "$folder"/*.png
  timeout 600 "$app" --platform "$platform" "$@" >"$folder/log" 2>&1 || {
    status=$?
    cat "$folder/log"
    [ $status != 77 ] || exit 77
    echo "FAIL: $platform $*: exit status $status"
    exit 1
  }
  "$pixels" "$folder/frame-000020.png" 128x64 0,0=255,0,0 31,31=255,0,0 32,31=0,255,0 63,0=0,255,0 0,63=0,0,255 31,32=0,0,255 \
    32,32=188,137,99 63,63=188,137,99 64,0=255,0,0 127,0=0,255,0 64,63=0,0,255 127,63=99,137,188 || { echo "FAIL: $platform $*"; exit 1; }
  echo "$platform $*: $(cat "$folder/log")"
}
show
show --array
show --part
show --format rgba8
show --format rgb10
[ "$platform" = gles ] || show --format rgba16f --array --part
show --release none
show --release other
show --forget
