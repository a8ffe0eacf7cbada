#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# window.sh RECORDING: --window shows what the eyes see, of OpenGL and of Vulkan apps, all layers, in real time and in the size that the user
# gives it. Closing the window asks the app to end. --virtual-display gives the app an X server of its own, which ends with the run.
. "$(dirname "$0")/../lib.sh"
recording=$1
app=$build/bin/understudy_opengl user=$build/bin/understudy_window title="Understudy headless runtime"
need_display "$@"
export UNDERSTUDY_HEADLESS_EYE_SIZE=64
cd "$work"

# An X server that stands still does not answer: the tool gives it 10 s, and does not start the app. The end of this test looks at that.
mkfifo announced
Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>announced >frozen.log 2>&1 &
frozen=$!
trap 'kill -KILL "$frozen" 2>/dev/null || true' EXIT
read -r number <announced || fail "Xvfb does not start: $(cat frozen.log)"
kill -STOP "$frozen"
DISPLAY=:$number "$tool" run --headless --window --play "$recording" -- touch started 2>frozen.err &
refused=$!

# With RATE_HZ=0 the run would end at once: --window paces it. The app goes on until the window is closed.
UNDERSTUDY_HEADLESS_RATE_HZ=0 "$tool" run --headless --window --play "$recording" -- "$app" --platform egl --frames 100000 \
  >egl.log 2>egl.err &
run=$!
"$user" "$title" wait 1000 hears no shot first.png size 256 200 wait 1500 shot resized.png close || fail "the window: $(cat egl.log egl.err)"
wait $run || fail "after its window was closed, the app ended with $?: $(cat egl.log egl.err)"
frames=$(sed -n 's/^\([0-9]*\) frames, 0 changes of the context$/\1/p' egl.log)
[ -n "$frames" ] && [ "$frames" -gt 1 ] && [ "$frames" -lt 6000 ] || fail "not in real time, or a changed context: $(cat egl.log)"

# Both eyes with their four quarters; the last one is (0.5, 0.25, 0.125) of linear light.
"$build/bin/understudy_pixels" first.png 128x64 0,0=255,0,0 31,31=255,0,0 32,31=0,255,0 63,0=0,255,0 0,63=0,0,255 32,32=188,137,99 \
  63,63=188,137,99 64,0=255,0,0 127,0=0,255,0 64,63=0,0,255 127,63=99,137,188 || fail "the window shows something else"
# 256 by 200: eyes of 128 by 128 in the middle of the height, black above and below.
"$build/bin/understudy_pixels" resized.png 256x200 0,0=0,0,0 255,199=0,0,0 128,35=0,0,0 0,36=255,0,0 127,36=0,255,0 0,163=0,0,255 \
  127,163=188,137,99 128,36=255,0,0 255,163=99,137,188 0,164=0,0,0 || fail "the resized window shows something else"

# `record`: who demonstrates sees what he records, and ends the recording by closing the window. As many frames are recorded as were drawn.
UNDERSTUDY_HEADLESS_RATE_HZ=0 "$tool" record --headless --window -o recorded.mcap -- "$app" --platform egl --frames 100000 \
  >record.log 2>record.err &
run=$!
"$user" "$title" wait 1000 shot recorded.png close || fail "the window of record: $(cat record.log record.err)"
wait $run || fail "after its window was closed, record ended with $?: $(cat record.log record.err)"
cmp -s recorded.png first.png || fail "the window of record shows something else"
frames=$(sed -n 's/^\([0-9]*\) frames, 0 changes of the context$/\1/p' record.log)
[ -n "$frames" ] && [ "$frames" -gt 1 ] && [ "$frames" -lt 6000 ] || fail "record is not in real time, or a changed context: $(cat record.log)"
"$tool" check recorded.mcap >record.check || fail "the recording is not sound: $(cat record.check)"
recorded=$("$tool" info --json recorded.mcap | sed -n 's/.*"frame_count":[ \t]*\([0-9]*\).*/\1/p')
[ "$recorded" = "$frames" ] || fail "$recorded of $frames frames were recorded: $(cat record.err)"

# A Vulkan app, with the recorded head: the window shows what --shoot of the same head has.
if command -v hello_xr >/dev/null; then
  # The recorded head stands still, so every frame is the same.
  UNDERSTUDY_HEADLESS_EYE_SIZE=192 "$tool" run --headless --window --play "$recording" --from 3 --pause 3:600 --shoot frame:30 --shots vulkan \
    -- hello_xr -g Vulkan2 >vulkan.log 2>vulkan.err &
  run=$!
  wait_for vulkan/frame-000030-view-0.png $run
  "$user" "$title" half vulkan.png close || fail "the window of hello_xr: $(tail -n 3 vulkan.log vulkan.err)"
  wait $run || fail "hello_xr ended with $?: $(tail -n 3 vulkan.log vulkan.err)"
  "$tool" compare vulkan.png vulkan/frame-000030-view-0.png --allow threshold=0 || fail "the window shows something else than --shoot"
fi

# Layers of all kinds, seen from the recorded head, which stands still: which pixels each layer covers for each eye, in which order, and how
# it is blended. The app itself says what it submitted and what it was told about the eyes.
UNDERSTUDY_HEADLESS_EYE_SIZE=256 UNDERSTUDY_READY_FILE=playing "$tool" run --headless --window --play "$recording" --from 3 --pause 3:600 \
  -- "$build/bin/understudy_scene" run 100000 scene.eyes >scene.log 2>scene.err &
run=$!
wait_for playing $run
"$user" "$title" wait 1500 shot scene.png close || fail "the window of the scene: $(cat scene.log scene.err)"
wait $run || fail "the scene ended with $?: $(cat scene.log scene.err)"
"$build/bin/understudy_scene" check scene.eyes scene.png || fail "the window shows other layers than the app submitted"
! grep -q 'lacks a layer' scene.err || fail "a layer cannot be read: $(cat scene.err)"

# A quad without a projection, of a Vulkan app, on black. It is 0.4 m wide, fixed to the head and turned by 45 degrees; its middle is at
# (0.2, -0.1, -1.5), and the eyes are 0.032 m beside the head's middle. Its colour is (1, 0, 0.5) in linear light.
if command -v hello_xr >/dev/null; then # Vulkan is there
  UNDERSTUDY_HEADLESS_EYE_SIZE=64 "$tool" run --headless --window --play "$recording" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --layers quad_view --seconds 600 >quad.log 2>quad.err &
  run=$!
  "$user" "$title" wait 1500 shot quad.png close || fail "the window of the quad: $(cat quad.err)"
  wait $run || fail "the app with the quad ended with $?: $(cat quad.err)"
  # shellcheck disable=SC2046 # one word for each pixel
  "$build/bin/understudy_pixels" quad.png 128x64 0,0=0,0,0 127,63=0,0,0 31,5=0,0,0 $(awk 'function column(x, left, right) {
      return int((x / 1.5 - tan(left)) / (tan(right) - tan(left)) * 64) }
    function tan(a) { return sin(a) / cos(a) }
    BEGIN { row = int((-0.1 / 1.5 - tan(0.75)) / (tan(-0.85) - tan(0.75)) * 64)
      printf "%d,%d=255,0,188 %d,%d=255,0,188", column(0.232, -0.8, 0.7), row, 64 + column(0.168, -0.7, 0.8), row }') ||
    fail "the window shows another quad"
fi

# Frames do not wait for the window: an app goes on and ends while the X server of its window stands still.
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>announced >xvfb.log 2>&1 &
server=$!
trap 'kill -KILL "$frozen" "$server" 2>/dev/null || true' EXIT
read -r number <announced || fail "Xvfb does not start: $(cat xvfb.log)"
DISPLAY=:$number UNDERSTUDY_HEADLESS_EYE_SIZE=512 "$tool" run --headless --window --play "$recording" --to 6 --end quit --limit 300 -- \
  "$app" --platform egl --frames 100000 >still.log 2>still.err &
run=$!
DISPLAY=:$number "$user" "$title" wait 1 || fail "the window of an app without pace: $(cat still.log still.err)"
kill -STOP "$server"
wait $run || fail "with an X server that stands still, the run ended with $?: $(cat still.log still.err)"
kill -KILL "$server"

# Without an X server the tool says so, and does not start the app.
status=0
wait $refused || status=$?
[ $status = 2 ] && grep -q -- '--window needs an X server, and the one that DISPLAY names does not answer' frozen.err && [ ! -e started ] ||
  fail "with an X server that stands still: status $status: $(cat frozen.err)"
status=0
env -u DISPLAY "$tool" run --headless --window --play "$recording" -- touch started 2>none.err || status=$?
[ $status = 2 ] && grep -q -- '--window needs an X server, and DISPLAY is not set' none.err && [ ! -e started ] ||
  fail "without DISPLAY: status $status: $(cat none.err)"
status=0
DISPLAY=:98765 "$tool" run --headless --window --play "$recording" -- touch started 2>gone.err || status=$?
[ $status = 2 ] && grep -q -- '--window needs an X server, and the one that DISPLAY names does not answer' gone.err && [ ! -e started ] ||
  fail "with a wrong DISPLAY: status $status: $(cat gone.err)"
# An app that something else starts goes on without its window.
status=0
DISPLAY=:98765 UNDERSTUDY_HEADLESS_WINDOW=1 XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json "$app" --platform egl --frames 30 >gone.log 2>gone.err || status=$?
[ $status = 0 ] && grep -q 'no window: DISPLAY is not set, or names no X server that answers' gone.err ||
  fail "with a wrong DISPLAY: status $status: $(cat gone.log gone.err)"
