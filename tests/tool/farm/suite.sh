#!/bin/sh
# SPDX-License-Identifier: MIT
# `understudy report` of many run folders: which command lines make a suite, and what is refused. What the page shows is in tests/viewer/suite.py.
. "$(dirname "$0")/../common.sh"
cd "$tmp" || exit 1
"$tool" report x 2>&1 | grep -q 'built without the page' && exit 77

# make_run FOLDER RECORDING EXIT_CODE WALL_S
make_run()
{
    mkdir -p "$1"
    printf '{"understudy_run": 1, "state": "complete", "app": {"arguments": ["./app", "<&>"]}, "recording": {"name": "%s", "sha256": "00"}, "began": "2026-11-24T00:00:00Z", "wall_s": %s, "end": {"how": "signal", "signal": 11}, "exit_code": %s}' \
        "$2" "$4" "$3" >"$1/run.json"
    : >"$1/log.jsonl"
}
make_run runs/a/run good.mcap 0 1.5
make_run runs/b/run bad.mcap 139 0.25
make_run runs/c/run good.mcap 0 2.5

# A folder of runs, and more than two runs, are a suite. So are two with --junit or --since.
expect 0 "$tool" report runs
out_has '^3 runs: 2 passed, 1 failed$'
[ -s runs.html ] || fail "the page is not named after the folder"
for folder in runs/ "$tmp/runs//" runs/a/run/; do
    name=$(basename "$folder").html
    rm -f "$name"
    expect 0 "$tool" report "$folder"
    [ -s "$name" ] || fail "the page is not named after the folder: report $folder"
done
# A folder that is named by a dot has the name that it has above.
for folder in . ./ ../runs ../runs/a/..; do
    (cd runs && rm -f ./*.html && "$tool" report "$folder" >/dev/null 2>&1 && [ -s runs.html ] && [ "$(find . -maxdepth 1 -name '*.html' | wc -l)" = 1 ]) ||
        fail "the page is not named after the folder: in runs, report $folder: $(ls -A runs)"
done
rm runs/runs.html
expect 0 "$tool" report runs/a/run runs/b/run runs/c/run -o three.html
out_has '^3 runs: '
expect 0 "$tool" report runs/a/run --junit one.xml -o one.html
out_has '^1 run: 1 passed$'
expect 0 "$tool" report runs/a/run runs/c/run --since one.html -o since.html
expect 0 "$tool" report runs/a/run runs/b/run -o two.html
out_has '^two.html: '
if grep -q 'id="suite">' two.html; then fail "two runs are a suite"; fi

# The same run counts once, whatever leads to it; a copy too.
ln -s runs other
cp -r runs/b/run copy
expect 0 "$tool" report runs ./runs/ other runs/a/run copy --junit all.xml -o suite.html
out_has '^3 runs: 2 passed, 1 failed; 8 were given twice and count once$'
expect 0 "$tool" report runs copy -o suite.html
out_has '^3 runs: 2 passed, 1 failed; 1 was given twice and counts once$'
grep -q '<testsuites tests="3" failures="1" errors="0" time="4.250">' all.xml || fail "JUnit: $(cat all.xml)"
grep -q '<testcase classname="./app &lt;&amp;&gt;" name="bad.mcap in ./runs/b/run" time="0.250">' all.xml || fail "JUnit: $(cat all.xml)"
grep -q '<failure message="the app was ended by signal 11">' all.xml || fail "JUnit: $(cat all.xml)"

# What is no suite, and outputs that would destroy something.
mkdir empty
expect 2 "$tool" report empty -o x.html
err_has 'empty holds no run'
expect 2 "$tool" report runs empty -o x.html
expect 2 "$tool" report none -o x.html
err_has 'none: No such file or directory'
expect 2 "$tool" report runs none -o x.html
err_has 'report: none: No such file or directory'
expect 2 "$tool" report runs all.xml -o x.html
err_has 'report: all.xml: this is no folder'
expect 2 "$tool" report runs --since all.xml -o x.html
err_has '\-\-since all.xml: this is no page of a suite'
expect 2 "$tool" report runs --since three.html -o three.html
expect 2 "$tool" report runs --junit x.html -o x.html
for output in x.png x.json; do
    expect 2 "$tool" report runs -o $output
    err_has "^understudy: report: --output $output: let the name end in .html\$"
    expect 2 "$tool" report runs/a/run -o $output
    err_has "^understudy: report: --output $output: let the name end in .html\$"
    [ ! -e $output ] || fail "a page was written to $output"
done
expect 2 "$tool" report runs -o runs/a/run/log.jsonl
expect 2 "$tool" report runs -o runs/a/run/page.html
err_has 'is in the folder of a run'
expect 2 "$tool" report runs --junit runs/b/run/run.json -o x.html
expect 2 "$tool" report runs -o none/x.html
[ ! -e x.html ] || fail "a command line that is refused wrote a page"
[ ! -s runs/a/run/log.jsonl ] || fail "the log of a run was written over"

finish
