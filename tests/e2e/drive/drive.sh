#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# drive.sh NAME [COUNT]: the drive NAME of drives.py, COUNT times (default: 5), each fourth from the second on beside processes that take all
# processors. Each time the app is told the same, does the same and draws the same; and so it does when the recording of the first drive is played.
. "$(dirname "$0")/../lib.sh"
name=$1 count=${2:-5}
need_command python3
export UNDERSTUDY_TOOL=$tool PYTHONPATH=$build/share/understudy PYTHONDONTWRITEBYTECODE=1 UNDERSTUDY_HEADLESS_EYE_SIZE=128
case $name in
hello | aim | find | waits | losses)
  need_command hello_xr
  app=(hello_xr -g Vulkan2)
  [ "$name" = hello ] || unset UNDERSTUDY_HEADLESS_EYE_SIZE
  ;;
session)
  app=("$build/bin/understudy_probe" --graphics headless --wait-focus --frames 100000 --actions --all-relations --hands --gaze --presence --log /dev/null)
  ;;
display_faults)
  app=("$build/bin/understudy_probe" --graphics headless --wait-focus --frames 100000 --rates --log /dev/null)
  ;;
layers | reach)
  app=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 100000 --actions --all-relations --hands --gaze --log /dev/null
    --layers projection,quad_view,quad_local,quad_stage,quad_grip,cylinder,equirect,equirect2)
  ;;
*)
  app=("$build/bin/understudy_probe" --graphics headless --wait-focus --frames 100000 --actions --all-relations --hands --gaze --log /dev/null)
  ;;
esac
began=$SECONDS
for ((i = 1; i <= count; i++)); do
  mkdir "$work/$i"
  ((i % 4 != 2)) || make_busy
  python3 "$(dirname "$0")/drives.py" "$name" "$work/$i" -- "${app[@]}" >"$work/$i.txt" 2>&1 ||
    { cat "$work/$i.txt"; tail "$work/$i/messages.txt"; fail "drive $i; its run is in $work/$i"; }
  make_idle
  [ "$i" = 1 ] && continue
  "$tool" compare "$work/1/run" "$work/$i/run" >"$work/$i.txt" 2>&1 || { cat "$work/$i.txt"; fail "drive $i is not as the first one"; }
  rm -r "${work:?}/$i"
done
frames=$(grep -c '"e":"submit"' "$work/1/run/log.jsonl")
echo "$name: $count drives of $frames frames are the same, in $((SECONDS - began)) s"

"$tool" run --headless --play "$work/1/drive.mcap" --clock frame --limit 300 --log "$work/replay.jsonl" -- "${app[@]}" >"$work/replay.txt" 2>&1 ||
  { cat "$work/replay.txt"; fail "the recording does not play"; }
"$tool" compare "$work/1/run/log.jsonl" "$work/replay.jsonl" >"$work/compared.txt" 2>&1 || { cat "$work/compared.txt"; fail "the app was told something else when the recording was played"; }
cat "$work/compared.txt"

# A drive begins with empty hands: what they play as is not known then.
for said in "$work/1/messages.txt" "$work/replay.txt"; do
  grep -q 'the app suggested bindings for .*: in a drive each hand plays as the profile that it is given; if that is none of these, ' "$said" ||
    fail "${said##*/} does not say what the hands play as"
done

# The name of an input says what the hand holds at that time.
if [ "$name" = profiles ]; then
  "$tool" run --headless --play "$work/1/drive.mcap" --clock frame --limit 300 --quiet -- "${app[@]}" --log "$work/told.jsonl" || fail "the recording does not play once more"
  grep '"e":"sources","action":"trigger",' "$work/told.jsonl" | grep -o '"name":"[^"]*"' >"$work/names.txt"
  diff - "$work/names.txt" <<'EOF' || fail "the trigger has another name"
"name":"Right Hand Oculus Touch Controller Trigger"
"name":"Right Hand Valve Index Controller Trigger"
"name":"Right Hand Oculus Touch Controller Trigger"
EOF
fi
