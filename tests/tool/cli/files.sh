#!/bin/sh
# SPDX-License-Identifier: MIT
# No output overwrites an input, or another output: refused before anything runs, however the file is named.
. "$(dirname "$0")/../common.sh"
make_tree

play=$tmp/play.bin
expectations=$tmp/expect.json
cp "$data/line.bin" "$play"
chmod u+w "$play"
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 1}]}' >"$expectations"
cp "$play" "$tmp/play.kept"
cp "$expectations" "$tmp/expect.kept"

# Other names of the recording and of the expectations.
mkdir "$tmp/folder" "$tmp/deep"
ln -s "$play" "$tmp/link.bin"
ln -s ../link.bin "$tmp/folder/link_to_link.bin"
ln "$play" "$tmp/hard.bin"
ln -s "$tmp" "$tmp/deep/up"
cd "$tmp" || exit 1

# refused COMMAND...: exit code 2, no app, and both inputs as they were.
refused()
{
    rm -f "$tmp/ran"
    expect 2 in_home "$@"
    [ ! -e "$tmp/ran" ] || fail "the app ran: $*"
    cmp -s "$play" "$tmp/play.kept" || fail "the recording was changed: $*"
    cmp -s "$expectations" "$tmp/expect.kept" || fail "the expectations were changed: $*"
    cp "$tmp/play.kept" "$play"
    [ -e "$tmp/hard.bin" ] || fail "a name of the recording was removed: $*"
    cp "$tmp/expect.kept" "$expectations"
}
run_refused()
{
    knob=
    case $1 in *=*) knob=$1 && shift ;; esac
    # shellcheck disable=SC2086 # none, or one
    refused $knob "$tree_tool" run --headless --play play.bin --expect expect.json "$@" -- sh -c ": >'$tmp/ran'"
}

for option in --log --report --junit --record; do
    for name in play.bin "$tmp/play.bin" ./folder/../play.bin link.bin folder/link_to_link.bin hard.bin deep/up/play.bin; do
        run_refused "$option" "$name"
        err_has "^understudy: run: $option .* is the file that --play reads"
    done
    run_refused "$option" "folder/../expect.json"
    err_has "^understudy: run: $option .* is the file that --expect reads"
done

# The app is an input too, whether it is named by a path or found by its name.
printf '#!/bin/sh\n: >"%s"\n' "$tmp/ran" >"$tmp/app"
chmod +x "$tmp/app"
cp "$tmp/app" "$tmp/app.kept"
refused "$tree_tool" run --headless --play play.bin --log app -- ./app
err_has "^understudy: run: --log app is the app itself"
PATH=$tmp:$PATH refused "$tree_tool" run --headless --play play.bin --log app -- app
# A folder of that name comes first in PATH, but is no program.
mkdir -p "$tmp/first/app"
PATH=$tmp/first:$tmp:$PATH refused "$tree_tool" run --headless --play play.bin --log app -- app
err_has "^understudy: run: --log app is the app itself"
cmp "$tmp/app" "$tmp/app.kept" || fail 'the app was overwritten'

# Two outputs of one name, one of which is not there yet.
for pair in '--log --report' '--report --junit' '--log --record'; do
    run_refused "${pair% *}" new.out "${pair#* }" folder/../deep/up/new.out
    err_has "^understudy: run: ${pair#* } .* and ${pair% *} name the same file"
    [ ! -e new.out ] || fail "an output was made: $pair"
done
run_refused --log "$tmp/new.out" --report new.out
ln -s ../new.out folder/dangling
run_refused --report new.out --junit folder/dangling
# A device loses nothing.
expect 5 in_home "$tree_tool" run --headless --play play.bin --expect expect.json --report /dev/null --junit /dev/null -- true

# The files that the layer writes at the start and the end of playback have no option. Those of an earlier run are gone before the app starts.
for name in UNDERSTUDY_READY_FILE UNDERSTUDY_DONE_FILE; do
    run_refused $name=deep/up/play.bin
    err_has "^understudy: run: $name deep/up/play.bin is the file that --play reads"
    run_refused $name=new.out --report new.out
    echo earlier >notice
    expect 0 in_home $name=notice "$tree_tool" run --headless --play play.bin --allow-unused --quiet -- test ! -e notice
    [ ! -e notice ] || fail "$name: the file of an earlier run is still there"
done

# What can be written only at the end, or by the layer, is tried at the start.
for option in --report --junit --record; do
    run_refused "$option" missing/folder/file
    err_has "^understudy: run: $option missing/folder/file cannot be written: No such file or directory$"
    run_refused "$option" play.bin/file
    err_has "^understudy: run: $option play.bin/file cannot be written: Not a directory$"
done
for name in UNDERSTUDY_READY_FILE UNDERSTUDY_DONE_FILE; do
    run_refused $name=missing/notice
    err_has "^understudy: run: $name missing/notice cannot be written: No such file or directory$"
done
run_refused --report folder
err_has 'run: --report folder cannot be written: Is a directory'
expect 0 in_home "$tree_tool" run --headless --play play.bin --record tried.mcap --allow-unused -- true
[ ! -e tried.mcap ] || fail 'trying a file left it behind'
[ -z "$(find . -name '*.try' -o -name '*.part')" ] || fail 'trying a file left another one behind'

# Files that no option names, and files that other files name.
echo '0 head pose 0 0 0' >t.person
cp t.person person.kept
for option in --log --report --junit --record; do
    run_refused UNDERSTUDY_HEADLESS_PERSON=deep/up/t.person "$option" t.person
    err_has "^understudy: run: $option t.person is the script of UNDERSTUDY_HEADLESS_PERSON and would be overwritten"
    cmp -s t.person person.kept || fail "$option overwrote the person's script"
    cp person.kept t.person
done
refused UNDERSTUDY_HEADLESS_PERSON=t.person "$tree_tool" record --headless --force --output t.person -- sh -c ": >'$tmp/ran'"
err_has "^understudy: record: --output t.person is the script of UNDERSTUDY_HEADLESS_PERSON"
refused "$tree_tool" record --headless --force --person t.person --output t.person -- sh -c ": >'$tmp/ran'"
err_has "^understudy: record: --output t.person is the file that --person reads"
cmp -s t.person person.kept || fail "record --output overwrote the person's script"
refused UNDERSTUDY_HEADLESS_PERSON=t.person "$tool" view play.bin -o t.person
expect 0 in_home UNDERSTUDY_HEADLESS_PERSON=moving "$tree_tool" run --headless --play play.bin --allow-unused --log moving -- true
mkdir -p base kept/pictures
echo picture >good.png
cp good.png base/mask.png
cp good.png kept/pictures/frame-000001-view-0.png
echo '{"understudy_run": 1}' >kept/run.json
echo '{"version": 1, "expect": [{"kind": "same_as", "at": 0, "file": "good.png"}]}' >same.json
echo '{"version": 1, "masks": [{"image": "mask.png"}]}' >base/allow.json
for option in --log --report --junit; do
    refused "$tree_tool" run --headless --play play.bin --expect same.json --end quit --shoot frame:0 "$option" good.png -- sh -c ": >'$tmp/ran'"
    err_has "^understudy: run: $option good.png is a picture that the expectations name"
    [ $option = --log ] && continue
    refused "$tree_tool" run --headless --play play.bin --baseline base "$option" base/mask.png -- sh -c ": >'$tmp/ran'"
    err_has "^understudy: run: $option base/mask.png is a mask of what may differ"
    refused "$tree_tool" run --headless --play play.bin --baseline base "$option" base/allow.json -- sh -c ": >'$tmp/ran'"
    err_has "^understudy: run: $option base/allow.json is the baseline's allow.json"
    refused "$tree_tool" run --headless --play play.bin --expect expect.json --repeat 2 --allow base/allow.json "$option" base/allow.json -- true
    err_has "^understudy: run: $option base/allow.json is the file that --allow reads"
done
[ "$(cat good.png base/mask.png)" = "$(echo picture; echo picture)" ] || fail 'a picture that a file names was overwritten'
refused "$tool" compare kept kept --differences deep/up/kept/pictures
err_has '^understudy: compare: --differences deep/up/kept/pictures holds the pictures of kept'
refused "$tool" view play.bin -o kept/pictures/frame-000001-view-0.png --run kept
err_has "^understudy: view: --output must not be in 'kept/pictures', which holds the run's pictures"

# The other commands that write.
cat >run.jsonl <<'LOG'
{"n":1,"wall_ms":0,"e":"log","version":1}
{"n":2,"wall_ms":1,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":3,"wall_ms":2,"e":"end"}
LOG
cp run.jsonl run.kept
ln run.jsonl run.hard
for option in --report --junit; do
    for name in run.jsonl ./folder/../run.jsonl run.hard; do
        refused "$tool" judge run.jsonl --expect expect.json "$option" "$name"
        err_has "^understudy: judge: $option .* is the event log"
        cmp run.jsonl run.kept || fail "judge $option overwrote the log"
        cp run.kept run.jsonl
    done
    refused "$tool" judge run.jsonl --expect expect.json "$option" deep/up/expect.json
    err_has "^understudy: judge: $option .* is the file that --expect reads"
done
refused "$tool" judge run.jsonl --expect expect.json --report new.out --junit ./new.out
expect 0 "$tool" judge run.jsonl --expect expect.json --report good.json --junit good.xml

printf '\211PNG\r\n\032\n' >a.png # refused before it is read
cp a.png a.kept
cp a.png b.png
cp a.png mask.png
echo '{"version": 1, "expect": [{"kind": "same_as", "at": 0, "file": "good.png"}]}' >same.json
for option in --report --junit; do
    refused "$tool" judge run.jsonl --expect same.json --shots kept "$option" good.png
    err_has "^understudy: judge: $option good.png is a picture that the expectations name"
    refused "$tool" judge run.jsonl --expect same.json --shots kept "$option" kept/frame-000001-view-0.png
    err_has "^understudy: judge: $option must not be in 'kept', which holds the screenshots"
done
echo '{"version": 1, "masks": [{"image": "mask.png"}]}' >masks.json
for name in a.png ./b.png masks.json deep/up/mask.png; do
    refused "$tool" compare a.png b.png --allow masks.json --differences "$name"
    err_has '^understudy: compare: --differences .* is '
    cmp a.png a.kept && cmp b.png a.kept && cmp mask.png a.kept || fail "an image was overwritten: $name"
done

# A log belongs to one run at a time, and to nobody once that has ended, however it ended.
mkfifo hold
in_home "$tree_tool" run --headless --play play.bin --log shared.jsonl -- sh -c ': >started; read -r _' <hold &
holder=$!
exec 8>hold
until [ -e started ]; do sleep 0.02; done
echo kept >>shared.jsonl
run_refused --log deep/up/shared.jsonl
err_has 'run: the event log .*/deep/up/shared.jsonl: another run is writing it; choose another name, or wait for its end'
[ "$(cat shared.jsonl)" = kept ] || fail "the second run emptied the first one's log"
exec 8>&-
wait $holder
expect 0 in_home "$tree_tool" run --headless --play play.bin --log shared.jsonl --allow-unused -- true

# What is printed must not go into the file that is read.
for command in 'info play.bin' 'check play.bin' 'sample play.bin --time 1' 'judge run.jsonl --expect expect.json' 'compare run.jsonl run.hard'; do
    file=$(echo "$command" | cut -d' ' -f2)
    cp "$file" before
    # shellcheck disable=SC2086
    if "$tool" $command >>"$file" 2>"$tmp/err"; then
        fail "$command wrote into its input"
    fi
    grep -q 'standard output is ' "$tmp/err" || fail "$command >>$file: $(cat "$tmp/err")"
    cmp "$file" before || fail "$command changed its input"
done

finish
