#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The plug-in of pytest as docs/pytest.md describes it, with hello_xr: which runs pass, which fail and with which message, and which are errors.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_pytest
data=$source/tests/data app='hello_xr -g Vulkan2' part='--from pinch --to poke'

# project NAME: makes a project as the document says. The next runs are in it.
project() {
  mkdir -p "$work/$1/takes"
  cd "$work/$1"
  echo 'pytest_plugins = ["pytest_understudy"]' >conftest.py
  printf '[pytest]\npythonpath = %s\nunderstudy_app = %s\nunderstudy_options = %s\n' "$build/share/understudy" "$app" "$part" >pytest.ini
  printf '[understudy]\n' >takes/understudy.ini
  cp "$data/demo.bin" takes/grab.bin
}
expect() { printf '{"version": 1, "expect": [{"name": "%s", "kind": "haptic", "hand": "%s", "at_least": 1}]}\n' "$1" "$2"; }

# A folder of recordings: one passes, one fails, one is never played, one is left out.
project folder
mkdir bin
printf '#!/bin/sh\nexit 0\n' >bin/no_xr
chmod +x bin/no_xr
for name in still never later; do cp takes/grab.bin takes/$name.bin; done
expect "the right hand feels the grab" right >takes/grab.expect.json
expect "the left hand feels something" left >takes/still.expect.json
printf '[understudy]\nlimit = 120\n[never.bin]\napp = ../bin/no_xr\n[later.bin]\nskip = the door is not there yet\nmarks = slow\n' >takes/understudy.ini
pytest_ends 1 -rs
says '2 failed, 1 passed, 1 skipped'
says 'FAILED: 0 of 1 expectations met in 121 frames'
says 'FAILED  the left hand feels something: seen 0 times, at least 1 are expected'
says 'nothing was played: the layer was not loaded'
says 'the door is not there yet'
says_not 'Traceback'
page=$(sed -n 's/^report: \(.*still.*\)/\1/p' out.txt)
grep -q '<html' "$page" || fail "the page of the failed run is not there: $page"
grep -q 'name="understudy_report" value="[^"]*still' junit.xml || fail "the JUnit file does not name the page"
# The command that is shown repeats the run.
eval "$(sed -n 's/^command: \(.*still.*\)/\1/p' out.txt | head -n 1)" <<<"" >again.txt 2>&1 && fail "the command that was shown passes"
! grep 'terminating it' again.txt || fail "the app of the command that was shown did not end by itself"
# One recording alone, and by its mark.
pytest_ends 0 takes/grab.bin
says '1 passed'
pytest_ends 0 -m slow
says '1 skipped, 3 deselected'
# Files of an earlier run do not hide a failure of a later one.
printf 'no recording' >takes/still.bin
pytest_ends 1 takes/still.bin
says 'this is a text file, not an input animation file'
says_not 'expectations met'
says_not 'report: '

# An app that leaves before the recording ends was not played to. A section may take back a skip.
project early
printf '[understudy]\nskip = not now\n[grab.bin]\nskip =\napp = %s --frames 5 --log /dev/null\n' "$build/bin/understudy_probe" >takes/understudy.ini
cp takes/grab.bin takes/other.bin
pytest_ends 1
says '1 failed, 1 skipped'
says 'the recording played to its end'

# What is wrong in the folder is an error.
project wrong
printf '[understudy]\nskip = no\n' >takes/understudy.ini
pytest_ends 2
says '[understudy]: skip = no: it is the reason why the recording is left out; to play it, write nothing behind skip ='
printf '[understudy]\nap = x\n' >takes/understudy.ini
pytest_ends 2
says "[understudy]: there is no setting 'ap'"
printf '[grap.bin]\nlimit = 3\n' >takes/understudy.ini
pytest_ends 2
says '[grap.bin]: there is no such recording in this folder'
: >takes/understudy.ini
expect x right >takes/grap.expect.json
pytest_ends 2
says 'grap.expect.json: no recording of this name'
rm takes/grap.expect.json
# It must not replace the one beside a recording without a word.
expect x right >takes/grab.expect.json
expect x right >takes/other.json
printf '[understudy]\nexpect = other.json\n' >takes/understudy.ini
pytest_ends 2
says 'grab.expect.json: it would not be used, because understudy.ini says expect = other.json; remove it, or write expect = grab.expect.json in a section [grab.bin]'
rm takes/grab.expect.json takes/other.json
# wrong CODE LINE TEXT [option of pytest...]: with this line in understudy.ini, the test says this text, and shows no code of its own.
wrong() {
  printf '[understudy]\n%s\n' "$2" >takes/understudy.ini
  pytest_ends "$1" "${@:4}"
  says "$3"
  says_not 'Traceback'
  says_not 'shlex.py'
  says_not 'raise '
}
# A mistake in the file is one error, however many recordings it is for, and also if one of them is played alone.
for name in still never; do cp takes/grab.bin takes/$name.bin; done
wrong 2 'ap = x' '1 error in '
wrong 2 'ap = x' '1 error in ' takes/still.bin
wrong 2 'headless = maybe' 'understudy.ini: [understudy]: headless = maybe: it is yes or no'
says '1 error in '
wrong 2 'limit = soon' 'understudy.ini: [understudy]: limit = soon: it is a number of seconds, above 0 and at most 1000000'
for limit in 0 -1 nan 1e7; do wrong 2 "limit = $limit" "understudy.ini: [understudy]: limit = $limit: it is a number of seconds, above 0"; done
wrong 2 'expect = missing.json' "understudy.ini: [understudy]: expect = missing.json: $PWD/takes/missing.json is not there"
says '1 error in '
wrong 2 'folder = nowhere' "takes/understudy.ini: [understudy]: folder = nowhere: $PWD/takes/nowhere, in which the app runs, is no folder"
says '1 error in '
wrong 2 'folder = grab.bin' "folder = grab.bin: $PWD/takes/grab.bin, in which the app runs, is no folder"
rm takes/still.bin takes/never.bin
wrong 2 'app = hello_xr "-g' 'understudy.ini: [understudy]: app = hello_xr "-g: No closing quotation'
wrong 2 'options = --from "pinch' 'understudy.ini: [understudy]: options = --from "pinch: No closing quotation'
wrong 2 'env = A=1 B' "understudy.ini: [understudy]: env = A=1 B: 'B' is not NAME=value"
XR_RUNTIME_JSON='' XDG_CONFIG_HOME=$PWD XDG_CONFIG_DIRS=$PWD wrong 1 'headless = no' 'no OpenXR runtime is installed; install one, or pass --headless'
wrong 1 'limit = 60' 'hello_xr "x: No closing quotation' --understudy-app='hello_xr "x'
wrong 1 'limit = 60' 'no run folder can be made: ' --understudy-out=/dev/null/runs
# Another program that ends well has played nothing.
wrong 1 'limit = 60' 'true left no run folder: it is not the tool of Understudy' --understudy-tool=true
rm takes/grab.bin
pytest_ends 2
says 'no recording (*.bin, *.mcap) is in this folder'

# The baselines of a folder, each in a folder of its own name. A run that cannot become one says why.
project baselines
printf '[understudy]\nbaseline = good/ones\n' >takes/understudy.ini
pytest_ends 1
says "takes/good/ones/grab: there is no baseline, and 'required' forbids to make one"
pytest_ends 0 --understudy-update-baseline
[ -e takes/good/ones/grab/run/run.json ] || fail "no baseline was made"
pytest_ends 0
rm -r takes/good
touch takes/good
pytest_ends 1 --understudy-update-baseline
says 'takes/good/ones'
says_not 'Traceback'
# Where a run is does not say why it failed.
PYTHONPATH=$build/share/understudy "$python" -c 'import pytest_understudy as p
said = "understudy: run: --baseline x: the baseline cannot be written: No space\nunderstudy: the page of the run is \"r\"\nunderstudy: the run is kept in r"
assert p.sentence(said, 3, {}) == "run: --baseline x: the baseline cannot be written: No space", p.sentence(said, 3, {})' || fail "the sentence is no reason"

# The fixtures. The baseline is missing, is made, is met, and is not met by another app.
project own
rm takes/understudy.ini
cp "$data/line.bin" takes/
cat >test_own.py <<'END'
import pytest

def test_grab(understudy):
    run = understudy("takes/grab.bin", options=["--shoot", "marker:pinch"])
    assert run.passed and run.exit_code == 0 and run.report is None
    assert {event["subaction"] for event in run.events("haptic") if "frame" in event} == {"/user/hand/right"}
    assert [picture.name for picture in run.pictures] == ["frame-000000-view-0.png", "frame-000000-view-1.png"]
    assert run.info["settings"]["from"] == "pinch" and run.verdict["result"] == "passed"
    assert run.sentence.startswith("played grab.bin from 4.50 s to 6.50 s")

def test_fails(understudy):
    understudy("takes/grab.bin", app=["sh", "-c", "hello_xr -g Vulkan2; exit 3"])

def test_looks_itself(understudy):
    run = understudy("takes/grab.bin", app="true", check=False)
    assert not run.passed and run.exit_code == 5

@pytest.mark.understudy_recordings("takes/gr*.bin")
def test_base(understudy, understudy_recording, pytestconfig):
    understudy(understudy_recording, baseline="base")
END
pytest_ends 1 -k 'not base'
says 'the app exited with 3'
says '1 failed, 2 passed, 1 deselected'
pytest_ends 1 -k base
says 'there is no baseline'
pytest_ends 0 -k base --understudy-update-baseline
says '1 passed'
pytest_ends 0 -k base --understudy-out=kept --understudy-reports
[ -e kept/test_own.py-test_base-grab.bin/run/run.json ] || fail "--understudy-out did not keep the run folder"
[ -e kept/test_own.py-test_base-grab.bin/report.html ] || fail "--understudy-reports wrote no page"
pytest_ends 1 -k base --understudy-app="$app -s Stage" --understudy-out=stage
says 'the run differs from the baseline'
says 'the first difference is before playback'
grep -q '"how":[[:space:]]*"exited"' stage/test_own.py-test_base-grab.bin/run/run.json || fail "the other app did not end by itself: $(cat stage/*/run/run.json)"
sed -i 's/gr\*/nothing/' test_own.py
pytest_ends 2
says 'no recording matches takes/nothing.bin'

# The expectations beside a recording are used unless the test names none.
expect "the left hand feels something" left >takes/grab.expect.json
printf 'def test_beside(understudy):\n    understudy("takes/grab.bin")\ndef test_without(understudy):\n    understudy("takes/grab.bin", expect="")\n' >test_beside.py
pytest_ends 1 test_beside.py
says '1 failed, 1 passed'
says 'FAILED  the left hand feels something: seen 0 times, at least 1 are expected'
rm test_beside.py takes/grab.expect.json

# Installed into another folder, it finds the tool of that folder; without any tool it says so.
cp "$build/share/understudy/"{pytest_understudy,understudy_connection,understudy_drive,understudy_farm,understudy_shard}.py "$work/own/"
sed -i 's/nothing/gr*/; ' test_own.py
sed -i '/pythonpath/d' pytest.ini
PATH=/usr/bin:/bin pytest_ends 1 -k looks_itself
says 'there is no tool understudy: install Understudy'
PATH=/usr/bin:/bin pytest_ends 0 -k looks_itself --understudy-tool="$tool"
