#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# drive.sh NAME [COUNT]: the drive NAME of drives.py, in the Debian of the engine of that name, COUNT times (default: 3), each second one beside
# processes that take all processors. Each time the engine is told the same, does the same and draws the same, and its project says the same; and so
# it is when the recording of the first drive is played.
. "$(dirname "$0")/../../e2e/lib.sh"
name=$1 count=${2:-3}
here=$source/tests/engines
[ -e "$build/engines/$name/.understudy-ready" ] || skip "there is no $name here; scripts/test.sh engines unpacks it"
need_command python3
export PYTHONPATH=$build/share/understudy PYTHONDONTWRITEBYTECODE=1 UNDERSTUDY_TOOL=$here/drive/inside.sh DRIVE_ENGINE=$name DRIVE_EYE_SIZE=128 DRIVE_PROJECT DRIVE_FOLDER
case $name in
godot) DRIVE_PROJECT=$here/drive/godot app=(sh project/play.sh) ;;
blender) DRIVE_PROJECT=$here/blender DRIVE_EYE_SIZE=256 app=(sh project/play.sh) ;; # smaller eyes miss its balls
qt) DRIVE_PROJECT=$here/qt app=(sh project/play.sh vulkan) ;;
esac
began=$SECONDS

# said FOLDER: what the engine's project said. same FOLDER: that, and what the app was told, did and drew, are as in the first drive.
said() { if [ -e "$1/told-1.jsonl" ]; then cat "$1/told-1.jsonl"; else grep '^TOLD' "$1/run/stdout.txt"; fi; }
same() {
  "$tool" compare "$work/1/run" "$1/run" >"$1/compared.txt" 2>&1 || { cat "$1/compared.txt"; fail "$1 is not as the first drive"; }
  cmp <(said "$work/1") <(said "$1") || fail "the project said something else in $1"
}
for ((i = 1; i <= count; i++)); do
  DRIVE_FOLDER=$work/$i
  mkdir "$work/$i"
  ((i % 2 != 0)) || make_busy
  python3 "$here/drive/drives.py" "$name" "$work/$i" -- "${app[@]}" >"$work/$i.txt" 2>&1 ||
    { cat "$work/$i.txt"; tail "$work/$i/messages.txt"; fail "drive $i; its run is in $work/$i"; }
  make_idle
  [ "$i" != 1 ] || continue
  same "$work/$i"
  rm -r "${work:?}/$i"
done
frames=$(grep -c '"e":"submit"' "$work/1/run/log.jsonl")
echo "$name: $count drives of $frames frames and $(said "$work/1" | wc -l) lines of the project are the same, in $((SECONDS - began)) s"

DRIVE_FOLDER=$work/replay
mkdir "$DRIVE_FOLDER"
cp "$work/1/drive.mcap" "$DRIVE_FOLDER/play.mcap"
"$UNDERSTUDY_TOOL" run --headless --play play.mcap --clock frame --limit 300 --end quit:120 --exit any --out run -- "${app[@]}" >"$work/replay.txt" 2>&1 ||
  { tail -n 20 "$work/replay.txt"; fail "the recording does not play"; }
"$tool" compare "$work/1/run/log.jsonl" "$work/replay/run/log.jsonl" >"$work/compared.txt" 2>&1 ||
  { cat "$work/compared.txt"; fail "the engine was told something else when the recording was played"; }
cat "$work/compared.txt"
