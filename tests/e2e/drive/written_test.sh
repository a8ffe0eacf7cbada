#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# written_test.sh: what `understudy drive --write-test` writes of a drive is a test that passes, and in which the app is told the same.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_pytest
mkdir "$work/tests"
cd "$work/tests"
echo 'pytest_plugins = ["pytest_understudy"]' >conftest.py
printf '[pytest]\npythonpath = %s\n' "$build/share/understudy" >pytest.ini

# drive CODE [option...]: drives hello_xr by what is on standard input.
drive() {
  local wanted=$1 code=0
  shift
  "$tool" drive --headless --quiet "$@" -- hello_xr -g Vulkan2 >answers.txt 2>err.txt || code=$?
  [ "$code" = "$wanted" ] || { cat err.txt; fail "the drive ends with $code and not with $wanted"; }
}
# same_as LOG TEST: the test passes, and its app is told what the drive's was.
same_as() {
  pytest_ends 0 --understudy-out="$work/kept" --understudy-tool="$tool" "$2.py"
  "$tool" compare "$1" "$work/kept/$2.py-$2/run/log.jsonl" >compare.txt 2>&1 || { cat "$2.py" compare.txt; fail "the test $2 does otherwise"; }
}

# By the prompt, with all that has a word of its own.
cat >lines.txt <<'END'
right profile oculus/touch_controller; right grip 0.2 -0.1 -0.5
head pose 0 0.1 0 10 0 0 over 0.1
advance 5
picture
locate 0.5 0.5 distance 2
right point_at 0 0 -2
right squeeze/value 1 over 0.2
right a/click yes after 0.05
right thumbstick 0.5 -0.25
left profile valve/index_controller
left trackpad/force 0.5 over 0.1
until haptic right within 0.5 s
mark "grabbed it"
until layer projection within 0.5 s
right gesture pinch 0.5
right joint index_distal 12
right joint index_proximal 40 -5 over 0.1
until haptic any within 30
left connected no
right tracked no
fault freeze:head after 0.05 s
head pose 0 0.3 0
advance 6
fault end freeze:head
fault lose:left+0.1s
advance 3
stop
END
drive 0 --clock frame:90 --save typed.mcap --log typed.jsonl --write-test test_typed.py <lines.txt
for line in 'xr.launch("hello_xr", "-g", "Vulkan2", rate=90)' 'app.right.holds("oculus/touch_controller")' 'app.right.move_to(0.2, -0.1, -0.5, yaw=0)' \
  'app.head.move_to(0, 0.1, 0, yaw=10, pitch=0, roll=0, over=0.1)' 'app.advance(frames=5)' 'picture = app.expect.picture("test_typed-000005.png")' \
  'target = picture.at(0.5, 0.5, distance=2)' 'app.right.squeeze(1, over=0.2)' 'app.right.press("a", after=0.05)' 'app.right.stick(0.5, -0.25)' \
  'app.do("left trackpad/force 0.5", over=0.1)' 'app.expect.haptic("right", within=0.5)' 'app.mark("grabbed it")' 'app.right.gesture("pinch", 0.5)' \
  'app.right.joint("index_distal", 12)' 'app.right.joint("index_proximal", 40, -5, over=0.1)' \
  'app.wait(haptic="any", frames=30)' 'app.wait(layer="projection", within=0.5)' 'app.left.put_down()' 'app.right.lose_tracking()' \
  'app.fault("freeze:head", after=0.05)' 'app.end_fault("freeze:head")' 'app.fault("lose:left+0.1s")'; do
  grep -qF -- "    $line" test_typed.py || grep -qF -- "$line" test_typed.py || { cat test_typed.py; fail "the test has no line $line"; }
done
same_as typed.jsonl test_typed
same_as typed.jsonl test_typed # the expected picture is there now
says_not 'made the expected picture'
says 'UnboundInput: the app has no action bound to right thumbstick of oculus/touch_controller'

# Pictures that the drive read are found from the test, wherever it lies and wherever pytest is started.
mkdir -p pictures deep/er
cp test_typed-000005.png pictures/seen.png
cat >lines.txt <<'END'
right profile oculus/touch_controller; right grip 0.2 -0.1 -0.5
head pose 0 0.1 0 10 0 0 over 0.1
until picture pictures/seen.png within 12 frames
advance 1
END
for test in test_near.py deep/er/test_far.py; do
  drive 0 --clock frame:90 --save read.mcap --force --log read.jsonl --write-test "$test" <lines.txt
done
grep -qF 'picture="pictures/seen.png"' test_near.py || { cat test_near.py; fail "the test does not name the picture"; }
grep -qF 'picture="../../pictures/seen.png"' deep/er/test_far.py || { cat deep/er/test_far.py; fail "the test far away does not name the picture"; }
same_as read.jsonl test_near
for folder in . deep deep/er; do
  cd "$work/tests/$folder"
  pytest_ends 0 -c "$work/tests/pytest.ini" --understudy-tool="$tool" "$work/tests/test_near.py" "$work/tests/deep/er/test_far.py"
done
cd "$work/tests"

# A point that was located is a target.
printf '%s\n' 'advance 2' picture 'locate 0.5 0.5 distance 2' | drive 0 --save target.mcap
point=$(sed -n 's/^point: //p' answers.txt)
printf '%s\n' 'advance 2' picture 'locate 0.5 0.5 distance 2' "right point_at $point" | drive 0 --save target.mcap --force --write-test test_target.py
grep -qF 'app.right.point_at(target)' test_target.py || { cat test_target.py; fail "the point is no target"; }

# The test has the name of the file, in any script; what no name of Python has becomes "_".
named() {
  printf 'advance 1\n' | drive 0 --save named.mcap --force --write-test "$1.py"
  grep -qF "def $2(xr):" "$1.py" || { cat "$1.py"; fail "$1.py has no test $2"; }
  python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())' "$1.py" || fail "$1.py is no Python"
}
named test_grüß test_grüß
"$tool" drive --headless --save named.mcap --force --write-test grab.py -- hello_xr -g Vulkan2 <<<'advance 1' >/dev/null 2>err.txt
grep -qF 'grab.py is the test of the drive; pytest finds only names such as test_grab.py by itself' err.txt || { cat err.txt; fail "it is not said that pytest does not find grab.py"; }
named 'test 2–3 (ok)×' test_test_2_3__ok__
named test_Ελλάδα-Москва-שלום-ไทย-ქართ test_Ελλάδα_Москва_שלום_ไทย_ქართ
named test_手を振る-カメラ-손-हाथ-يد test_手を振る_カメラ_손_हाथ_يد
named "test_$(printf 'a\xff')" test_a_
pytest_ends 0 --understudy-tool="$tool" test_grüß.py
# The first and the last letters of each range that is kept, and their neighbours.
for letters in À-Ö-Ø-ö-ø-ˁ-˂-ʯ-ͯ-Ͱ-Έ-Ί-Ύ-Ρ-Σ-ϵ-϶-Ϸ-ҁ-҂-Ҋ-ԯ-Ա-Ֆ ա-և-א-ת-٠-ؠ-٩-٪-ऀ-ॣ-।-ก-ฺ-เ-๎-๏-ა-ჺ-჻-Ḁ-ỿ ぁ-ゖ-ァ-ヺ-・-㐀-䶿-一-鿼-가-힣-×-÷-«; do
  printf 'advance 1\n' | drive 0 --save named.mcap --force --write-test "test_$letters.py"
  python3 -c 'import ast, sys; ast.parse(open(sys.argv[1], encoding="utf-8").read())' "test_$letters.py" || fail "test_$letters.py is no Python"
done

# What was undone is not in the test.
cat >lines.txt <<'END'
right profile oculus/touch_controller
advance 3
mark here
fault lose:left+0.1s
session recentre
advance 9
undo here
picture
point_at right 0.55 0.45 distance 1.9 over 0.1 s
right squeeze/value 1
advance 10
undo frame 8
undo frame 6
right thumbstick 0.5 0.5
advance 3
END
drive 0 --save undone.mcap --log undone.jsonl --write-test test_undone.py <lines.txt
cat >expected.txt <<'END'
    app.right.holds("oculus/touch_controller")
    app.advance(frames=3)
    app.mark("here")
    app.expect.picture("test_undone-000003.png")
    app.ask("aim", **{"do": "point_at", "hand": "right", "target": {"at": [0.55, 0.45], "distance": 1.9}, "over": 0.1})
    app.right.squeeze(1)
    app.advance(frames=3)
    app.right.stick(0.5, 0.5)
    app.advance(frames=3)
END
grep '^    ' test_undone.py | tail -n +2 | diff expected.txt - || fail "what was undone is in the test, or what was not is missing"
same_as undone.jsonl test_undone

# By a client, with what did not come, and frames of which the client that left never heard.
request() { printf '{"id":1,"method":"%s","params":%s}\n' "$1" "$2"; }
{
  request 'do' '{"commands":[{"line":"right profile oculus/touch_controller"},{"line":"right squeeze/value 0.5"}]}'
  request advance '{"until":{"haptic":"right"},"within_seconds":0.1}'
  request advance '{"until":{"event":"haptic","where":{"subaction":"/user/hand/left"}},"within_seconds":0.1}'
  request advance '{"until":{"event":"sync"},"within_frames":3}'
  request advance '{"seconds":0.05}'
  request advance '{"frames":4}'
} | drive 0 --stdio --save client.mcap --log client.jsonl --write-test test_client.py
grep -qF 'app.expect.no_event("haptic", {"subaction": "/user/hand/left"}, within=0.1)' test_client.py || { cat test_client.py; fail "no no_event"; }
grep -qF '# this did not come: {"haptic":"right"}' test_client.py || { cat test_client.py; fail "what did not come is not said"; }
same_as client.jsonl test_client

# It is there when the app has crashed, and is never overwritten.
code=0
"$tool" drive --headless --quiet --save dies.mcap --write-test test_dies.py -- sh -c 'echo $$ >pid; exec hello_xr -g Vulkan2' < <(
  echo 'advance 3'
  until grep -q '"frame":2' dies.jsonl 2>/dev/null || [ -s pid ]; do sleep 0.1; done
  kill -SEGV "$(cat pid)"
  echo 'advance 100000'
) >answers.txt 2>err.txt || code=$?
[ "$code" = 139 ] || { cat err.txt; fail "the exit code is $code"; }
grep -q '^def test_dies(xr):' test_dies.py || fail "a crash leaves no test"
cp test_client.py before.py
drive 2 --write-test test_client.py </dev/null
cmp -s test_client.py before.py || fail "the test was overwritten"
drive 2 --write-test test.txt </dev/null
drive 2 --force </dev/null
drive 2 --force --write-test hello.py --log hello.py </dev/null
drive 0 --save again.mcap --force --write-test test_client.py <<<'advance 2'
grep -q 'advance(frames=2)' test_client.py || fail "--force does not replace it"
