#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# screenshots.sh RECORDING: the layer's screenshots of hello_xr equal those of the runtime of the same frames. Two runs give the same
# screenshots. The layer takes the requested ones and no others. It also takes quads and linear images.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
need_file "$recording"

export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=192 UNDERSTUDY_HEADLESS_SHOT_EVERY=1
export UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_CONTROLLERS=none UNDERSTUDY_HEADLESS_FRAMES=100
cd "$work"

# If a Vulkan validation layer is installed, it must report nothing.
validation=$(ls /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json 2>/dev/null || true)
if [ -n "$validation" ]; then
  export VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation VK_LAYER_SETTINGS_PATH=$work/vk_layer_settings.txt
  printf 'khronos_validation.%s\n' 'debug_action = VK_DBG_LAYER_ACTION_LOG_MSG' 'report_flags = error,warn' \
    "log_filename = $work/vulkan.txt" >"$VK_LAYER_SETTINGS_PATH"
else
  echo "not checked by a Vulkan validation layer: vulkan-validationlayers is not installed"
fi

# show NAME GRAPHICS OPTION...
show() {
  local name=$1 graphics=$2
  shift 2
  mkdir -p "runtime-$name"
  UNDERSTUDY_HEADLESS_SHOTS=$work/runtime-$name "$tool" run --headless --play "$recording" --clock frame --picture head "$@" \
    -- hello_xr -g "$graphics" >"$name.log" 2>"$name.layer" || fail "hello_xr ended with $?; see $work/$name.log"
}
# size FILE: prints the width and height from the file's header.
size() { od -An -j16 -N8 -tu1 "$1" | awk '{ print $3 * 256 + $4 "x" $7 * 256 + $8 }'; }
same() { "$tool" compare "$1" "$2" --allow threshold=0 >/dev/null; }

moments=frame:30,frame:60,0.9999s,every:0.5s
show first Vulkan2 --shoot $moments --shots first --log first.jsonl,events
show second Vulkan2 --shoot $moments --shots second
show older Vulkan --shoot $moments --shots older
show off Vulkan2
ls first >"$work/list"
expected=$(for frame in 0 30 60 90; do for view in 0 1; do printf 'frame-%06d-view-%d.png\n' $frame $view; done; done)
[ "$(cat "$work/list")" = "$expected" ] || fail "other screenshots than expected: $(cat "$work/list")"
[ "$(sed -n 's/.*"e":"shot".*"file":"\([^"]*\)","width":192,"height":192}$/\1/p' first.jsonl)" = "$expected" ] || fail "the event log has other screenshots"
diff -r first second || fail "two runs give different screenshots"
diff -r first older || fail "XR_KHR_vulkan_enable gives other screenshots than XR_KHR_vulkan_enable2"
[ ! -e off ] && [ ! -e understudy-shots ] || fail "there are screenshots that nobody asked for"
diff -r runtime-first runtime-off || fail "taking screenshots changes what the runtime gets"

# The runtime counts frames from its first one, playback from its start. One frame shows the difference; it holds for the others.
lead=
for i in 1 2 3 4 5 6 7 8; do
  ! same first/frame-000030-view-0.png "$(printf runtime-first/frame-%06d.png $((30 + i)))" || lead="$lead$i"
done
[ ${#lead} = 1 ] || fail "frame 30 is ${#lead} of the runtime's frames"
for frame in 60 90; do
  of_runtime=$(printf runtime-first/frame-%06d.png $((frame + lead)))
  screenshot=$(printf first/frame-%06d-view-0.png $frame)
  [ "$(size "$screenshot")" = 192x192 ] || fail "$screenshot is $(size "$screenshot")"
  same "$screenshot" "$of_runtime" || fail "$screenshot is not $of_runtime"
done
! same first/frame-000030-view-0.png first/frame-000060-view-0.png || fail "the recorded head does not move the screenshot"
! same first/frame-000030-view-0.png first/frame-000030-view-1.png || fail "both eyes have one screenshot"

# The probe draws one colour for each view, and a quad, whose screenshot is a file of its own.
"$tool" run --headless --play "$recording" --shoot frame:5 --shots probe -- "$build/bin/understudy_probe" --graphics vulkan2 --frames 20 \
  --wait-focus --layers projection,quad_view --log probe.jsonl 2>probe.layer || fail "the probe ended with $?"
[ "$(ls probe | tr '\n' ' ')" = "frame-000005-layer-1.png frame-000005-view-0.png frame-000005-view-1.png " ] || fail "of the probe: $(ls probe)"
! same probe/frame-000005-view-0.png probe/frame-000005-view-1.png || fail "the probe's views have one colour"

# The layer reports what it cannot take, and the app continues.
code=0
"$tool" run --headless --play "$recording" --shoot frame:5,frame:500,11s,frame:7 --shots none -- "$build/bin/understudy_probe" --graphics vulkan2 --frames 20 \
  --wait-focus --fault no-layer@1 --log none.jsonl 2>none.layer || code=$?
[ $code = 3 ] || fail "the exit code is $code, where a moment was not reached"
grep -q '^understudy: run: the set of screenshots is incomplete: no screenshot of frame:5, frame:7: it has no projection layer and no quad; playback did not reach frame:500, 11s$' none.layer || fail "run does not say what was not reached"
grep -q 'no screenshot of frame 5: it has no projection layer and no quad' none.layer || fail "a frame without layers is not said"
grep -q 'no screenshot of frame:500: playback did not reach it' none.layer || fail "a moment that was not reached is not said"
[ -z "$(ls none)" ] || fail "there are screenshots of nothing"
# A verdict fails by that, and by that alone; an app that fails keeps its own code.
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 10}]}' >frames.json
for moment in frame:19 frame:20; do
  code=0
  "$tool" run --headless --play "$recording" --clock frame --shoot $moment --out kept --expect frames.json --junit kept.xml -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --frames 20 --wait-focus 2>kept.layer >/dev/null || code=$?
  echo "$moment $code $(sed -n 's/.*"\(result\|shots_missing\)":\t\(.*\),/\2/p' kept/verdict.json | tr '\n' ' ')$(sed -n 's/.*"exit_code":\t\([0-9]*\)$/\1/p' kept/run.json | tail -n 1)" \
    "$(grep -c 'the screenshots were taken.*' kept.xml)"
done >verdicts
[ "$(cat verdicts)" = "frame:19 0 \"passed\" null 0 0
frame:20 3 \"failed\" \"playback did not reach frame:20\" 3 1" ] || fail "the verdicts: $(cat verdicts)"
grep -q '^FAILED  screenshots: playback did not reach frame:20$' kept.layer || fail "the verdict does not say it: $(cat kept.layer)"
# A moment needs a screenshot of its own frame, and an interval one of any of its frames.
for moments in every:0.05s,frame:15 every:0.05s; do
  code=0
  "$tool" run --headless --play "$recording" --clock frame --shoot $moments --shots late -- "$build/bin/understudy_probe" --graphics vulkan2 --frames 20 \
    --wait-focus --fault no-layer@10 --log late.jsonl 2>late.layer || code=$?
  echo "$moments $code $(sed -n 's/.*run: the set of screenshots is incomplete: //p' late.layer)"
done >late.codes
[ "$(cat late.codes)" = "every:0.05s,frame:15 3 no screenshot of frame:15: it has no projection layer and no quad
every:0.05s 0 " ] || fail "frames without layers: $(cat late.codes)"
code=0
"$tool" run --headless --play "$recording" --shoot frame:500 --shots none -- sh -c "'$build/bin/understudy_probe' --graphics vulkan2 --frames 20 --wait-focus; exit 7" \
  >/dev/null 2>&1 || code=$?
[ $code = 7 ] || fail "an app that ends with 7 gives $code"
"$tool" run --headless --play "$recording" --shoot frame:5 --shots nothing -- "$build/bin/understudy_probe" --frames 20 --wait-focus \
  --log headless.jsonl 2>headless.layer || code=$?
[ $code = 3 ] || fail "the exit code is $code, where there are no screenshots of the app"
grep -q 'run: the set of screenshots is incomplete: cannot take screenshots of an app without Vulkan' headless.layer || fail "an app without Vulkan is not said"
# Nor can they be written where their folder became a file.
code=0
"$tool" run --headless --play "$recording" --shoot frame:5 --shots file -- sh -c \
  "rmdir file; : >file; exec '$build/bin/understudy_probe' --graphics vulkan2 --frames 20 --wait-focus --log file.jsonl" 2>file.layer || code=$?
[ $code = 3 ] || fail "the exit code is $code, where the folder of the screenshots is a file"
grep -q 'run: the set of screenshots is incomplete: cannot write screenshots: Not a directory: .*/file$' file.layer ||
  fail "the folder is not said: $(cat file.layer)"

[ ! -s vulkan.txt ] || { head -n 20 vulkan.txt; fail "the Vulkan validation layer found errors"; }
echo "8 screenshots, twice, equal to the runtime's own of the same frames"
