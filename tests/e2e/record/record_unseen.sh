#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# record_unseen.sh: an app cannot tell that it is recorded. The spy layer, nearest to the app, writes down every call, its result and
# its answer, of hello_xr and of the probe, without our layer and with `record`. The persons follow scripts, and the runtime's frames
# have no pace, so that every answer depends on the number of its frame alone.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16 UNDERSTUDY_HEADLESS_FRAMES=300

# alone NAME APP...: without our layer.
alone() {
  local name=$1
  shift
  # shellcheck disable=SC2046 # one word for each variable
  without_tool env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" UNDERSTUDY_DISABLE=1 $(spy_settings "$work/$name.jsonl") \
    "$@" >"$work/$name.out" 2>&1 || fail "$name: the app ended with $?: $(tail -n 3 "$work/$name.out")"
}
# recorded NAME [option of record...] -- APP...
recorded() {
  local name=$1
  shift
  # shellcheck disable=SC2046 # one word for each variable
  env $(spy_settings "$work/$name.jsonl") "$tool" record --headless --quiet -o "$work/$name.mcap" "$@" >"$work/$name.out" 2>"$work/$name.err" ||
    fail "$name: record ended with $?: $(tail -n 3 "$work/$name.err")"
  "$tool" check "$work/$name.mcap" >"$work/$name.check" || fail "$name: $(cat "$work/$name.check")"
}

# told NAME LINES: all lines of the log, with the times counted from the first frame. Changes of the session's state, and what was
# before that frame, have the runtime's clock.
told() {
  sed -E '1d; s/"n":[0-9]+,//' "$work/$1.jsonl" | awk '
    /"e":"wait"/ && !from { match($0, /"wall_time_ns":[0-9]+/); from = substr($0, RSTART + 15, RLENGTH - 15) }
    {
      line = $0; out = ""
      while (match(line, /"wall_[a-z_]*":-?[0-9.]+/)) {
        field = substr(line, RSTART, RLENGTH); number = field; sub(/^[^:]*:/, "", number)
        is_time = field ~ /_ns/ && $0 !~ /"e":"state"/
        shown = !is_time ? "x" : number + 0 == 0 ? 0 : from && number + 0 >= from + 0 ? sprintf("%d", number - from) : "early"
        out = out substr(line, 1, RSTART - 1) substr(field, 1, index(field, ":")) shown
        line = substr(line, RSTART + RLENGTH)
      }
      print out line
    }' >"$work/$1.told"
  [ "$(wc -l <"$work/$1.told")" -gt "$2" ] || fail "$1: the spy saw only $(wc -l <"$work/$1.told") lines"
}

# same A B LINES: both were told the same, in more than so many lines.
same() {
  "$tool" compare "$work/$1.jsonl" "$work/$2.jsonl" >"$work/diff" || fail "$1 and $2: $(cat "$work/diff")"
  told "$1" "$3"
  told "$2" "$3"
  { diff "$work/$1.told" "$work/$2.told" || true; } | cut -c1-300 | sed -n 1,6p >"$work/difference"
  [ ! -s "$work/difference" ] || { cat "$work/difference"; fail "$1 and $2 were told different things"; }
  echo "$1, $2: $(wc -l <"$work/$1.told") lines are the same; $(cat "$work/diff")"
}

probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 120 --actions --velocities --all-relations --locate-spaces
  --log "$work/probe.jsonl")
for person in touch hands-and-gaze interruptions; do
  export UNDERSTUDY_HEADLESS_PERSON=$source/docs/examples/$person.person
  alone "hello_$person" hello_xr -g Vulkan2
  recorded "hello_${person}_recorded" -- hello_xr -g Vulkan2
  same "hello_$person" "hello_${person}_recorded" 5000
  alone "probe_$person" "${probe[@]}"
  recorded "probe_${person}_recorded" -- "${probe[@]}"
  same "probe_$person" "probe_${person}_recorded" 10000
done
# One that asks for neither hands nor gaze, which the recorder then adds for itself, and one that is recorded without additions.
alone plain "${probe[@]}" --no-hands --no-gaze
recorded plain_recorded -- "${probe[@]}" --no-hands --no-gaze
same plain plain_recorded 5000
"$tool" info "$work/plain_recorded.mcap" | grep -q 'gaze ' || fail "the recorder added no gaze: $("$tool" info "$work/plain_recorded.mcap")"
UNDERSTUDY_RECORD_ONLY_ASKED=1 recorded plain_only_asked -- "${probe[@]}" --no-hands --no-gaze
same plain plain_only_asked 5000
