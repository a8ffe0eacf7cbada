#!/bin/sh
# SPDX-License-Identifier: MIT
# `run --expect` and `--repeat 2`: the verdict, its reports and exit codes, with apps that write the event log themselves.
. "$(dirname "$0")/../common.sh"
make_tree
line=$data/line.bin

# An app that writes a log of FRAMES frames, with a haptic in frame HAPTIC, and does what is left.
cat >"$tmp/app" <<'END'
#!/bin/sh
frames=$1 haptic=$2
shift 2
{
    echo '{"n":1,"wall_ms":0,"e":"log","version":1}'
    echo '{"n":2,"wall_ms":1,"e":"state","session":1,"state":"FOCUSED"}'
    i=0
    while [ "$i" -lt "$frames" ]; do
        echo "{\"n\":3,\"wall_ms\":2,\"frame\":$i,\"e\":\"wait\",\"session\":1,\"at_s\":$i}"
        [ "$i" != "$haptic" ] || echo "{\"n\":3,\"wall_ms\":2,\"frame\":$i,\"e\":\"haptic\",\"action\":\"buzz\",\"subaction\":\"/user/hand/right\",\"what\":\"apply\",\"result\":\"XR_SUCCESS\"}"
        i=$((i + 1))
    done
} >>"$UNDERSTUDY_EVENTS"
eval "$@"
END
plays "$tmp/app"
cat >"$tmp/expect.json" <<'END'
{"version": 1, "expect": [
  {"name": "five frames", "kind": "frames", "at_least": 5},
  {"kind": "haptic", "hand": "right"}]}
END
run_expecting()
{
    wanted=$1
    shift
    expect "$wanted" in_home "$tree_tool" run --headless --play "$line" "$@"
}

run_expecting 0 --expect "$tmp/expect.json" --report "$tmp/report" --junit "$tmp/junit" -- "$tmp/app" 6 3 echo "done"
out_has '^done$'
err_has '^passed  five frames: frame 4 (4.000 s), xrWaitFrame, line 8$'
err_has '^PASSED: 2 of 2 expectations met in 6 frames'
cp "$tmp/report" "$tmp/out"
json_is passed result
json_is 0 app exit_code
grep -q 'testcase classname=".*expect.json" name="five frames"' "$tmp/junit" || fail "no test case in the JUnit report"

# Not met; the app failed; it crashed; it hung; it could not be started; it used no OpenXR.
run_expecting 1 --expect "$tmp/expect.json" -- "$tmp/app" 4 none
err_has '^FAILED  five frames: seen 4 times, at least 5 are expected; the end of the log$'
err_has '^FAILED  haptic: seen 0'
run_expecting 3 --expect "$tmp/expect.json" -- "$tmp/app" 6 3 exit 7
err_has 'the app failed: its exit code is 7'
err_has '^PASSED: 2 of 2'
run_expecting 3 --expect "$tmp/expect.json" --report "$tmp/report" --junit "$tmp/junit" -- "$tmp/app" 6 3 'kill -SEGV $$'
err_has 'the app crashed: signal 11'
grep -q '<failure message="the app crashed: signal 11 (Segmentation fault)"/>' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
grep -q 'tests="3" failures="1" errors="0"' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
cp "$tmp/report" "$tmp/out"
json_is 11 app signal
json_is 'the app crashed: signal 11 (Segmentation fault)' app_failed
json_is failed result
# run_limited OPTION...: an app that does not end. On a busy machine the limit can be over before all its frames are there: such a run proves
# nothing, and the next one has a longer limit.
run_limited()
{
    for s in 0.3 5 30; do
        rm -f "$tmp/stands"
        run in_home "$tree_tool" run --headless --play "$line" --expect "$tmp/expect.json" --limit $s "$@" -- \
            "$tmp/app" 6 3 ": >'$tmp/stands'; exec sleep 600"
        [ ! -e "$tmp/stands" ] || break
    done
    [ "$code" = 3 ] || fail "exit code $code, not 3: $ran"
    err_has 'the app failed: it did not exit within the limit'
}
run_limited
# An app that is not there, or is no program, is a verdict as well: a CI job shows why no test ran.
for missing in "127:there is no app $tmp/there_is_none; check its name" "126:$tmp/expect.json cannot be executed: it is not marked"; do
    program=${missing#*:}
    program=/${program#*/}
    rm -rf "$tmp/junit" "$tmp/report" "$tmp/missing"
    run_expecting "${missing%%:*}" --expect "$tmp/expect.json" --report "$tmp/report" --junit "$tmp/junit" --out "$tmp/missing" -- "${program%%[; ]*}"
    grep -q 'tests="3" failures="1" errors="0" skipped="2"' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
    grep -q "<failure message=\"${missing#*:}" "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
    "$json" "$tmp/report" not_played | grep -q "^${missing#*:}" || fail "the report: $(cat "$tmp/report")"
    cmp -s "$tmp/report" "$tmp/missing/verdict.json" || fail "the folder's verdict: $(ls -A "$tmp/missing")"
    cp "$tmp/missing/run.json" "$tmp/out"
    json_is 'not started' end how
    json_is "${missing%%:*}" exit_code
    json_is complete state
    "$json" "$tmp/out" end why | grep -q "^${missing#*:}" || fail "run.json: $(cat "$tmp/out")"
done
run_expecting 5 --expect "$tmp/expect.json" -- true
err_has 'the layer was not loaded'
run_expecting 5 --repeat 2 -- true
err_has 'nothing was played: the layer was not loaded'
# An instance and a log, but no playback: nothing is judged or compared.
cat >"$tmp/idle" <<END
#!/bin/sh
$pretend_instance
echo '{"n":1,"wall_ms":0,"e":"log","version":1}' >>"\$UNDERSTUDY_EVENTS"
echo run >>"$tmp/runs"
END
chmod +x "$tmp/idle"
run_expecting 5 --repeat 2 -- "$tmp/idle"
err_has 'nothing was played: the app made an OpenXR instance, but playback never started'
[ "$(wc -l <"$tmp/runs")" = 1 ] || fail 'a second run began though nothing was played in the first'
echo '{"version": 1, "expect": [{"kind": "no_errors"}]}' >"$tmp/quiet.json"
run_expecting 5 --expect "$tmp/quiet.json" --report "$tmp/report" --junit "$tmp/junit" --out "$tmp/unplayed" -- "$tmp/idle"
err_has 'playback never started'
# The reports say so: expectations are skipped, and one case fails with the reason.
grep -q 'tests="2" failures="1" errors="0" skipped="1"' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
grep -q '<failure message="nothing was played: the app made an OpenXR instance, but playback never started' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
cp "$tmp/unplayed/verdict.json" "$tmp/out"
json_is failed result
json_is true expectations 0 left_out
"$json" "$tmp/report" not_played | grep -q '^nothing was played' || fail "the report: $(cat "$tmp/report")"
! grep -q PASSED "$tmp/err" || fail 'a run in which nothing was played has passed'

# A signal to run, or a further run in which nothing is played, fails the reports as well; they are not those of an earlier run.
# stopped N OPTION...: run gets a signal in its run N.
stopped()
{
    nth=$1
    shift
    rm -f "$tmp/runs" "$tmp/there"
    echo earlier | tee "$tmp/report" >"$tmp/junit"
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} \
        "$tree_tool" run --headless --play "$line" --report "$tmp/report" --junit "$tmp/junit" "$@" -- \
        "$tmp/app" 6 3 "echo >>$tmp/runs; [ \$(wc -l <$tmp/runs) != $nth ] || { : >$tmp/there; exec sleep 60; }" >/dev/null 2>"$tmp/err" </dev/null &
    stopped=$! ran="run, stopped in run $nth"
    while [ ! -e "$tmp/there" ] && kill -0 $stopped 2>/dev/null; do sleep 0.01; done
    kill -TERM $stopped
    code=0
    wait $stopped || code=$?
    [ $code = 143 ] || fail "exit code $code, not 143: $ran"
    err_has '^understudy: nothing is judged: signal 15 (Terminated) ended the run$'
    cp "$tmp/report" "$tmp/out"
    json_is failed result
}
stopped 1 --expect "$tmp/expect.json"
json_is 'signal 15 (Terminated) ended the run' not_played
grep -q 'tests="3" failures="1" errors="0" skipped="2"' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
grep -q '<failure message="signal 15 (Terminated) ended the run"/>' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
stopped 1 --baseline "$tmp/stopped"
[ ! -e "$tmp/stopped" ] || fail 'a run that a signal ended is the baseline'
stopped 2 --repeat 3
json_is 'the second run: signal 15 (Terminated) ended the run' not_played
stopped 3 --repeat 3
json_is 'run 3: signal 15 (Terminated) ended the run' not_played
grep -q '<failure message="run 3: signal 15 (Terminated) ended the run"/>' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
rm -f "$tmp/again"
run_expecting 5 --repeat 2 --junit "$tmp/junit" -- sh -c "[ -e $tmp/again ] && exit 0; : >$tmp/again; exec $tmp/app 6 3"
grep -q '<failure message="the second run: nothing was played: the layer was not loaded' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
rm -f "$tmp/again"

run_expecting 2 --repeat 2 --allow-unused -- "$tmp/idle"
err_has '--allow-unused excludes --expect, --repeat, --baseline, --report and --junit'

# An app that shows no frame in either run was played nothing; one that does in one of them differs.
run_expecting 5 --repeat 3 --junit "$tmp/junit" -- "$tmp/app" 0 none
err_has '^understudy: nothing was compared: the app showed no frame in either run$'
grep -q '<failure message="the app showed no frame in either run"/>' "$tmp/junit" || fail "JUnit: $(cat "$tmp/junit")"
for frames in '0:first run, and some in the second' '3:second run, and some in the first'; do
    run_expecting 1 --repeat 2 -- sh -c "[ -e $tmp/again ] && exec $tmp/app $((3 - ${frames%%:*})) none; : >$tmp/again; exec $tmp/app ${frames%%:*} none"
    err_has "^understudy: nothing was compared: the app showed no frame in the ${frames#*:} run\$"
    err_has '^understudy: not deterministic'
    rm -f "$tmp/again"
done
# And it is no baseline.
run_expecting 5 --baseline "$tmp/no-frame" -- env what=start "$tmp/app" 0 none 'echo "{\"n\":3,\"wall_ms\":2,\"e\":\"play\",\"session\":1,\"what\":\"$what\"}" >>"$UNDERSTUDY_EVENTS"'
err_has 'the run does not become the baseline, because the app showed no frame'

# An end that is known to be bad, and only that, is no failure.
for how in any SIGABRT 134; do
    run_expecting 0 --exit $how --expect "$tmp/expect.json" -- "$tmp/app" 6 3 'kill -ABRT $$'
    err_has '^PASSED: 2 of 2'
    run_expecting 0 --exit $how --repeat 2 -- "$tmp/app" 6 3 'kill -ABRT $$'
done
run_expecting 1 --exit any --expect "$tmp/expect.json" -- "$tmp/app" 4 none 'kill -ABRT $$'
run_expecting 3 --exit SIGSEGV --expect "$tmp/expect.json" -- "$tmp/app" 6 3 'kill -ABRT $$'
err_has 'the app crashed: signal 6'
run_expecting 3 --exit SIGABRT --repeat 2 -- "$tmp/app" 6 3
err_has 'the app failed: its exit code is 0'
run_expecting 3 --exit SIGABRT --repeat 2 -- sh -c "[ -e $tmp/again ] && exec $tmp/app 6 3; : >$tmp/again; exec $tmp/app 6 3 'kill -ABRT \$\$'"
rm -f "$tmp/again"
run_limited --exit any

# An expectation of its end is the judge of that.
echo '{"version": 1, "expect": [{"kind": "ends", "exit_code": 7}]}' >"$tmp/ends.json"
run_expecting 0 --expect "$tmp/ends.json" -- "$tmp/app" 6 3 exit 7
run_expecting 1 --expect "$tmp/ends.json" -- "$tmp/app" 6 3 exit 8
err_has 'the app ended with exit code 8, and not with 7'
run_expecting 1 --expect "$tmp/ends.json" -- "$tmp/app" 6 3 'kill -SEGV $$'
err_has 'the app ended with signal 11, and not with exit code 7'

# What the app writes: a text, none, a regular expression, on either stream or on one. Only `run` knows it.
printf '#!/bin/sh\necho "level loaded in 12 ms"\necho "WARNING: no sound" >&2\nexec "$@"\n' >"$tmp/writes"
chmod +x "$tmp/writes"
# wrote CODE EXPECTATION
wrote()
{
    echo "{\"version\": 1, \"expect\": [{\"kind\": \"output\", $2}]}" >"$tmp/output.json"
    run_expecting "$1" --expect "$tmp/output.json" -- "$tmp/writes" "$tmp/app" 6 3
}
wrote 0 '"has": "level loaded"'
wrote 0 '"matches": "loaded in [0-9]+ ms$", "stream": "stdout"'
wrote 1 '"has": "level loaded", "stream": "stderr"'
err_has "no line of standard error has 'level loaded'"
wrote 0 '"has_not": "SCRIPT ERROR"'
wrote 1 '"has_not": "WARNING"'
err_has 'standard error, line 1: WARNING: no sound'
wrote 1 '"matches_not": "^W.*sound$"'
wrote 2 '"matches": "("'
err_has 'this is no extended regular expression: ('
wrote 2 '"stream": "stderr"'
err_has "this expectation needs one of 'has', 'has_not', 'matches' and 'matches_not'"

# Two runs: the same, another thing in the second, one that is longer.
run_expecting 0 --repeat 2 -- "$tmp/app" 6 3
err_has '^understudy: deterministic: no difference in 6 frames$'
run_expecting 1 --repeat 2 -- sh -c "[ -e $tmp/again ] && exec $tmp/app 6 4; : >$tmp/again; exec $tmp/app 6 3"
err_has '^understudy: not deterministic:$'
err_has '^the first difference is in frame 3 (3.000 s of the recording), in the haptic output buzz of /user/hand/right$'
err_has '^  the second run: nothing like it in this frame$'
rm -f "$tmp/again"
run_expecting 0 --repeat 2 -- sh -c "[ -e $tmp/again ] && exec $tmp/app 9 3; : >$tmp/again; exec $tmp/app 6 3"
run_expecting 3 --repeat 2 -- "$tmp/app" 6 3 exit 1
err_has 'deterministic: no difference'

# A misspelt marker is found before the app starts, wherever the expectations name one.
wrong_marker()
{
    echo "{\"version\": 1, \"expect\": [
        {\"kind\": \"frames\", \"at_least\": 1},
        $1]}" >"$tmp/marker.json"
    rm -f "$tmp/ran"
    expect 2 in_home "$tree_tool" run --headless --play "$data/demo.bin" --expect "$tmp/marker.json" -- touch "$tmp/ran"
    err_has "marker.json: line 3: '$2': there is no marker 'wav'; the recording has '"
    [ ! -e "$tmp/ran" ] || fail 'the app was started with a misspelt marker'
}
wrong_marker '{"kind": "haptic", "from": "wav"}' from
wrong_marker '{"kind": "haptic", "from": "wave", "to": "wav"}' to
wrong_marker '{"kind": "event", "event": "marker", "where": {"name": "wav"}}' name
wrong_marker '{"kind": "order", "of": [{"kind": "haptic"}, {"kind": "event", "event": "marker", "where": {"name": "wav"}}]}' name
echo '{"version": 1, "expect": [{"kind": "event", "event": "marker", "where": {"name": "wave"}, "at_least": 0, "at_most": 1, "from": "pinch"}]}' >"$tmp/marker.json"
expect 5 in_home "$tree_tool" run --headless --play "$data/demo.bin" --expect "$tmp/marker.json" -- true

# Live input is named, and told from what is recorded: of two sides in one line only one is live.
cat >"$tmp/live" <<'END'
#!/bin/sh
# live FILE: the log is a few spaces, and FILE's lines in frame 0.
{
    echo '{"n":1,"wall_ms":0,"e":"log","version":1}'
    echo '{"n":2,"wall_ms":0,"e":"bindings","profile":"/interaction_profiles/ext/eye_gaze_interaction","count":1,"gaze":["look"],"result":"XR_SUCCESS"}'
    echo '{"n":3,"wall_ms":0,"e":"space","space":1,"kind":"reference","type":"VIEW"}'
    echo '{"n":4,"wall_ms":0,"e":"space","space":2,"kind":"reference","type":"STAGE"}'
    echo '{"n":5,"wall_ms":0,"e":"space","space":3,"kind":"action","action":"grip","subaction":"/user/hand/left"}'
    echo '{"n":6,"wall_ms":0,"e":"space","space":4,"kind":"action","action":"look","subaction":null}'
    echo '{"n":7,"wall_ms":0,"e":"action","action":"early","subaction":null,"active":true,"value":'"${early:-1}"',"from":"runtime"}'
    echo '{"n":8,"wall_ms":2,"frame":0,"e":"wait","session":1,"at_s":0}'
    sed 's/^/{"n":9,"wall_ms":2,"frame":0,/' "$1"
} >>"$UNDERSTUDY_EVENTS"
END
plays "$tmp/live"
locate() { echo "\"e\":\"locate\",\"call\":\"xrLocateSpace\",\"space\":$1,\"base\":$2,\"from\":\"$3\",\"flags\":\"$4\",\"pose\":[0,0,0,0,0,0,1]}"; }
# live WANTED <LINES
live()
{
    cat >"$tmp/lines"
    run_expecting 0 --repeat 2 -- "$tmp/live" "$tmp/lines"
    if [ -n "$1" ]; then
        err_has "^understudy: live input reached the app and was the same in both runs: $1\$"
    else
        ! grep -q 'live input' "$tmp/err" || fail "live input where there is none: $(grep 'live input' "$tmp/err")"
    fi
}
# None: what is recorded, what is not there, places in the room, what came before playback.
cat >"$tmp/not_live" <<END
$(locate 1 2 both opOP)
$(locate 3 2 both opOP)
$(locate 3 1 recording opOP)
$(locate 3 2 runtime '')
$(locate 2 2 runtime opOP)
"e":"action","action":"grab","subaction":null,"active":false,"value":0,"from":"runtime"}
"e":"action","action":"pinch","subaction":null,"active":true,"value":1,"from":"recording"}
"e":"action","action":"grip","subaction":"/user/hand/left","active":true,"from":"runtime"}
"e":"hand","hand":"left","base":2,"active":false,"from":"runtime"}
END
live '' <"$tmp/not_live"
locate 3 2 runtime opOP >"$tmp/one"
live hands <"$tmp/one"
locate 4 2 runtime o >"$tmp/one"
live gaze <"$tmp/one"
locate 1 2 runtime opOP >"$tmp/one"
live head <"$tmp/one"
locate 3 1 both opOP >"$tmp/hand_in_view"
live hands <"$tmp/hand_in_view"
locate 4 1 both opOP >"$tmp/one"
live gaze <"$tmp/one"
# The same of a recorded hand in a live head.
{ cat "$tmp/hand_in_view"; locate 1 2 runtime opOP; } >"$tmp/one"
live head <"$tmp/one"
{ cat "$tmp/hand_in_view"; echo '"e":"views","base":2,"flags":"opOP","from":"runtime"}'; } >"$tmp/one"
live head <"$tmp/one"
echo '"e":"hand","hand":"left","base":2,"active":true,"from":"runtime"}' >"$tmp/one"
live hands <"$tmp/one"
echo '"e":"action","action":"grab","subaction":null,"active":true,"value":0,"from":"both"}' >"$tmp/one"
live buttons <"$tmp/one"
# After --end release all input is live.
{ echo '"e":"play","what":"released"}'; locate 1 2 runtime opOP; } >"$tmp/one"
live '' <"$tmp/one"
# What came before playback counts where the runs differ there.
rm -f "$tmp/again"
run_expecting 1 --repeat 2 -- sh -c "if [ -e $tmp/again ]; then early=0; fi; : >$tmp/again; export early; exec $tmp/live $tmp/not_live"
err_has '^understudy: live input reached the app: buttons\. The recording does not play it, so it may differ between runs\.$'

# Wrong expectations are found before the app starts; nothing is left behind.
echo '{"version": 1, "expect": [{"kind": "hapic"}]}' >"$tmp/wrong.json"
run_expecting 2 --expect "$tmp/wrong.json" -- touch "$tmp/started"
[ ! -e "$tmp/started" ] || fail "the app was started with wrong expectations"
err_has "wrong.json: line 1: 'kind' is unknown: 'hapic'; did you mean 'haptic'"

# Without expectations and comparisons the one result is whether the recording played to its end.
ends='echo "{\"n\":3,\"wall_ms\":2,\"frame\":3,\"e\":\"play\",\"session\":1,\"what\":\"$what\"}" >>"$UNDERSTUDY_EVENTS"'
for ways in 'ended 0 quit' 'ended 0 hold' 'loop 0 loop' 'ended 1 loop' 'quit 1 quit'; do
    # shellcheck disable=SC2086 # a list of words
    set -- $ways
    run_expecting "$2" --end "$3" --report "$tmp/report" --junit "$tmp/junit" -- env what="$1" "$tmp/app" 4 none "$ends"
    grep -q '<testsuite name="understudy run" tests="1" failures="'"$2"'" ' "$tmp/junit" || fail "$ways: JUnit has $(cat "$tmp/junit")"
    grep -q 'name="the recording played to its end"' "$tmp/junit" || fail "$ways: JUnit has $(cat "$tmp/junit")"
    cp "$tmp/report" "$tmp/out"
    json_is "$([ "$2" = 0 ] && echo passed || echo failed)" result
done
err_has '^FAILED  the recording played to its end: the app ended, or its session did, before that, at 3.000 s; '
run_expecting 3 --junit "$tmp/junit" -- env what=ended "$tmp/app" 4 none "$ends; exit 7"
err_has 'the app failed: its exit code is 7'
mkdir "$tmp/temporary"
expect 0 in_home TMPDIR="$tmp/temporary" "$tree_tool" run --headless --play "$line" --repeat 2 --expect "$tmp/expect.json" -- "$tmp/app" 6 3
[ -z "$(ls "$tmp/temporary")" ] || fail "left behind: $(ls "$tmp/temporary")"
finish
