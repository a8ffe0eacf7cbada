#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# screenshots_all.sh RECORDING: with the frame clock the layer leaves out no screenshot, however fast the app is: the app waits until there
# is room for the next one. After the app has ended, run compresses the screenshots without changing a pixel.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=512
cd "$work"

# shoot NAME SECONDS: screenshots of every frame of so many seconds.
shoot() {
  "$tool" run --headless --play "$recording" --clock frame --from 0 --to "$2" --end quit --limit 300 --shoot every:0.001s --shots "$1" \
    --log "$1.jsonl,events" -- hello_xr -g Vulkan2 >"$1.out" 2>"$1.said" || fail "hello_xr ended with $?: $(cat "$1.said")"
}
shoot all 1.9
! grep 'no screenshot' all.said || fail "screenshots were left out"
expected=$(for frame in $(seq 0 114); do for view in 0 1; do printf 'frame-%06d-view-%d.png\n' "$frame" $view; done; done)
[ "$(ls all | head -n 230)" = "$expected" ] || fail "not every frame has its screenshots: $(ls all | wc -l)"
[ "$(grep -c '"e":"shot"' all.jsonl)" = "$(find all -type f | wc -l)" ] || fail "the event log has other screenshots than the folder"

# The layer writes a screenshot with three bytes for each pixel, and a header.
stored=$((512 * 512 * 3))
[ "$(find all -size +$((stored / 2))c | wc -l)" = 0 ] || fail "screenshots were not compressed: $(du -sh all)"
[ "$(stat -c %a all/frame-000000-view-0.png)" = "$(printf %o $((0666 & ~$(umask))))" ] || fail "a compressed screenshot has another mode"

# An app that crashes loses what is not written yet, and the tool says how many: together with what is there, they are all that were taken.
code=0
"$tool" run --headless --play "$recording" --clock frame --shoot every:0.001s --shots crash --log crash.jsonl --limit 300 \
  -- "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --fault crash@50 >crash.out 2>crash.said || code=$?
lost=$(sed -n 's/^understudy: run: the set of screenshots is incomplete: \([0-9]*\) missing: the app ended before they were written$/\1/p' crash.said)
[ $(($(find crash -name '*.png' | wc -l) + ${lost:-0})) = "$(grep -c '"e":"shot"' crash.jsonl)" ] || fail "screenshots are missing silently: $(cat crash.said)"
[ "$code" = $((lost ? 3 : 139)) ] || fail "a run with ${lost:-0} lost screenshots ends with $code"

# Without the tool, nobody compresses the screenshots; they show the same.
mkdir plain
without_tool env UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$recording" UNDERSTUDY_CLOCK=frame UNDERSTUDY_TO=0.5 UNDERSTUDY_END=quit \
  UNDERSTUDY_SHOOT=every:0.1s UNDERSTUDY_SHOTS_DIR="$work/plain" XDG_DATA_DIRS="$build/share:/usr/local/share:/usr/share" \
  XR_RUNTIME_JSON="$build/share/understudy/headless_runtime.json" timeout 600 hello_xr -g Vulkan2 >plain.out 2>plain.said ||
  fail "hello_xr alone ended with $?: $(cat plain.said)"
for screenshot in plain/*.png; do
  [ "$(stat -c %s "$screenshot")" -gt $stored ] || fail "$screenshot is compressed"
  "$tool" compare --allow threshold=0 "$screenshot" "all/$(basename "$screenshot")" >/dev/null || fail "compressing changed $screenshot"
done
[ "$(ls plain | wc -l)" -ge 10 ] || fail "there are no screenshots to compare"

# The run does not change files that were in the folder before, not even older screenshots.
mkdir mixed
cp plain/frame-000000-view-0.png mixed/frame-900000-view-0.png
cp plain/frame-000000-view-0.png mixed/mine.png
shoot mixed 0.1
cmp plain/frame-000000-view-0.png mixed/frame-900000-view-0.png || fail "an older screenshot was touched"
cmp plain/frame-000000-view-0.png mixed/mine.png || fail "somebody's file was touched"
echo "$(ls all | wc -l) screenshots in $(du -sk all | cut -f1) KB, none left out"
