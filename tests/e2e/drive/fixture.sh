#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The fixture xr of the plug-in, with the example of docs/pytest.md as it stands there: the expected picture is made, met, and not met; what a failed
# test says and keeps; apps that end badly.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_pytest
mkdir "$work/tests"
cd "$work/tests"
echo 'pytest_plugins = ["pytest_understudy"]' >conftest.py
printf '[pytest]\npythonpath = %s\n' "$build/share/understudy" >pytest.ini
# example HEADING: the first example below it in the document.
example() { awk -v heading="$1" '$0 == heading { here = 1 } here && /^```$/ { exit } inside { print } here && /^```python$/ { inside = 1 }' "$source/docs/pytest.md"; }
example '## Drive an app' >test_grab.py
grep -q 'expect.picture("grabbed.png")' test_grab.py || fail "docs/pytest.md has no example"
pytest_ends 0 --understudy-out=kept
says '1 passed, 1 warning'
says 'made the expected picture'
[ -s grabbed.png ] || fail "the expected picture was not made"
grep -q 'name="understudy_run"' junit.xml || fail "the JUnit file does not name the run folder"
pytest_ends 0
says_not 'warning'

sed 's/squeeze(1.0, over=0.2)/gesture("fist")/' test_grab.py >test_other.py
pytest_ends 1 test_other.py
says 'NotAsked: '
sed 's/squeeze(1.0, over/squeeze(0.5, over/' test_grab.py >test_other.py
pytest_ends 1 test_other.py --understudy-out=kept
says 'NotMet: not met within 0.5 seconds: haptic right'
recording=$(sed -n 's/^recording: //p' out.txt)
"$tool" info "$recording" >info.txt 2>&1 || fail "the recording of the failed test cannot be read: $recording"
grep -q '"e":"submit"' "$(sed -n 's/^run folder: //p' out.txt)/log.jsonl" || fail "the log of the failed test was not kept"
rm test_other.py

sed -i 's/point_at(0.3/point_at(-0.5/' test_grab.py
pytest_ends 1
says 'is not the picture'
pytest_ends 0 --understudy-update-baseline
says 'made the expected picture'
pytest_ends 0
says_not 'warning'

example '### Without pytest' >alone.py
UNDERSTUDY_TOOL=$tool PYTHONPATH=$build/share/understudy "$python" alone.py >out.txt 2>&1 || { cat out.txt; fail "the example without pytest"; }
"$tool" info drive.mcap >info.txt || fail "the example without pytest left no recording"
# Its options may be shell words, and the app has a folder, as in a test.
mkdir elsewhere
sed -i 's/save="drive.mcap"/save="drive.mcap", options="--force --quiet", folder="elsewhere"/' alone.py
UNDERSTUDY_TOOL=$tool PYTHONPATH=$build/share/understudy "$python" alone.py >out.txt 2>&1 || { cat out.txt; fail "the example with shell words and a folder"; }
[ -s elsewhere/drive.mcap ] || fail "the app did not run in its folder"

cat >test_ends.py <<'END'
import os
import signal

import pytest
import understudy_drive

def test_no_xr(xr):
    with pytest.raises(understudy_drive.AppEnded):
        xr.launch("sh", "-c", "echo no headset today >&2; exit 3")

def test_bad_end(xr):
    xr.launch("sh", "-c", "hello_xr -g Vulkan2; exit 7").advance(frames=2)

def test_dies(xr):
    app = xr.launch("sh", "-c", "echo $$ >pid; exec hello_xr -g Vulkan2")
    app.advance(frames=2)
    with open("pid") as file:
        os.kill(int(file.read()), signal.SIGKILL)
    app.advance(seconds=1)
END
pytest_ends 1 test_ends.py
says '1 failed, 2 passed, 2 errors'
says 'exit code 7'
says 'signal 9'

cat >test_ends.py <<'END'
def test_absent(xr):
    xr.launch("/no/such/app")
END
pytest_ends 1 test_ends.py
says 'there is no app /no/such/app'
says 'messages: '
says_not 'recording: ' # there is none
