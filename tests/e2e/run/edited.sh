#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# edited.sh: an edited recording plays. A part that is kept tells an app bit for bit what `--from` and `--to` tell it of the whole, with
# its inputs; of an edited input animation file the oracle says whether the app was told what the file says.
. "$(dirname "$0")/../lib.sh"
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
probe=("$build/bin/understudy_probe" --wait-focus --hands --gaze)

UNDERSTUDY_HEADLESS_PERSON=moving "$tool" record -o "$work/whole.mcap" --headless -- "${probe[@]}" --frames 150 2>"$work/record.err" ||
  fail "record exits with $?: $(cat "$work/record.err")"

# play FILE NAME FRAMES [OPTION...]: what the probe is told, in NAME.jsonl; without times of the clock in NAME.told.
play() {
  local file=$1 name=$2 frames=$3
  shift 3
  "$tool" run --headless --clock frame:60 --end hold --anchor local --play "$work/$file" "$@" -- \
    "${probe[@]}" --frames "$frames" --log "$work/$name.jsonl" 2>"$work/$name.err" || fail "$name: run exits with $?: $(cat "$work/$name.err")"
  grep '"e":"\(locate\|views\|hand\|action\|joints\)"' "$work/$name.jsonl" |
    sed -E 's/"(n|wall_[a-z_]*)":[-0-9.]*,?//g' >"$work/$name.told"
}

"$tool" edit "$work/whole.mcap" -o "$work/part.mcap" keep 0.5 1.5 >"$work/edit.said" || fail "edit exits with $?"
grep -q 'begins with these pressed, whose press was cut away: /user/hand/' "$work/edit.said" ||
  fail "the moving person presses all the time, and nothing says so: $(cat "$work/edit.said")"
play whole.mcap whole 50 --from 0.5 --to 1.5
play part.mcap part 50
[ "$(wc -l <"$work/part.told")" -gt 600 ] || fail 'the probe was told little'
cmp "$work/whole.told" "$work/part.told" || fail 'the part that is kept tells something else than the whole'
play whole.mcap shifted 50 --from 0.6 --to 1.5
! cmp -s "$work/shifted.told" "$work/part.told" || fail 'the comparison sees nothing'

"$tool" convert "$work/whole.mcap" -o "$work/whole.bin" >/dev/null || fail "convert exits with $?"
"$tool" edit "$work/whole.bin" -o "$work/edited.bin" mirror cut 0.5 1 move 0 0.2 0 join "$work/whole.bin" 0.25 reduce 1 0.5 >"$work/edit.said" ||
  fail "edit exits with $?"
grep -q proved "$work/edit.said" || fail "no proof: $(cat "$work/edit.said")"
"$tool" check "$work/edited.bin" >"$work/check.said" || fail "$(cat "$work/check.said")"
play edited.bin edited 200 --recorded gaze
judge "$work/edited.bin" "$work/edited.jsonl" "$work/edited.err" --min-lines 1000 >"$work/judged"
tail -n 2 "$work/judged"
