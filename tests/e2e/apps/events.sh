#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# events.sh hello_xr|probe RECORDING: the event log of a real app. The tool reads, judges and compares it. Two runs with the frame clock
# have the same log. After a kill in the middle of a run, every line can be read.
. "$(dirname "$0")/../lib.sh"
app=$1 recording=$2
need_file "$recording"
frames=$(($(play_seconds "$recording") * 60))
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=64
if [ "$app" = hello_xr ]; then
  need_command hello_xr
  export UNDERSTUDY_HEADLESS_FRAMES=$frames
  command=(hello_xr -g Vulkan2)
  name=HelloXR
else
  command=("$build/bin/understudy_probe" --wait-focus --frames "$frames" --base local,stage,view --velocities --all-relations
    --log "$work/app.jsonl")
  name=understudy_probe
fi

# run LOG [option of run...] -- COMMAND...
run() {
  local log=$1
  shift
  "$tool" run --headless --play "$recording" --end hold --log "$log" "$@" >"$work/app.log" 2>"$work/layer.log"
}
# every LOG: each line is an object, and its number is one more than that of the line before.
every() {
  awk -v log_name="$1" '{ wanted = "^\\{\"n\":" NR "," } $0 !~ wanted || $0 !~ /\}$/ { print log_name ": line " NR ": " substr($0, 1, 100); bad = 1 }
    END { exit bad }' "$1" || fail "$1 has a line that is not one"
  [ -z "$(tail -c 1 "$1")" ] || fail "$1 ends within a line"
}

for i in 1 2; do
  run "$work/$i.jsonl" --clock frame -- "${command[@]}" || { cat "$work/layer.log"; fail "$app ended with $?"; }
  every "$work/$i.jsonl"
done
sed -n 2p "$work/1.jsonl"
for text in "\"app\":\"$name\"" '"runtime":"Understudy headless runtime"' "\"play\":\"$(basename "$recording")\"" \
  '"UNDERSTUDY_CLOCK":"frame"'; do
  sed -n 2p "$work/1.jsonl" | grep -qF "$text" || fail "the instance's line lacks $text"
done
tail -n 1 "$work/1.jsonl" | grep -q '"e":"end","reached_end":true,.*"wall_dropped":0' || fail "$(tail -n 1 "$work/1.jsonl")"
echo "$(wc -l <"$work/1.jsonl") lines, $(stat -c %s "$work/1.jsonl") bytes"
"$tool" compare "$work/1.jsonl" "$work/2.jsonl" || fail "two runs by the frame clock differ"

cat >"$work/expect.json" <<END
{"version": 1, "expect": [
  {"kind": "state", "state": "FOCUSED"},
  {"kind": "frames", "at_least": $((frames - 60))},
  {"kind": "located", "space": "VIEW"},
  {"kind": "no_errors"}]}
END
"$tool" judge "$work/1.jsonl" --expect "$work/expect.json" || fail "the verdict is not what it should be"

# A log of another level has the same frames.
run "$work/frames.jsonl,frames" --clock frame -- "${command[@]}" || fail "$app ended with $?"
[ "$(grep -c '"e":"wait"' "$work/frames.jsonl")" = "$(grep -c '"e":"wait"' "$work/1.jsonl")" ] || fail "the frames are not the same"
! grep -q '"e":"locate"' "$work/frames.jsonl" || fail "poses at the level of frames"

# A killed run: in real time, only the events of the last moment are lost.
export UNDERSTUDY_HEADLESS_RATE_HZ=60
run "$work/killed.jsonl" -- sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" "${command[@]}" &
killed=$!
wait_for_frames 30 "$work/killed.jsonl" $killed
kill -KILL "$(cat "$work/pid")"
wait $killed && fail "it was not killed" || code=$?
[ "$code" = 137 ] || fail "killed, the exit code is $code"
every "$work/killed.jsonl"
"$tool" compare --common "$work/killed.jsonl" "$work/killed.jsonl" || fail "the log of a killed app cannot be read"
! grep -q '"e":"end"' "$work/killed.jsonl" || fail "a killed app has no end"
