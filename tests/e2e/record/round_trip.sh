#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# round_trip.sh: a session that was recorded is played into the same app, which gets exactly the same answers in every frame. The apps
# have no pace; with the frame clock they wait for the recorder, so that a busy machine loses nothing.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --hands --gaze --actions)

# play RECORDING NAME [option of run...] -- APP...: the app's answers in NAME.jsonl; NAME.mcap is what it was told.
play()
{
  local recording=$1 name=$2
  shift 2
  "$tool" run --headless --clock frame:60 --end hold --play "$recording" --log "$work/$name.jsonl" --record "$work/$name.mcap" "$@" \
    >"$work/$name.out" 2>"$work/$name.err" || fail "$name: the app ended with $?: $(tail -n 3 "$work/$name.err")"
  "$tool" check "$work/$name.mcap" >"$work/$name.check" || fail "$name: $(cat "$work/$name.check")"
}

# answers NAME: what the app was told, without how it was made and when.
answers()
{
  grep -E '"e":"(locate|views|hand|action)"' "$work/$1.jsonl" |
    sed -E 's/"(n|wall_[a-z_]*|frame|ask|at_s)":[^,}]*,?//g; s/"(from|how)":"[a-z-]*",?//g; s/,}/}/' >"$work/$1.txt"
  [ "$(wc -l <"$work/$1.txt")" -gt 500 ] || fail "$1: only $(wc -l <"$work/$1.txt") answers"
}

# same A B TOLERANCE: the answers are the same, numbers within the tolerance, as far as B goes.
same()
{
  answers "$1"
  answers "$2"
  head -n "$(wc -l <"$work/$2.txt")" "$work/$1.txt" >"$work/first.txt"
  same_lines "$work/first.txt" "$work/$2.txt" "$3" answers || fail "$1 and $2 differ"
}

# A recording that plays, into an app that syncs before it waits for a frame, and into one that syncs after that.
export UNDERSTUDY_HEADLESS_FRAMES=1500
play "$source/tests/data/demo.bin" hello_first -- hello_xr -g Vulkan2
play "$work/hello_first.mcap" hello_second -- hello_xr -g Vulkan2
same hello_first hello_second 0
unset UNDERSTUDY_HEADLESS_FRAMES
play "$source/tests/data/demo.bin" probe_first -- "${probe[@]}" --frames 1500
play "$work/probe_first.mcap" probe_second -- "${probe[@]}" --frames 1500
same probe_first probe_second 0

# Each recording of tests/data, a little beyond its end or its first seconds. One of them has nothing to play.
for recording in "$source"/tests/data/*.bin; do
  name=$(basename "$recording" .bin)
  if [ "$name" = nothing ]; then
    "$tool" run --headless --play "$recording" -- true 2>"$work/nothing.err" && fail "nothing.bin is played"
    grep 'has no head' "$work/nothing.err" || fail "nothing.bin: $(cat "$work/nothing.err")"
    continue
  fi
  play "$recording" "${name}_first" -- "${probe[@]}" --frames 150 --velocities
  # At its last frame a recording is over, and everything rests.
  play "$work/${name}_first.mcap" "${name}_second" -- "${probe[@]}" --frames 149 --velocities
  # Its poses are in STAGE, those of a session in LOCAL: between them is a rounding.
  [ "$name" = floor ] && tolerance=1e-6 || tolerance=0
  (same "${name}_first" "${name}_second" "$tolerance") >"$work/same" || { cat "$work/same"; fail "$name: the answers differ"; }
  echo "$name: $(cat "$work/same")"
done
