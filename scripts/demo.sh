#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what is missing, build, and play a bundled recording into Debian's own hello_xr, with no headset, window or
# GPU. Leaves what the app drew in build/demo/contact-sheet.png.
set -eu
. "$(dirname "$0")/common.sh"

[ $# = 0 ] || { sed -n '3,4s/^# \{0,1\}//p' "$0"; exit 2; }
need_packages "${build_packages[@]}" "${run_packages[@]}" "${cpack_packages[@]}"
build=$project_dir/build
demo=$build/demo
trap 'give_back "$build"' EXIT
# A tree that scripts/test.sh has configured keeps its tests; a fresh one does without what they need.
options=()
[ -e "$build/build.ninja" ] || options=(-DUNDERSTUDY_BUILD_TESTS=OFF)
configure_and_build "building" 40 "$build" "${options[@]}" -- all understudy_probe understudy_sheet understudy_told

rm -rf "$demo"
mkdir -p "$demo/shots"
take=$project_dir/tests/data/demo.bin
rate_hz=30
seconds=12
"$build/bin/understudy" info "$take"

# hello_xr ends when its standard input does: give it one that stays open. The runtime ends the session by itself.
say "playing the recording into hello_xr: its head"
mkfifo "$demo/stdin"
exec 9<>"$demo/stdin"
env UNDERSTUDY_HEADLESS_RATE_HZ=$rate_hz UNDERSTUDY_HEADLESS_FRAMES=$((rate_hz * seconds)) \
  UNDERSTUDY_HEADLESS_SHOTS="$demo/shots" UNDERSTUDY_HEADLESS_SHOT_EVERY=$((rate_hz / 2)) \
  UNDERSTUDY_HEADLESS_REPORT="$demo/runtime.json" \
  "$build/bin/understudy" run --headless --play "$take" -- hello_xr -g Vulkan2 \
  <&9 >"$demo/hello_xr.log" 2>"$demo/layer.log" ||
  { tail -n 20 "$demo/layer.log" "$demo/hello_xr.log" >&2; die "hello_xr did not end well"; }
exec 9>&-
rm -f "$demo/stdin"
grep '^understudy: ' "$demo/layer.log"
frames=$(sed -n 's/.*"frames": *\([0-9]*\).*/\1/p' "$demo/runtime.json" | head -n 1)
shots=("$demo"/shots/*.png)
[ -e "${shots[0]}" ] || die "hello_xr showed no frame; see $demo/hello_xr.log"

say "playing it into the probe client, which asks for hands and eyes as well: what it was told"
"$build/bin/understudy" run --headless --play "$take" --quiet -- \
  "$build/bin/understudy_probe" --hands --gaze --seconds $seconds --log "$demo/probe.jsonl" ||
  die "the probe client did not end well"
"$build/bin/understudy_told" "$demo/probe.jsonl" 1

"$build/bin/understudy_sheet" "$demo/contact-sheet.png" 6 2 "${shots[@]}"
echo "hello_xr showed $frames frames; two a second are in ${demo#"$PWD"/}/contact-sheet.png"
