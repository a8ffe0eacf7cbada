# SPDX-License-Identifier: MIT
# `run --expect` and `--twice`: the verdict, its reports and exit codes, with apps that write the event log themselves.
. "$(dirname "$0")/common.sh"
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
chmod +x "$tmp/app"
cat >"$tmp/expect.json" <<'END'
{"version": 1, "expect": [
  {"name": "five frames", "kind": "frames", "at_least": 5},
  {"kind": "haptic", "hand": "right"}]}
END
trial()
{
    wanted=$1
    shift
    expect "$wanted" in_home "$tree_tool" run --headless --play "$line" "$@"
}

trial 0 --expect "$tmp/expect.json" --report "$tmp/report" --junit "$tmp/junit" -- "$tmp/app" 6 3 echo done
out_has '^done$'
err_has '^passed  five frames: frame 4 (4.000 s), xrWaitFrame, line 8$'
err_has '^PASSED: 2 of 2 expectations met in 6 frames'
cp "$tmp/report" "$tmp/out"
json_is passed result
json_is 0 app exit_code
grep -q 'testcase classname=".*expect.json" name="five frames"' "$tmp/junit" || fail "no test case in the JUnit report"

# Not met; the app failed; it crashed; it hung; it could not be started; it used no OpenXR.
trial 1 --expect "$tmp/expect.json" -- "$tmp/app" 4 none
err_has '^FAILED  five frames: seen 4 times, at least 5 are expected; the end of the log$'
err_has '^FAILED  haptic: seen 0'
trial 3 --expect "$tmp/expect.json" -- "$tmp/app" 6 3 exit 7
err_has 'the app failed: it ended with exit code 7'
err_has '^PASSED: 2 of 2'
trial 3 --expect "$tmp/expect.json" --report "$tmp/report" -- "$tmp/app" 6 3 'kill -SEGV $$'
err_has 'the app crashed: signal 11'
cp "$tmp/report" "$tmp/out"
json_is 11 app signal
trial 3 --expect "$tmp/expect.json" --limit 0.3 -- "$tmp/app" 6 3 sleep 20
err_has 'the app failed: it did not end within the limit'
trial 127 --expect "$tmp/expect.json" -- "$tmp/there_is_none"
trial 5 --expect "$tmp/expect.json" -- true
err_has 'the layer was not loaded'
trial 5 --twice -- true

# An expectation of its end is the judge of that.
echo '{"version": 1, "expect": [{"kind": "ends", "exit_code": 7}]}' >"$tmp/ends.json"
trial 0 --expect "$tmp/ends.json" -- "$tmp/app" 6 3 exit 7
trial 1 --expect "$tmp/ends.json" -- "$tmp/app" 6 3 exit 8
err_has 'the app ended with exit code 8'
trial 1 --expect "$tmp/ends.json" -- "$tmp/app" 6 3 'kill -SEGV $$'
err_has 'the app ended with signal 11'

# Two runs: the same, another thing in the second, one that is longer.
trial 0 --twice -- "$tmp/app" 6 3
err_has '^understudy: deterministic: no difference in 6 frames$'
trial 1 --twice -- sh -c "[ -e $tmp/again ] && exec $tmp/app 6 4; : >$tmp/again; exec $tmp/app 6 3"
err_has '^understudy: not deterministic:$'
err_has '^they differ first in frame 3 (3.000 s of the recording), in the haptic output buzz of /user/hand/right$'
err_has '^  the second run: nothing of the kind$'
rm -f "$tmp/again"
trial 0 --twice -- sh -c "[ -e $tmp/again ] && exec $tmp/app 9 3; : >$tmp/again; exec $tmp/app 6 3"
trial 3 --twice -- "$tmp/app" 6 3 exit 1
err_has 'deterministic: no difference'

# Wrong expectations are found before the app starts; nothing is left behind.
echo '{"version": 1, "expect": [{"kind": "hapic"}]}' >"$tmp/wrong.json"
trial 2 --expect "$tmp/wrong.json" -- touch "$tmp/started"
[ ! -e "$tmp/started" ] || fail "the app was started with wrong expectations"
err_has "wrong.json: line 1: 'kind' is unknown: 'hapic'; did you mean 'haptic'"
trial 2 --report "$tmp/report" -- true
err_has 'go with --expect'
mkdir "$tmp/temporary"
expect 0 in_home TMPDIR="$tmp/temporary" "$tree_tool" run --headless --play "$line" --twice --expect "$tmp/expect.json" -- "$tmp/app" 6 3
[ -z "$(ls "$tmp/temporary")" ] || fail "left behind: $(ls "$tmp/temporary")"
finish
