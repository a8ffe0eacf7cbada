#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# session_events.sh: with --recorded events the session has the recorded states, user presence and
# recentrings again. The app gets the same events, and its syncs, frames and poses have the same answers. The log and the recorder hold all of
# so few frames in their rings: of more, without a pace, a busy machine could lose some.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 800 --hands --gaze --presence --actions --velocities)

cat >"$work/person" <<'PERSON'
0    head     pose           0 0 0      0 0 0
2.4  head     pose           0.6 0 -1   90 10 0
0    left     profile        oculus/touch_controller
0    right    profile        oculus/touch_controller
0    left     grip           -0.2 -0.3 -0.4
2.4  left     grip           -0.3 0.3 -0.5   40 0 0
0    right    grip           0.2 -0.3 -0.4
0    right    trigger/value  0
2.4  right    trigger/value  0.4
0    gaze     direction      0 0
2.4  gaze     direction      20 10
0.4  session  state          visible
0.6  session  state          focused
0.8  session  recentre       0.3 -0.5 30
1    session  presence       no
1.05 session  state          synchronized
1.2  session  presence       yes
1.2  session  state          focused
1.4  right    connected      no
1.55 right    connected      yes
1.7  session  recentre       -0.2 0.1 -75
1.85 session  state          visible
1.85 session  recentre       0 0 0
2    session  state          focused
2.4  session  state          stopping
PERSON

# live NAME APP...: the app with that person, recorded; the log is NAME.jsonl, the recording NAME.mcap.
live()
{
  local name=$1
  shift
  UNDERSTUDY_HEADLESS_PERSON="$work/person" "$tool" record --headless --quiet -o "$work/$name.mcap" -- \
    env UNDERSTUDY_EVENTS="$work/$name.jsonl" "$@" >"$work/$name.out" 2>"$work/$name.err" ||
    fail "$name: the app ended with $?: $(tail -n 3 "$work/$name.err")"
  "$tool" check "$work/$name.mcap" >"$work/$name.check" || fail "$name: $(cat "$work/$name.check")"
}

# play RECORDING NAME OPTIONS -- APP...: the recording in the same app.
play()
{
  local recording=$1 name=$2
  shift 2
  "$tool" run --headless --clock frame:60 --play "$recording" --log "$work/$name.jsonl" "$@" \
    >"$work/$name.out" 2>"$work/$name.err" || fail "$name: the app ended with $?: $(tail -n 3 "$work/$name.err")"
}

# told NAME PATTERN: what the app was told from the frame on with which the recording's time begins.
told()
{
  awk '/"state":"FOCUSED"/ && !begun { begun = 1; next } begun && /"e":"(state|space_change|presence|profile_changed|wait|sync|locate|views|hand|action)"/' \
    "$work/$1.jsonl" | grep -E "\"e\":\"($2)\"" |
    sed -E 's/"(n|wall_[a-z_]*|frame|ask|at_s|period_ns|time_ns|count)":[^,}]*,?//g; s/"(from|how)":"[a-z_-]*",?//g; s/,}/}/' >"$work/$1.txt"
  [ "$(wc -l <"$work/$1.txt")" -gt 0 ] || fail "$1: no $2"
}

# same A B PATTERN TOLERANCE: the app was told the same, numbers within the tolerance.
same()
{
  told "$1" "$3"
  told "$2" "$3"
  same_lines "$work/$1.txt" "$work/$2.txt" "$4" "$3" || fail "$1 and $2 differ"
}

# states NAME: the order of what the app was told about its session.
states()
{
  grep -oE '"e":"(state|presence|space_change)".*' "$work/$1.jsonl" |
    sed -E 's/.*"state":"([A-Z]*)".*/\1/; s/.*"present":(true|false).*/present:\1/; s/.*"type":"([A-Z_]*)".*/moves:\1/' | tr '\n' ' '
}

for app in probe hello; do
  if [ "$app" = probe ]; then command=("${probe[@]}"); else command=(hello_xr -g Vulkan2 -s Local); fi
  live "${app}_live" "${command[@]}"
  play "$work/${app}_live.mcap" "${app}_again" --recorded events -- "${command[@]}"
  [ "$(states "${app}_live")" = "$(states "${app}_again")" ] ||
    fail "$app: another order:"$'\n'"$(states "${app}_live")"$'\n'"$(states "${app}_again")"
  states "${app}_again"
  echo
  same "${app}_live" "${app}_again" 'state|space_change|presence' 1e-5
  same "${app}_live" "${app}_again" 'wait|sync' 0
  same "${app}_live" "${app}_again" 'profile_changed' 0
  same "${app}_live" "${app}_again" 'action' 1e-5
  same "${app}_live" "${app}_again" 'locate|views|hand' 1e-5
done

# Without it the app keeps LOCAL where it was, and the head goes on in there as it did: 0.25 m a second along X.
play "$work/probe_live.mcap" probe_without -- "${probe[@]}" --frames 130
case $(states probe_without) in
*moves* | *present:false* | *"FOCUSED VISIBLE FOCUSED"*) fail "without --recorded events: $(states probe_without)" ;;
esac
grep '"e":"locate".*"space":1,"base":3,.*"how":"exact"' "$work/probe_without.jsonl" |
  sed -E 's/.*"at_s":([0-9.e-]*),.*"pose":\[([-0-9.e]*),.*/\1 \2/' |
  awk '{ from = $2 - 0.25 * $1; if (n++ == 0) first = from
         if (from - first > 1e-5 || first - from > 1e-5) { print "at " $1 " s the head is at " $2; wrong = 1; exit } }
    END { if (n < 100) print n + 0 " poses of the head"; exit wrong || n < 100 }' || fail 'without --recorded events the head jumps'

# A file that has no events says so, and plays.
play "$source/tests/data/demo.bin" bin --recorded events --to 1 --end quit -- "${probe[@]}"
grep -q -- '--recorded events .* does nothing: .*demo.bin is an input animation' "$work/bin.err" ||
  fail "nothing is said of a file without events: $(cat "$work/bin.err")"
