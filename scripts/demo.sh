#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what is missing, build, and play a bundled recording into Debian's own hello_xr, with no headset, window or
# GPU. Leaves one image in build/demo/contact-sheet.png: the recorded head, hands and eyes, beside what the app drew. What it drew at the
# recorded pinch is in build/demo/pinch.png. Ends with build/demo/demo.html, a page that shows the whole run.
set -eu
. "$(dirname "$0")/common.sh"

[ $# = 0 ] || { sed -n '3,4s/^# \{0,1\}//p' "$0"; exit 2; }
need_packages "${build_packages[@]}" "${run_packages[@]}" "${cpack_packages[@]}"
build=$project_dir/build
demo=$build/demo
trap 'give_back "$build"' EXIT
# A tree that scripts/test.sh has configured keeps its tests; a fresh one does without what they need.
options=()
is_configured "$build" || options=(-DUNDERSTUDY_BUILD_TESTS=OFF)
configure_and_build "building" 40 "$build" "${options[@]}" -- all understudy_probe understudy_told

rm -rf "$demo"
mkdir -p "$demo"
recording=$project_dir/tests/data/demo.bin
rate_hz=30
seconds=12
"$build/bin/understudy" info "$recording"

play_into_hello_xr() {
  "$build/bin/understudy" run --headless --play "$recording" --clock frame:$rate_hz --shoot every:0.5s --out "$demo/run" -- \
    hello_xr -g Vulkan2 </dev/null 2>"$demo/layer.log"
}
run_step "playing the recording into hello_xr: its head and its hands" 8 "$demo/hello_xr.log" play_into_hello_xr ||
  { tail -n 20 "$demo/layer.log" "$demo/hello_xr.log" >&2; die "hello_xr did not end well"; }
grep '^understudy: ' "$demo/layer.log"
frames=$(grep -c '"e":"submit"' "$demo/run/log.jsonl" || true)
shots=("$demo"/run/pictures/*-view-0.png)
[ -e "${shots[0]}" ] || die "hello_xr showed no frame; see $demo/hello_xr.log"
# The screenshot at the marker `pinch`; --shoot takes one at that time.
pinch_s=$("$build/bin/understudy" info "$recording" | awk '$2 == "s" && $3 == "pinch" { print $1 }')
pinch=$(awk -v s="$pinch_s" -v hz=$rate_hz 'BEGIN { printf "frame-%06d-view-0.png", s * hz }')
cp "$demo/run/pictures/$pinch" "$demo/pinch.png"

# With the frame clock, a busy machine needs longer and leaves out no row of the table.
play_into_probe() {
  "$build/bin/understudy" run --headless --play "$recording" --clock frame:$rate_hz --end hold --quiet -- \
    "$build/bin/understudy_probe" --hands --gaze --frames $((seconds * rate_hz)) --log "$demo/probe.jsonl"
}
run_step "playing it into the probe client, which asks for hands and eyes as well" 2 "$demo/probe.log" play_into_probe ||
  { tail -n 20 "$demo/probe.log" >&2; die "the probe client did not end well"; }
echo "what it was told:"
"$build/bin/understudy_told" "$demo/probe.jsonl" 0.5 $rate_hz

"$build/bin/understudy" view "$recording" -o "$demo/contact-sheet.png" --run "$demo/run" --at 0.5s,3s,3.5s,4.5s,5.5s,6.5s,7s,8.5s,9.5s,10.5s >"$demo/view.log" ||
  die "the image could not be drawn; see $demo/view.log"
echo "hello_xr showed $frames frames. Ten of them, the head, the hands and the eyes are in ${demo#"$PWD"/}/contact-sheet.png:"
echo "it draws a cube at each hand, and a pinch makes the right hand's cube smaller (${demo#"$PWD"/}/pinch.png)"
"$build/bin/understudy" report "$demo/run" -o "$demo/demo.html" >>"$demo/view.log" || die "the page could not be written; see $demo/view.log"
echo "open ${demo#"$PWD"/}/demo.html in a browser: it shows the whole run in 3D, with what the app drew and asked"
