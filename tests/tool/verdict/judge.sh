#!/bin/sh
# SPDX-License-Identifier: MIT
# `judge`: each kind of expectation met and not met, with the place that decided it; errors in the file by line and key.
. "$(dirname "$0")/../common.sh"

log=$tmp/log.jsonl
cat >"$log" <<'END'
{"n":1,"wall_ms":0,"e":"log","version":1,"layer":"0.1.0","level":"calls"}
{"n":2,"wall_ms":2500,"e":"state","session":1,"state":"FOCUSED"}
{"n":3,"wall_ms":2500,"e":"space","session":1,"space":1,"kind":"reference","type":"LOCAL"}
{"n":4,"wall_ms":2500,"e":"space","session":1,"space":2,"kind":"action","action":"grab","subaction":"/user/hand/left"}
{"n":5,"wall_ms":2600,"frame":0,"e":"wait","session":1,"wall_count":2,"at_s":0}
{"n":6,"wall_ms":2600,"frame":0,"e":"locate","call":"xrLocateSpace","space":2,"base":1,"ask":0,"flags":"opOP","pose":[0,1,2,0,0,0,1],"from":"recording"}
{"n":7,"wall_ms":2600,"frame":0,"e":"submit","session":1,"ask":0,"result":"XR_SUCCESS","layers":[{"kind":"projection"},{"kind":"quad"}]}
{"n":8,"wall_ms":2610,"frame":1,"e":"wait","session":1,"wall_count":3,"at_s":0.1}
{"n":9,"wall_ms":2610,"frame":1,"e":"marker","name":"grab","at_s":0.1}
{"n":10,"wall_ms":2610,"frame":1,"e":"action","action":"grab","subaction":"/user/hand/right","active":true,"value":true}
{"n":11,"wall_ms":2610,"frame":1,"e":"haptic","action":"buzz","subaction":"/user/hand/right","what":"apply","amplitude":0.5,"result":"XR_SUCCESS"}
{"n":12,"wall_ms":2610,"frame":1,"e":"submit","session":1,"ask":1,"result":"XR_SUCCESS","layers":[{"kind":"projection"}]}
{"n":13,"wall_ms":2620,"frame":2,"e":"wait","session":1,"wall_count":4,"at_s":0.2}
{"n":14,"wall_ms":2620,"frame":2,"e":"marker","name":"let go","at_s":0.2}
{"n":15,"wall_ms":2620,"frame":2,"e":"submit","session":1,"ask":2,"result":"XR_SUCCESS","layers":[]}
{"n":16,"wall_ms":2630,"frame":3,"e":"wait","session":1,"wall_count":5,"at_s":0.3}
{"n":17,"wall_ms":2630,"frame":3,"e":"error","call":"xrLocateSpace","result":"XR_ERROR_TIME_INVALID"}
{"n":18,"wall_ms":2630,"frame":3,"e":"submit","session":1,"ask":3,"result":"XR_SUCCESS","layers":[]}
{"n":19,"wall_ms":2640,"frame":4,"e":"wait","session":1,"wall_count":6,"at_s":0.4}
{"n":20,"wall_ms":2640,"frame":4,"e":"submit","session":1,"ask":4,"result":"XR_SUCCESS","layers":[{"kind":"projection"}]}
{"n":21,"wall_ms":2640,"frame":4,"e":"haptic","action":"hum","subaction":"/user/hand/left","what":"apply","amplitude":0,"result":"XR_SUCCESS"}
{"n":22,"wall_ms":2650,"e":"end","reached_end":true,"frame":4}
END

# met EXPECTATION and unmet EXPECTATION PLACE-AND-REASON
judge_one()
{
    printf '{"version": 1, "expect": [%s]}' "$2" >"$tmp/expect.json"
    expect "$1" "$tool" judge "$log" --expect "$tmp/expect.json"
}
met()
{
    judge_one 0 "$1"
    out_has '^PASSED: 1 of 1 expectations met in 5 frames$'
    [ -z "${2-}" ] || out_has "$2"
}
unmet()
{
    judge_one 1 "$1"
    out_has '^FAILED: 0 of 1 expectations met in 5 frames$'
    out_has "$2"
}

met '{"kind": "state", "state": "FOCUSED", "within_s": 2.6}' '^passed  state: before playback (2.500 s after the log began), .*, line 2$'
unmet '{"kind": "state", "state": "FOCUSED", "within_s": 2.4}' '^FAILED  state: seen 0 times, at least 1 are expected; nearest: the event .state., state "FOCUSED", before playback, which is not in the span; the end of the log$'
unmet '{"kind": "state", "state": "VISIBLE"}' 'seen 0 times, at least 1 are expected; nearest: the event .state., state "FOCUSED", before playback; the end'
# What comes nearest: one condition that is not met before several, and these before a call that failed.
unmet '{"kind": "action", "action": "grab", "value": false}' 'nearest: the action grab of /user/hand/right, active true, value true, frame 1; the end'
unmet '{"kind": "haptic", "hand": "left"}' 'nearest: the haptic output buzz of /user/hand/right, what "apply", amplitude 0.5, result "XR_SUCCESS", frame 1; the end'
unmet '{"kind": "haptic", "hand": "left", "action": "hum"}' 'nearest: the haptic output hum of /user/hand/left, what "apply", amplitude 0, '
unmet '{"kind": "layer", "layer": "cube"}' 'nearest: xrEndFrame, result "XR_SUCCESS", kind "projection", kind "quad", frame 0; the end'
unmet '{"kind": "event", "event": "profile"}' 'seen 0 times, at least 1 are expected; nothing like it was seen; the end'

met '{"kind": "frames", "at_least": 5}' 'frame 4 (0.400 s), xrWaitFrame, line 19'
unmet '{"kind": "frames", "at_least": 6}' 'seen 5 times, at least 6'
met '{"kind": "frames", "at_least": 1, "at_most": 5}'
unmet '{"kind": "frames", "at_most": 4}' 'more frames than expected; frame 4'
met '{"kind": "frames", "at_least": 2, "at_most": 2, "from": 0.15, "to": 0.3}'

unmet '{"kind": "haptic", "action": "hum"}' 'seen 0 times'
met '{"kind": "haptic", "action": "hum", "at_most": 0}'
met '{"kind": "haptic", "hand": "right", "from": "grab", "to": "let go"}' 'frame 1 (0.100 s), the haptic output buzz of /user/hand/right, line 11'
unmet '{"kind": "haptic", "hand": "left"}' 'seen 0'
unmet '{"kind": "haptic", "hand": "right", "from": "let go"}' 'seen 0'
unmet '{"kind": "haptic", "from": "nowhere"}' "the marker 'nowhere' was not passed"
unmet '{"kind": "haptic", "at_most": 0}' 'not expected; frame 1'
met '{"kind": "haptic", "at_most": 0, "from": 0.2}'
unmet '{"kind": "haptic", "action": "hum"}' 'seen 0'

met '{"kind": "located", "action": "grab", "hand": "left"}' 'frame 0 (0.000 s), xrLocateSpace of grab of /user/hand/left (space 2) in LOCAL (space 1), line 6'
unmet '{"kind": "located", "action": "grab", "hand": "right"}' 'seen 0'
unmet '{"kind": "located", "space": "VIEW"}' 'seen 0'

met '{"kind": "action", "action": "grab", "hand": "right", "value": true}' 'line 10'
unmet '{"kind": "action", "action": "grab", "value": false}' 'seen 0'

met '{"kind": "layer", "layer": "quad"}' 'line 7'
unmet '{"kind": "layer", "layer": "cube"}' 'seen 0'
unmet '{"kind": "layer", "layer": "projection", "at_least": 4}' 'seen 3 times, at least 4'
unmet '{"kind": "layer", "layer": "projection", "at_most": 2}' 'seen 3 times, at most 2 are expected; frame 4 (0.400 s), xrEndFrame, line 20'

met '{"kind": "no_gap", "layer": "projection", "frames": 2}'
unmet '{"kind": "no_gap", "layer": "projection", "frames": 1}' 'more than 1 frames without a layer of the kind projection, since frame 2; frame 3 (0.300 s), xrEndFrame, line 18'
unmet '{"kind": "no_gap", "frames": 0}' 'without any layer, since frame 2; frame 2'
met '{"kind": "no_gap", "layer": "projection", "frames": 0, "to": 0.15}'

unmet '{"kind": "no_errors"}' 'it returned XR_ERROR_TIME_INVALID; frame 3 (0.300 s), the failed call xrLocateSpace, line 17'
met '{"kind": "no_errors", "except": ["xrLocateSpace"]}'
met '{"kind": "no_errors", "to": 0.2}'
# Of a part that was not played, nothing passes: nothing happened there.
unmet '{"kind": "no_errors", "except": ["xrLocateSpace"], "from": 0.5}' '^FAILED  no_errors: playback came to 0.4 s, and not to 0.5 s; the end of the log$'
unmet '{"kind": "no_errors", "except": ["xrLocateSpace"], "from": "nowhere"}' "the marker 'nowhere' was not passed"
unmet '{"kind": "haptic", "at_most": 0, "from": 0.41}' 'playback came to 0.4 s, and not to 0.41 s'
unmet '{"kind": "frames", "at_most": 5, "from": 7}' 'playback came to 0.4 s, and not to 7 s'
met '{"kind": "no_errors", "from": 0.4}'
met '{"kind": "error", "call": "xrLocateSpace"}'
met '{"kind": "event", "event": "marker", "where": {"name": "grab", "at_s": 0.1}}' 'line 9'
unmet '{"kind": "event", "event": "marker", "where": {"name": "drop"}}' 'seen 0'

met '{"kind": "order", "of": [{"kind": "state", "state": "FOCUSED"}, {"kind": "haptic"}, {"kind": "layer", "layer": "projection"}]}' 'line 12'
unmet '{"kind": "order", "of": [{"kind": "haptic", "hand": "right"}, {"kind": "layer", "layer": "quad"}]}' 'step 2 of 2 did not follow: layer quad'

# How the app ended is not in a log. Of a log that is whole that is no failure, and no success either; with nothing else, nothing is judged.
for only in '{"kind": "ends", "exit_code": 0}' '{"kind": "output", "has_not": "x"}' '{"kind": "ends", "exit_code": 0}, {"kind": "output", "has": "x"}'; do
    judge_one 2 "$only"
    err_has "nothing was judged: only 'run' knows how the app ended and what it wrote"
done
judge_one 0 '{"kind": "ends", "exit_code": 0}, {"kind": "frames", "at_least": 5}'
out_has "^left out  ends: the log does not tell how the app ended; only 'run' knows$"
out_has '^PASSED: 1 of 2 expectations met, 1 left out, in 5 frames$'
judge_one 1 '{"kind": "ends", "exit_code": 0}, {"kind": "frames", "at_least": 6}'
out_has '^FAILED: 0 of 2 expectations met, 1 left out, in 5 frames$'
printf '{"version": 1, "expect": [{"kind": "ends", "exit_code": 0}, {"kind": "frames", "at_least": 5}]}' >"$tmp/expect.json"
expect 0 "$tool" judge "$log" --expect "$tmp/expect.json" --json --junit "$tmp/junit"
json_is passed result
json_is true expectations 0 left_out
json_is false expectations 0 passed
cp "$tmp/junit" "$tmp/out"
out_has '<testsuites tests="2" failures="0" errors="0">'
out_has '<testsuite name=".*expect.json" tests="2" failures="0" errors="0" skipped="1" timestamp="[0-9-]*T[0-9:]*" hostname="[^"]\{1,\}">'
out_has "<skipped message=\"the log does not tell how the app ended; only 'run' knows\"/>"
# A log without its last line is of an app that ended otherwise.
# A log of a run without the faults that the file names proves nothing about them, nor one in which they did not begin.
fault_log() # SETTINGS LINE...
{
    settings=$1
    shift
    sed -n '1p' "$log"
    echo "{\"n\":2,\"wall_ms\":1,\"e\":\"instance\",\"app\":\"a\"$settings}"
    sed -n '2,10p' "$log"
    for line; do echo "$line"; done
    sed -n '11,$p' "$log"
}
faults='"settings":{"UNDERSTUDY_END":"quit","UNDERSTUDY_FAULT":"jitter:3,1,lose:left@0.1s,fail:xrEndFrame=XR_ERROR_LAYER_INVALID@1"}'
lost='{"n":10,"wall_ms":2610,"frame":1,"e":"fault","session":1,"what":"begin","kind":"lose","fault":"lose:left@0.1s","at_s":0.1}'
failed='{"n":10,"wall_ms":2610,"e":"error","call":"xrEndFrame","result":"XR_ERROR_LAYER_INVALID"}'
fault_judge() # CODE FAULTS
{
    printf '{"version": 1, "fault": "%s", "expect": [{"kind": "frames", "at_least": 1}]}' "$2" >"$tmp/faults.json"
    expect "$1" "$tool" judge "$tmp/faults.jsonl" --expect "$tmp/faults.json" --junit "$tmp/junit"
}
fault_log ,"$faults" "$lost" "$failed" >"$tmp/faults.jsonl"
fault_judge 0 'lose:left@0.1s'
out_has '^PASSED: 1 of 1 expectations met in 5 frames$'
fault_judge 0 'fail:xrEndFrame=XR_ERROR_LAYER_INVALID@1,lose:left@0.1s'
fault_judge 1 'lose:left@0.2s'
out_has "^FAILED  faults on purpose: the log was written without the fault 'lose:left@0.2s'; make it with 'run --expect'$"
out_has '^FAILED: 1 of 1 expectations met in 5 frames$'
grep -q 'tests="2" failures="1"' "$tmp/junit" || fail 'the JUnit report has no failure'
grep -q 'name="the faults on purpose were made"' "$tmp/junit" || fail 'the JUnit report does not name the failure'
expect 1 "$tool" judge "$tmp/faults.jsonl" --expect "$tmp/faults.json" --json
json_is failed result
json_is "the log was written without the fault 'lose:left@0.2s'; make it with 'run --expect'" faults_missing
fault_judge 1 'jitter:3,1'
out_has "the fault 'jitter:3,1' did not begin: playback did not come so far, or the app had no frame while it lasted$"
fault_log ,"$faults" "$lost" >"$tmp/faults.jsonl"
fault_judge 1 'fail:xrEndFrame=XR_ERROR_LAYER_INVALID@1'
out_has "did not begin: the app did not make the call, or playback did not come so far$"
# Calls that fail from a moment on: its line says that they may, and that of a call that one did.
timed=fail:xrEndFrame=XR_ERROR_LAYER_INVALID@0.1s
set='"settings":{"UNDERSTUDY_FAULT":"'$timed'"}'
may='{"n":9,"wall_ms":2610,"frame":1,"e":"fault","session":1,"what":"begin","kind":"fail","fault":"'$timed'","at_s":0.1}'
fault_log ",$set" "$may" >"$tmp/faults.jsonl"
fault_judge 1 "$timed"
out_has "the fault '$timed' did not begin: the app did not make the call, or playback did not come so far$"
fault_log ",$set" "$may" "$failed" >"$tmp/faults.jsonl"
fault_judge 0 "$timed"
fault_log '' "$lost" >"$tmp/faults.jsonl"
fault_judge 1 'lose:left@0.1s'
out_has "was written without the fault 'lose:left@0.1s'"
fault_judge 2 'lose:foot'
err_has "'fault': 'lose:foot'"

sed -e '$d' "$log" >"$tmp/cut.jsonl"
expect 1 "$tool" judge "$tmp/cut.jsonl" --expect "$tmp/expect.json"
out_has '^FAILED  ends: the log has no last line: the app did not end its instance; the end of the log$'

# Reports.
printf '{"version": 1, "expect": [{"name": "a & <b>", "kind": "no_errors"}, {"kind": "frames"}]}' >"$tmp/expect.json"
expect 1 "$tool" judge "$log" --expect "$tmp/expect.json" --json --report "$tmp/report" --junit "$tmp/junit"
json_is failed result
json_is true complete
json_is 5 frames
json_is false expectations 0 passed
json_is 3 expectations 0 frame
json_is 17 expectations 0 log_line
json_is 'it returned XR_ERROR_TIME_INVALID' expectations 0 reason
json_is true expectations 1 passed
cp "$tmp/report" "$tmp/out"
json_is failed result
cp "$tmp/junit" "$tmp/out"
out_has '<testsuites tests="2" failures="1" errors="0">'
out_has 'name="a &amp; &lt;b&gt;" time="2.630">'
out_has '<failure message="it returned XR_ERROR_TIME_INVALID">frame 3 (0.300 s), the failed call xrLocateSpace, line 17</failure>'
out_has '<testcase classname=".*expect.json" name="frames" time="2.600"/>'

# A temporary session that plays for two frames before the real one: frames and gaps are those of the session that played longest,
# a span of the recording is one in each of them, and what happens in any counts.
two=$tmp/two.jsonl
cat >"$two" <<'END'
{"n":1,"wall_ms":0,"e":"log","version":1,"layer":"0.1.0","level":"calls"}
{"n":2,"wall_ms":1,"frame":0,"e":"play","session":1,"what":"start","from_s":0}
{"n":3,"wall_ms":1,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":4,"wall_ms":1,"frame":0,"e":"marker","session":1,"name":"grab","at_s":0}
{"n":5,"wall_ms":1,"frame":0,"e":"submit","session":1,"ask":0,"at_s":0,"result":"XR_SUCCESS","layers":[]}
{"n":6,"wall_ms":1,"frame":1,"e":"wait","session":1,"at_s":0.1}
{"n":7,"wall_ms":1,"frame":1,"e":"submit","session":1,"ask":1,"at_s":0.1,"result":"XR_SUCCESS","layers":[]}
{"n":8,"wall_ms":1,"frame":1,"e":"session","session":1,"what":"destroyed"}
{"n":9,"wall_ms":1,"e":"session","session":2,"what":"created"}
{"n":9,"wall_ms":1,"e":"haptic","session":2,"action":"buzz","subaction":"/user/hand/left","what":"apply","result":"XR_SUCCESS"}
{"n":10,"wall_ms":1,"frame":0,"e":"play","session":2,"what":"start","from_s":0}
{"n":11,"wall_ms":1,"frame":0,"e":"wait","session":2,"at_s":0}
{"n":12,"wall_ms":1,"frame":0,"e":"marker","session":2,"name":"grab","at_s":0}
{"n":13,"wall_ms":1,"frame":0,"e":"submit","session":2,"ask":0,"at_s":0,"result":"XR_SUCCESS","layers":[{"kind":"projection"}]}
{"n":14,"wall_ms":1,"frame":1,"e":"wait","session":2,"at_s":0.1}
{"n":15,"wall_ms":1,"frame":1,"e":"submit","session":2,"ask":1,"at_s":0.1,"result":"XR_SUCCESS","layers":[{"kind":"projection"}]}
{"n":16,"wall_ms":1,"frame":2,"e":"wait","session":2,"at_s":0.2}
{"n":17,"wall_ms":1,"frame":2,"e":"submit","session":2,"ask":2,"at_s":0.2,"result":"XR_SUCCESS","layers":[{"kind":"projection"}]}
{"n":18,"wall_ms":1,"e":"end","reached_end":true}
END
judge_two()
{
    printf '{"version": 1, "expect": [%s]}' "$2" >"$tmp/expect.json"
    expect "$1" "$tool" judge "$two" --expect "$tmp/expect.json"
}
judge_two 0 '{"kind": "frames", "at_least": 3, "at_most": 3}, {"kind": "no_gap", "layer": "projection", "frames": 0}, {"kind": "no_gap", "frames": 0}'
out_has '^PASSED: 3 of 3 expectations met in 3 frames of session 2 (playback started in 2 sessions)$'
judge_two 1 '{"kind": "frames", "at_most": 2}'
out_has 'more frames than expected; frame 2 (0.200 s), xrWaitFrame, line 17'
judge_two 1 '{"kind": "frames", "at_least": 4}'
out_has 'seen 3 times, at least 4'
# Of the time between the two playbacks neither is a part.
judge_two 1 '{"kind": "haptic", "from": "grab"}'
judge_two 0 '{"kind": "haptic"}'
judge_two 1 '{"kind": "haptic", "from": "nowhere"}'
out_has "the marker 'nowhere' was not passed"
# The other way round: the longest is the first.
sed -e 's/"session":1/"session":9/; s/"session":2/"session":1/; s/"session":9/"session":2/' "$two" >"$tmp/swapped"
{ sed -n '1p' "$tmp/swapped"; sed -n '11,18p' "$tmp/swapped"; sed -n '2,8p' "$tmp/swapped"; sed -n '19p' "$tmp/swapped"; } >"$two"
judge_two 0 '{"kind": "frames", "at_least": 3, "at_most": 3}, {"kind": "no_gap", "layer": "projection", "frames": 0}'
out_has '^PASSED: 2 of 2 expectations met in 3 frames of session 1 (playback started in 2 sessions)$'
expect 0 "$tool" judge "$two" --expect "$tmp/expect.json" --json
json_is 1 session

# A recording that was not played proves nothing either. An app without one is judged as it is.
unplayed=$tmp/unplayed.jsonl
echo '{"version": 1, "expect": [{"kind": "no_errors"}]}' >"$tmp/expect.json"
printf '%s\n' '{"n":1,"wall_ms":0,"e":"log","version":1}' '{"n":2,"wall_ms":1,"e":"instance","app":"x","play":"demo.bin"}' \
    '{"n":3,"wall_ms":2,"e":"end","reached_end":false}' >"$unplayed"
expect 1 "$tool" judge "$unplayed" --expect "$tmp/expect.json" --junit "$tmp/unplayed.xml"
out_has '^FAILED  nothing was played: the layer had demo.bin to play, but playback never started in a session$'
out_has '^FAILED: 1 of 1 expectations met in 0 frames$'
grep -q '<testcase [^>]*name="the recording was played"' "$tmp/unplayed.xml" || fail "JUnit does not say it: $(cat "$tmp/unplayed.xml")"
expect 1 "$tool" judge "$unplayed" --expect "$tmp/expect.json" --json
json_is 'nothing was played: the layer had demo.bin to play, but playback never started in a session' not_played
expect 0 "$tool" judge "$unplayed" --expect "$tmp/expect.json" --allow-unused
sed '2a {"n":4,"wall_ms":1,"e":"dropped","count":3}' "$unplayed" >"$tmp/lossy.jsonl"
expect 1 "$tool" judge "$tmp/lossy.jsonl" --expect "$tmp/expect.json"
out_has '^FAILED  the log lost lines, and does not show that playback of demo.bin started$'
sed -i 's/,"play":"demo.bin"//' "$unplayed"
expect 0 "$tool" judge "$unplayed" --expect "$tmp/expect.json"

# Few lines of the level "events" have a time. Playback has reached the time at which it starts, and nothing before it.
part()
{
    printf '{"version": 1, "expect": [%s]}' "$2" >"$tmp/expect.json"
    expect "$1" "$tool" judge "$tmp/part.jsonl" --expect "$tmp/expect.json"
}
printf '%s\n' '{"n":1,"wall_ms":0,"e":"log","version":1,"level":"frames"}' '{"n":2,"wall_ms":1,"e":"instance","app":"x","play":"demo.bin"}' \
    '{"n":3,"wall_ms":2,"e":"play","session":1,"what":"start","from_s":5,"to_s":9}' \
    '{"n":4,"wall_ms":2,"frame":0,"e":"wait","session":1,"at_s":5}' '{"n":5,"wall_ms":3,"frame":1,"e":"wait","session":1,"at_s":5.5}' \
    '{"n":6,"wall_ms":4,"e":"end","reached_end":false}' >"$tmp/part.jsonl"
part 0 '{"kind": "no_errors", "from": 5, "to": 5}'
part 0 '{"kind": "no_errors", "from": 5.1, "to": 5.2}'
part 1 '{"kind": "no_errors", "from": 1, "to": 3}'
out_has '^FAILED  no_errors: playback started behind 3 s; the end of the log$'
part 1 '{"kind": "haptic", "at_most": 0, "to": 4.9}'
out_has 'playback started behind 4.9 s'
part 1 '{"kind": "no_errors", "from": 5.6}'
out_has 'playback came to 5.5 s, and not to 5.6 s'
sed -i -e 's/"level":"frames"/"level":"events"/' -e '/"e":"wait"/d' "$tmp/part.jsonl"
part 1 '{"kind": "no_errors", "from": 5}'
out_has '^FAILED  no_errors: the log has the level events, which does not tell it; write it with --log FILE,frames; the end of the log$'
part 0 '{"kind": "no_errors"}'
part 1 '{"kind": "layer", "layer": "quad", "at_most": 0}'
out_has 'write it with --log FILE,frames'
part 1 '{"kind": "event", "event": "locate", "at_most": 0}'
out_has 'the log has the level events, which does not tell it; write it with --log FILE,calls'
part 0 '{"kind": "event", "event": "haptic", "at_most": 0}'
# A marker that ends a part and does not come is a mistake, as one that begins it.
judge_one 1 '{"kind": "no_errors", "to": "nosuch", "except": ["xrLocateSpace"]}'
out_has "the marker .nosuch. was not passed"
# A part whose end comes before its beginning has no line.
printf '%s\n' '{"n":1,"wall_ms":0,"e":"log","version":1,"level":"frames"}' '{"n":2,"wall_ms":1,"e":"instance","app":"x","play":"demo.bin"}' \
    '{"n":3,"wall_ms":2,"e":"play","session":1,"what":"start","from_s":0,"to_s":9}' '{"n":4,"wall_ms":2,"frame":0,"e":"wait","session":1,"at_s":0}' \
    '{"n":5,"wall_ms":3,"frame":1,"e":"wait","session":1,"at_s":2}' '{"n":6,"wall_ms":3,"frame":1,"e":"marker","session":1,"name":"grab","at_s":2}' \
    '{"n":7,"wall_ms":4,"frame":2,"e":"wait","session":1,"at_s":5}' '{"n":8,"wall_ms":4,"e":"end","reached_end":false}' >"$tmp/part.jsonl"
part 1 '{"kind": "no_errors", "from": "grab", "to": 1}'
out_has '^FAILED  no_errors: the part ends before it begins; the end of the log$'
part 1 '{"kind": "haptic", "at_most": 0, "from": 4, "to": "grab"}'
out_has 'the part ends before it begins'
part 0 '{"kind": "no_errors", "from": "grab", "to": 3}, {"kind": "no_errors", "to": "grab"}, {"kind": "no_errors", "from": 1, "to": "grab"}'

# A log that lost lines proves nothing about what must not happen; one without its last line is said to be so.
# A log that ends early never passes, even if all that is expected was seen; one whose last line is half is such a log.
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 1}]}' >"$tmp/early.json"
{ head -n 8 "$log"; echo '{"n":9,"wall_ms":2611,"e":"incomplete","why":"No space left on device"}'; } >"$tmp/early.jsonl"
expect 1 "$tool" judge "$tmp/early.jsonl" --expect "$tmp/early.json" --junit "$tmp/junit"
out_has '^FAILED: 1 of 1 expectations met in 2 frames; the log is incomplete: No space left on device$'
grep -q 'tests="2" failures="1"' "$tmp/junit" || fail 'the JUnit report has no failure'
expect 1 "$tool" judge "$tmp/early.jsonl" --expect "$tmp/early.json" --json
json_is failed result
json_is 'No space left on device' incomplete
head -c -20 "$log" >"$tmp/half.jsonl"
expect 1 "$tool" judge "$tmp/half.jsonl" --expect "$tmp/early.json"
out_has 'the log is incomplete: its last line is not whole$'

# Of several processes, each must end its instance, and only one plays at a time. A single one may leave as it likes.
process() # PROCESS SESSION FRAME [END]
{
    printf '%s\n' "{\"n\":1,\"wall_ms\":0,\"e\":\"log\",\"version\":1,\"level\":\"frames\"}" \
        "{\"n\":2,\"wall_ms\":1,\"e\":\"session\",\"session\":$2,\"what\":\"created\",\"wall_process\":$1}" \
        "{\"n\":2,\"wall_ms\":1,\"frame\":0,\"e\":\"play\",\"session\":$2,\"what\":\"start\"}" \
        "{\"n\":3,\"wall_ms\":2,\"frame\":$3,\"e\":\"wait\",\"session\":$2,\"at_s\":0}"
    [ $# = 3 ] || printf '{"n":4,"wall_ms":3,"e":"end","reached_end":true,"wall_process":%s}\n' "$1"
}
{ process 70 1 0 end; process 71 2 0 end; } >"$tmp/two.jsonl"
expect 0 "$tool" judge "$tmp/two.jsonl" --expect "$tmp/early.json"
{ process 70 1 0; process 71 2 0 end; } >"$tmp/two.jsonl"
expect 1 "$tool" judge "$tmp/two.jsonl" --expect "$tmp/early.json"
out_has '; the log is incomplete: 1 of 2 processes with a session crashed, or ended without xrDestroyInstance$'
# One that only looks for a runtime may leave as it likes.
{ process 70 1 0 | head -n 1; process 71 1 0 end; } >"$tmp/two.jsonl"
expect 0 "$tool" judge "$tmp/two.jsonl" --expect "$tmp/early.json"
{ process 70 1 0; process 70 2 0 end; } >"$tmp/two.jsonl"
expect 0 "$tool" judge "$tmp/two.jsonl" --expect "$tmp/early.json"
process 70 1 0 >"$tmp/two.jsonl"
expect 0 "$tool" judge "$tmp/two.jsonl" --expect "$tmp/early.json"
{ process 70 2 0; process 71 1 0 end; process 70 2 1 end | sed '/"log"\|"start"/d'; } >"$tmp/two.jsonl"
expect 1 "$tool" judge "$tmp/two.jsonl" --expect "$tmp/early.json"
out_has '; the log is incomplete: processes played at the same time, in sessions 1 and 2; only one playback'

sed -e '$d' "$log" >"$tmp/cut.jsonl"
expect 1 "$tool" judge "$tmp/cut.jsonl" --expect "$tmp/expect.json"
out_has 'the app did not end its instance'
echo '{"n":21,"wall_ms":1,"e":"dropped","count":3}' >>"$log"
unmet '{"kind": "no_errors", "except": ["xrLocateSpace"]}' 'lines of the log were lost'
unmet '{"kind": "haptic", "at_most": 0, "hand": "left"}' 'lines of the log were lost'
met '{"kind": "haptic"}'

# Errors in the file, all of them, by line and key.
cat >"$tmp/expect.json" <<'END'
{
 "version": 1,
 "expect": [
  {"kind": "haptic", "hand": "middle"},
  {"kind": "haptics"},
  {"kind": "frames",
   "atleast": 3},
  {"kind": "state"},
  {"kind": "no_gap", "frames": "many"},
  {"kind": "order", "of": [{"kind": "haptic"},
                           {"kind": "frames"}]},
  {"kind": "action", "action": "grab", "at_least": 3, "at_most": 2},
  17,
  {"kind": "haptic", "hand": "left", "hand": "left"},
  {"kind": "event", "event": "ods", "at_most": 0}, {"kind": "error", "call": "EndFrame", "at_most": 0},
  {"kind": "haptic", "at_least": 0}, {"kind": "balance", "handles": []}
 ],
 "extra": 1
}
END
expect 2 "$tool" judge "$log" --expect "$tmp/expect.json"
err_has "expect.json: line 4: 'hand' is one of left, right"
err_has "expect.json: line 5: 'kind' is unknown: 'haptics'; did you mean 'haptic'"
err_has "expect.json: line 7: 'atleast' is not a key of the kind frames; did you mean 'at_least'"
err_has "expect.json: line 8: this expectation needs 'state'"
err_has "expect.json: line 9: 'frames' needs a whole number"
err_has "expect.json: line 11: an order cannot contain the kind frames"
err_has "expect.json: line 12: 'at_most' is less than 'at_least'"
err_has "expect.json: line 13: an expectation must be an object"
err_has "expect.json: line 14: 'hand' is given twice"
err_has "expect.json: line 15: 'event' is no event of understudy-log(5); did you mean 'odd'"
err_has "expect.json: line 15: 'call' is no function of OpenXR: it does not begin with xr"
err_has "expect.json: line 16: 'at_least' 0 is always met; 'at_most' 0 means never"
err_has "expect.json: line 16: 'handles' is empty, so no handle is counted"
err_has "expect.json: line 18: 'extra' is not a key here"
out_is_empty
printf '{"version": 1,\n "expect": [\n  {"kind": "no_errors", "from": 0.3, "to": 0.2}]}' >"$tmp/expect.json"
expect 2 "$tool" judge "$log" --expect "$tmp/expect.json"
err_has "expect.json: line 3: 'to' is before 'from'"
printf '{"version": 1,\n "expect": [\n  {"kind": haptic}]}' >"$tmp/expect.json"
expect 2 "$tool" judge "$log" --expect "$tmp/expect.json"
err_has "expect.json: line 3: this is not JSON: 'haptic}"
echo '{"version": 2, "expect": []}' >"$tmp/expect.json"
expect 2 "$tool" judge "$log" --expect "$tmp/expect.json"
err_has "'version' must be 1"
err_has "'expect' must be a list that is not empty"
expect 2 "$tool" judge "$log" --expect "$log"
err_has "^understudy: .*/log.jsonl: this is an event log; a file of expectations, understudy-expect(5), is wanted here\$"
[ "$(wc -l <"$tmp/err")" = 1 ] || fail 'more than one line'
expect 2 "$tool" judge "$log" --expect "$data/demo.bin"
err_has "^understudy: .*/demo.bin: line 1: this is not JSON; a file of expectations, understudy-expect(5), is wanted here\$"
expect 2 "$tool" compare "$log" "$log" --allow "$log"
err_has "^understudy: .*/log.jsonl: this is an event log; a file of what may differ, understudy-run-folder(5), is wanted here\$"
expect 2 "$tool" judge "$log"
err_has '--expect is missing; pass --expect FILE'
expect 2 "$tool" judge "$log" --expect "$tmp/none.json"
err_has 'none.json: No such file'
finish
