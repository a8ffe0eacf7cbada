#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# action.yml: its steps run as GitHub's runner runs them, with the package in a clean folder. Recordings pass and fail, what is uploaded is
# complete, and nothing in an input is run as a command.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_command dpkg-deb
need_command curl
need_command cpack
need_command dpkg-shlibdeps
python=
for candidate in python3 /usr/bin/python3; do
  if "$candidate" -c 'import yaml' 2>/dev/null; then python=$candidate && break; fi
done
[ -n "$python" ] || skip "python3-yaml is not installed"
data=$source/tests/data
workspace=$work/workspace
mkdir -p "$workspace/takes"
cp "$data/demo.bin" "$workspace/takes/grab.bin"
cp "$data/demo.bin" "$workspace/takes/still one.bin"
expect() { printf '{"version": 1, "expect": [{"name": "%s", "kind": "haptic", "hand": "%s", "at_least": 1}]}\n' "$1" "$2"; }
expect "the right hand feels the grab" right >"$workspace/takes/grab.expect.json"
expect "the left: 100% of it" left >"$workspace/takes/still one.expect.json"

# action CODE INPUT=VALUE...: its output is in $work/out.
action() {
  local wanted=$1 code=0
  shift
  rm -f "$work/temp/used.json"
  PYTHONDONTWRITEBYTECODE=1 "$python" "$source/tests/e2e/project/run_action.py" "$source" "$workspace" "$work/temp" "$@" >"$work/out" 2>&1 || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/out"; fail "the action with $*: $code, not $wanted"; }
}
says() { grep -qF -e "$1" "$work/out" || { cat "$work/out"; fail "the action did not say: $1"; }; }
of() { "$python" -c 'import json, sys; print(eval(sys.argv[2], {"x": json.load(open(sys.argv[1]))}))' "$work/temp/$1.json" "$2"; }
app='hello_xr -g "Vulkan2"' part='--from pinch --to poke'

# The package is built from the source; one recording passes.
action 0 app="$app" recordings='takes/gr*.bin' options="$part"
says '1 of 1 recordings passed'
package=$(echo "$work"/temp/understudy/package/understudy_*.deb)
[ -e "$package" ] || fail "no package was built"
[ "$(of outputs "x['failed']")" = 0 ] || fail "the output failed is not 0"
case $(of outputs "x['tool']") in "$work/temp/"*) ;; *) fail "the tool is not in a folder of its own: $(of outputs "x['tool']")" ;; esac
runs=$(of outputs "x['runs']")
[ "$(of used "len(x), x[0]['uses'], x[0]['name'], x[0]['path'], x[0]['if-no-files-found']")" = "(1, 'actions/upload-artifact@v4', 'understudy-runs', '$runs', 'error')" ] ||
  fail "what is uploaded: $(of used x)"
for file in run/run.json run/log.jsonl run/verdict.json junit.xml report.html messages.txt; do
  [ -s "$runs/takes-grab.bin/$file" ] || fail "the runs have no $file"
done
grep -q "\"manifest\":.*$work/temp/understudy/prefix" "$runs/takes-grab.bin/run/run.json" || fail "it did not run on what the package holds"
grep -qF '| takes/grab.bin | passed | |' "$work/temp/GITHUB_STEP_SUMMARY.play" || fail "the summary: $(cat "$work/temp/GITHUB_STEP_SUMMARY.play")"

cp "$package" "$work/understudy.deb"
# A recording without expectations and without a baseline: its verdict is that it played to its end.
mkdir "$workspace/plain"
cp "$data/demo.bin" "$workspace/plain"
action 0 app="$app" recordings=plain/demo.bin options="$part" deb="$work/understudy.deb" out=plain-runs
says '1 of 1 recordings passed'
grep -q 'tests="1" failures="0"' "$workspace/plain-runs/plain-demo.bin/junit.xml" || fail "JUnit: $(cat "$workspace/plain-runs/plain-demo.bin/junit.xml")"

# With an existing package, one of two recordings fails. The run says which and why, and continues with the upload.
sum=$(sha256sum <"$work/understudy.deb" | cut -d' ' -f1)
action 1 app="$app" recordings=$'takes/still one.bin\n  takes/grab.bin\n' options="$part" deb="$work/understudy.deb" deb-sha256="$sum" out=kept upload=on-failure artifact=mine
says '1 of 2 recordings passed'
says '::error title=takes/still one.bin::the left: 100%25 of it: seen 0 times, at least 1 are expected; nearest: the haptic output vibrate_hand of /user/hand/right'
[ "$(of outputs "x['failed']")" = 1 ] || fail "the output failed is not 1"
[ "$(of used "x[0]['name'], x[0]['path']")" = "('mine', '$workspace/kept')" ] || fail "what is uploaded: $(of used x)"
grep -qF '| takes/still one.bin | **failed** | the left: 100% of it: seen 0 times' "$work/temp/GITHUB_STEP_SUMMARY.play" || fail "the summary: $(cat "$work/temp/GITHUB_STEP_SUMMARY.play")"
[ -s "$workspace/kept/takes-still one.bin/report.html" ] || fail "no page of the run that failed"
given=(deb="file://$work/understudy.deb" recordings=takes/grab.bin options="$part")
action 0 "${given[@]}" app="$app" upload=on-failure
[ "$(of used 'len(x)')" = 0 ] || fail "a run without a failure is uploaded: $(of used x)"

# An app that does not use OpenXR fails. So does a missing baseline.
action 1 "${given[@]}" app=true upload=never
says 'nothing was played: the layer was not loaded'
[ "$(of used 'len(x)')" = 0 ] || fail "upload=never uploads"
action 1 "${given[@]}" app="$app" baselines=none
says 'there is no baseline'

# Shards: the recording that takes long is alone in one, and each shard says how long its recordings took.
for name in a b c; do cp "$data/demo.bin" "$workspace/plain/$name.bin"; done
echo '{"version": 1, "seconds": {"plain/b.bin": 9, "plain/a.bin": 1, "plain/c.bin": 1, "plain/demo.bin": 1}}' >"$workspace/times.json"
sharing=(app="$app" recordings='plain/*.bin' options="$part" deb="$work/understudy.deb" durations=times.json)
action 0 "${sharing[@]}" shard=1/2 out=shard-1
says '1 of 1 recordings passed'
[ -d "$workspace/shard-1/plain-b.bin" ] || fail "the first shard is $(ls "$workspace/shard-1")"
action 0 "${sharing[@]}" shard=2/2 out=shard-2
says '3 of 3 recordings passed'
grep -q '"plain/demo.bin": [0-9]' "$workspace/shard-2/durations.json" || fail "the second shard noted $(cat "$workspace/shard-2/durations.json")"
action 0 "${sharing[@]}" shard=5/5 out=shard-5
says '0 of 0 recordings passed'
action 1 "${sharing[@]}" shard=3/2
says "the shard '3/2' is not I/N"
echo '[' >"$workspace/times.json"
action 1 "${sharing[@]}" shard=1/2
says 'the durations cannot be read'

# Wrong inputs.
cp "$workspace/plain/a.bin" "$workspace/plain-a.bin"
action 1 "${given[@]}" app="$app" recordings=$'plain/a.bin\nplain-a.bin'
says 'plain-a.bin and plain/a.bin would both be run in the folder plain-a.bin'
expect "nothing is asked of it" left >"$workspace/takes/grap.expect.json"
action 1 "${given[@]}" app="$app"
says 'takes/grap.expect.json: no recording of this name is in this folder'
rm "$workspace/takes/grap.expect.json"
action 1 app="$app" recordings=takes/grab.bin deb="$work/understudy.deb" deb-sha256="${sum//[0-9]/a}"
says 'does not have the SHA-256'
action 1 app="$app" recordings=takes/grab.bin deb="$work/none.deb"
says '::error title=Understudy::there is no package'
action 1 "${given[@]}" app="$app" recordings='takes/*.mcap'
says 'no recording is takes/*.mcap'
action 1 "${given[@]}" app="'unmatched"
says 'the quotes do not match'
action 1 "${given[@]}" app="$app" headless=maybe
says 'headless is true or false'
action 1 "${given[@]}" app="$app" limit='1 --gpu'
says 'limit is no number'

# The action runs nothing that an input holds, and the runner obeys nothing that the app prints.
bad='$(touch pwned)`touch pwned`;touch pwned;"; touch pwned; "${IFS}'
for input in shard recordings baselines working-directory deb deb-sha256 out artifact limit headless; do
  action 1 "${given[@]}" app=true "$input=$bad"
done
action 1 "${given[@]}" app="printf %s\\\\n '::set-output name=x::$bad'" options="$part --log \$(touch${IFS}pwned)"
action 1 "${given[@]}" app="printf %s\\\\n '::error::forged'" options=
says '::error::forged'
awk '/^::stop-commands::/ { token = substr($0, 18) } $0 == "::" token "::" { token = "" } /^::error::forged/ { seen = 1; if (token == "") exit 1 } END { exit !seen }' "$work/out" ||
  fail "what the app prints reaches the runner as a command"
[ -z "$(find "$work" -name 'pwned*' -newer "$work/understudy.deb")" ] || fail "an input was run as a command"
echo "the action passes and fails as it should"
