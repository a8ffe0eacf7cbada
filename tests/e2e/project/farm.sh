#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The plug-in of pytest in many processes, and in shards, as docs/farm.md describes it: no two runs share a folder or a display, every test is in
# exactly one shard, and durations survive.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_command Xvfb
need_pytest
"$python" -c 'import xdist' 2>/dev/null || skip "pytest-xdist is not installed (package python3-pytest-xdist)"
data=$source/tests/data

project() {
  mkdir -p "$work/$1"
  cd "$work/$1"
  echo 'pytest_plugins = ["pytest_understudy"]' >conftest.py
  printf '[pytest]\npythonpath = %s\nunderstudy_app = hello_xr -g Vulkan2\nunderstudy_options = --from pinch --to poke\n' "$build/share/understudy" >pytest.ini
}

# Tests whose names differ in characters that no folder's name keeps, in a name too long for a folder, and in the number of the run.
project many
mkdir takes
for name in one two three; do cp "$data/demo.bin" "takes/$name.bin"; done
cat >test_many.py <<'END'
import os
import pytest

RECORDINGS = {"x y": "one", "x-y": "two", "x:y": "three", "x-y+2": "one", "l" * 300: "two"}

@pytest.mark.parametrize("name", RECORDINGS)
def test_names(understudy, name):
    recording = RECORDINGS[name]
    first, second = (understudy(f"takes/{recording}.bin", app="sh -c 'echo worker $PYTEST_XDIST_WORKER; hello_xr -g Vulkan2'") for _ in range(2))
    for run in (first, second):
        assert run.info["recording"]["name"] == f"{recording}.bin"
        assert (run.folder / "stdout.txt").read_text().startswith("worker " + os.environ["PYTEST_XDIST_WORKER"])

@pytest.mark.parametrize("n", range(3))
def test_display(understudy, n):
    with open(f"display-{n}", "w") as file:  # the displays are all in use until each of the three has been seen
        app = "sh -c 'echo $DISPLAY >display-%d; until [ -s display-0 ] && [ -s display-1 ] && [ -s display-2 ]; do sleep 0.05; done; hello_xr -g Vulkan2'" % n
    understudy("takes/one.bin", app=app, options="--virtual-display")

def test_drive(xr):
    xr.launch().advance(frames=2)
    xr.launch().advance(frames=2)
END
pytest_ends 0 -n 3 --dist load -k display --understudy-out=kept
[ "$(cat display-* | sort -u | wc -l)" = 3 ] || fail "the displays are $(cat display-*)"
pytest_ends 0 -n 3 -k 'not display' --understudy-out=kept
folders=$(grep -o 'name="understudy_run" value="[^"]*"' junit.xml | sort)
[ "$(wc -l <<<"$folders")" = 12 ] && [ "$(uniq <<<"$folders" | wc -l)" = 12 ] || fail "the run folders are: $folders"
for folder in kept/*; do [ -s "$folder/run/run.json" ] || fail "$folder holds no run"; done
[ "$(find kept -mindepth 1 -maxdepth 1 | wc -l)" = 15 ] || fail "there are other folders than those of 15 runs: $(ls kept)"

# The recordings of a group stay in one worker.
printf "[understudy]\\ngroup = one\\napp = sh -c 'echo \$PYTEST_XDIST_WORKER; hello_xr -g Vulkan2'\\n" >takes/understudy.ini
pytest_ends 0 -n 3 --dist loadgroup takes --understudy-out=grouped
says '3 passed'
[ "$(head -qn 1 grouped/*/run/stdout.txt | sort | uniq -c | awk '{ print $1 }')" = 3 ] || fail "the workers are $(head -qn 1 grouped/*/run/stdout.txt)"

# Shards, of tests that take no time. The durations say that one test is as long as all others.
project shards
cat >test_shards.py <<'END'
import pytest

@pytest.mark.parametrize("n", range(8))
def test_short(n):
    pass

@pytest.mark.xdist_group("alone")
def test_long():
    pass

@pytest.mark.skip
def test_left_out():
    pass
END
names_of() { sed -n 's/^\(PASSED\|SKIPPED\) \(\[1\] \)\?\(test_shards[^ ]*\).*/\3/p' out.txt | sed 's/@alone$//; s/:[0-9]*:*$/::test_left_out/' | sort; }
pytest_ends 0 -rA --understudy-durations=times.json
names_of >all
[ "$(wc -l <all)" = 10 ] || { cat out.txt; fail "10 tests are expected"; }
[ "$("$python" -c 'import json; print(len(json.load(open("times.json"))["seconds"]))')" = 9 ] || fail "of ten tests one was not run, and has no duration: $(cat times.json)"
"$python" -c '
import json
names = ["test_shards.py::test_long"] + [f"test_shards.py::test_short[{n}]" for n in range(8)]
json.dump({"version": 1, "seconds": {name: 20.0 if "long" in name else 1.0 for name in names}}, open("times.json", "w"))'
cp times.json given.json
# The long test takes as long as all others together, and more.
for way in '-n 0' '-n 2 --dist loadgroup'; do
  for shard in 1 2; do
    # shellcheck disable=SC2086
    pytest_ends 0 -rA $way --understudy-durations=times.json --understudy-shard=$shard/2
    says "understudy: shard $shard/2: $([ $shard = 1 ] && echo 1 || echo 9) of 10 tests; plan "
    names_of >"part-$shard"
    sed -n 's/.*; plan //p' out.txt >"plan-$shard"
  done
  cmp -s plan-1 plan-2 || fail "$way: the shards do not agree about who runs what"
  sort part-1 part-2 | diff all - || fail "$way: the shards together are not all tests"
  [ "$(cat part-1)" = test_shards.py::test_long ] || fail "$way: the first shard is $(cat part-1)"
  cmp -s times.json given.json || fail "$way: a shard changed the durations that the others read"
  grep -qF '"test_shards.py::test_long":' times-1-of-2.json || fail "$way: the first shard noted $(cat times-1-of-2.json)"
done
"$python" "$build/share/understudy/understudy_shard.py" merge times.json times-1-of-2.json times-2-of-2.json
[ "$("$python" -c 'import json; x = json.load(open("times.json"))["seconds"]; print(len(x), max(x.values()) < 20)')" = '9 True' ] || fail "merged: $(cat times.json)"
# More shards than tests.
pytest_ends 0 -k long --understudy-shard=2/2
says 'shard 2/2: 0 of 1 tests'
pytest_ends 5 -k nothing --understudy-shard=2/2
# What is wrong is an error, and nothing is run.
for shard in 0/2 3/2 a/b ''; do
  pytest_ends 4 "--understudy-shard=$shard"
  says "the shard '$shard' is not I/N"
done
echo '{"version": 1, "seconds": {"a": -1}}' >times.json
pytest_ends 4 --understudy-durations=times.json -n 2
says "times.json: the duration of 'a' is no number of seconds: -1"
echo '[' >times.json
pytest_ends 4 --understudy-durations=times.json
says "times.json: the durations cannot be read"
