#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# live_round_trip.sh: a live session of the headless runtime's person is recorded from the probe and from hello_xr. Played into the same app,
# the app is told in every frame what it was told live: places within 1e-5 m and 1e-4 rad, states exactly. Controllers, whose triggers are
# pulled slowly, so that each threshold shows; hands and a gaze that is lost; the moving person, whose STAGE is turned. The apps have no
# pace; with the frame clock they wait for the recorder and the log, so that a busy machine loses nothing.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --hands --gaze --actions --velocities)

cat >"$work/ramps" <<'PERSON'
0    head   pose           0 0 0       0 0 0
6    head   pose           0.3 0.1 0   40 -10 5
0    left   profile        oculus/touch_controller
0    right  profile        oculus/touch_controller
0    left   grip           -0.2 -0.3 -0.4
0    right  grip           0.2 -0.3 -0.4
6    right  grip           0.2 0.3 -0.4   0 60 0
0    left   trigger/value  0
2    left   trigger/value  1
4    left   trigger/value  0
4.5  left   trigger/value  0.65
5    left   trigger/value  0.45
5.5  left   trigger/value  0.55
6    left   trigger/value  0
0    right  trigger/value  0
1    right  trigger/value  0.6
2    right  trigger/value  0.3
3    right  trigger/value  0.6
5    right  trigger/value  0
0    right  squeeze/value  0
3    right  squeeze/value  1
6    right  squeeze/value  0
0    left   thumbstick     0 0
3    left   thumbstick     1 -1
6    left   thumbstick     0 0
6.6  session  state  stopping
PERSON

# round_trip NAME PERSON APP...: live, recorded, and played; what the app was told is compared.
round_trip()
{
  local name=$1 person=$2
  shift 2
  UNDERSTUDY_HEADLESS_PERSON=$person "$tool" record --headless --quiet -o "$work/$name.mcap" -- \
    env UNDERSTUDY_CLOCK=frame:60 UNDERSTUDY_EVENTS="$work/${name}_live.jsonl" "$@" >"$work/$name.out" 2>"$work/$name.err" ||
    fail "$name: live the app ended with $?: $(tail -n 3 "$work/$name.err")"
  "$tool" check "$work/$name.mcap" >"$work/$name.check" || fail "$name: $(cat "$work/$name.check")"
  "$tool" run --headless --clock frame:60 --recorded spaces --play "$work/$name.mcap" --log "$work/${name}_played.jsonl" --end quit -- "$@" \
    >"$work/$name.out" 2>"$work/$name.err" || fail "$name: played the app ended with $?: $(tail -n 3 "$work/$name.err")"
  compare "$name"
}

# told NAME: what the app was told from when it had the focus on, with the number of the frame.
told()
{
  awk '/"state":"FOCUSED"/ { focused = 1 }
    focused && /"e":"wait"/ { frames++ }
    focused && /"e":"(locate|views|hand|action)"/ && !/"sources":/ { print "at " frames + 0 " " $0 }' "$work/$1.jsonl" |
    sed -E 's/"(n|wall_[a-z_]*|frame|ask|at_s|session)":[^,}]*,?//g; s/"(from|how)":"[a-z_-]*",?//g; s/,}/}/' >"$work/$1.txt"
}

compare()
{
  told "$1_live"
  told "$1_played"
  paste -d '\t' "$work/$1_live.txt" "$work/$1_played.txt" | awk -F '\t' -v end="$(tail -n 1 "$work/$1_live.txt" | cut -d ' ' -f 2)" '
    over || $1 ~ "^at " end " " { over = 1; next } # with its last frame a recording is over, and everything rests
    function apart(a, b) { return a > b ? a - b : b - a }
    {
      answers++
      kind = $1; sub(/.*"e":"/, "", kind); sub(/".*/, "", kind); kinds[kind]++
      if ($1 == $2) next
      n = split($1, left, /[][,:{}]/); m = split($2, right, /[][,:{}]/)
      wrong = n != m || kind == "action"
      for (i = 1; i <= n && !wrong; i++)
        if (left[i] != right[i])
          wrong = left[i] !~ /^-?[0-9]/ || right[i] !~ /^-?[0-9]/ || apart(left[i] + 0, right[i] + 0) > 1e-5
      if (wrong && shown++ < 3) printf "line %d:\n  %s\n  %s\n", NR, $1, $2
    }
    END {
      printf "%d of %d answers in %d frames differ:", shown, answers, end - 1
      for (kind in kinds) printf " %s %d", kind, kinds[kind]
      printf "\n"
      exit shown > 0 || answers < 1000
    }' >"$work/compared" || { cat "$work/compared"; fail "$1: the app is not told what it was told live"; }
  echo "$1: $(cat "$work/compared")"
}

round_trip probe_ramps "$work/ramps" "${probe[@]}" --frames 380
round_trip probe_hands "$source/docs/examples/hands-and-gaze.person" "${probe[@]}" --frames 380
round_trip probe_moving moving "${probe[@]}" --frames 380
round_trip hello_ramps "$work/ramps" hello_xr -g Vulkan2 -s Local
round_trip hello_hands "$source/docs/examples/hands-and-gaze.person" hello_xr -g Vulkan2 -s Local

# A compressed recording plays as it is, from a copy that does not stay.
mkdir "$work/tmp"
"$tool" convert "$work/probe_ramps.mcap" -o "$work/small.mcap"
TMPDIR=$work/tmp "$tool" run --headless --clock frame:60 --recorded spaces --play "$work/small.mcap" --log "$work/probe_ramps_played.jsonl" \
  --end quit -- "${probe[@]}" --frames 380 >"$work/small.out" 2>"$work/small.err" || fail "compressed the app ended with $?"
grep -q ' played small.mcap ' "$work/small.err" || fail "the compressed recording is not named: $(cat "$work/small.err")"
compare probe_ramps
[ -z "$(ls "$work/tmp")" ] || fail "a copy was left: $(ls -R "$work/tmp")"
UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY=$work/small.mcap XDG_DATA_HOME=$build/share XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json \
  "${probe[@]}" --frames 2 >"$work/alone.out" 2>"$work/alone.err" || fail "alone the app ended with $?"
grep -q 'type `understudy convert FILE --level 0 -o NEW.mcap`' "$work/alone.err" || fail "the layer names no command: $(cat "$work/alone.err")"

# A ramp is worth nothing if no number made an action true between the thresholds of layer and runtime.
changes=$(grep -c '"action":"trigger_click".*"changed":true' "$work/probe_ramps_played.jsonl") || true
[ "$changes" -ge 10 ] || fail "only $changes changes of an action that a number makes true"
echo "$changes changes of truth values"
