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
    refused "$tree_tool" run --headless --play play.bin --expect expect.json "$@" -- sh -c ": >'$tmp/ran'"
}

for option in --log --report --junit --ready-file --done-file; do
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
cmp "$tmp/app" "$tmp/app.kept" || fail 'the app was overwritten'

# Two outputs of one name, one of which is not there yet.
for pair in '--log --report' '--report --junit' '--ready-file --done-file' '--log --done-file'; do
    run_refused "${pair% *}" new.out "${pair#* }" folder/../deep/up/new.out
    err_has "^understudy: run: ${pair#* } .* and ${pair% *} name the same file"
    [ ! -e new.out ] || fail "an output was made: $pair"
done
ln -s ../new.out folder/dangling
run_refused --report new.out --junit folder/dangling
# A device loses nothing.
expect 5 in_home "$tree_tool" run --headless --play play.bin --expect expect.json --report /dev/null --junit /dev/null -- true

# What can be written only at the end, or by the layer, is tried at the start.
for option in --report --junit --ready-file --done-file; do
    run_refused "$option" missing/folder/file
    err_has "^understudy: run: $option missing/folder/file cannot be written: No such file or directory$"
    run_refused "$option" play.bin/file
    err_has "^understudy: run: $option play.bin/file cannot be written: Not a directory$"
done
run_refused --report folder
err_has 'run: --report folder cannot be written: Is a directory'
run_refused --ready-file folder
err_has 'folder is not a regular file'
expect 0 in_home "$tree_tool" run --headless --play play.bin --ready-file ready --done-file "done" --allow-unused -- true
[ ! -e ready ] && [ ! -e "done" ] || fail 'trying a file left it behind'
[ -z "$(find . -name '*.try' -o -name '*.part')" ] || fail 'trying a file left another one behind'

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

cp "$data/line.bin" a.png # refused before it is read
cp a.png a.kept
cp a.png b.png
cp a.png mask.png
for name in a.png ./b.png deep/up/mask.png; do
    refused "$tool" compare-images a.png b.png --mask mask.png --difference "$name"
    err_has '^understudy: compare-images: --difference .* is '
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
err_has 'run: --log deep/up/shared.jsonl: another run is writing it; choose another name, or wait for its end'
[ "$(cat shared.jsonl)" = kept ] || fail "the second run emptied the first one's log"
exec 8>&-
wait $holder
expect 0 in_home "$tree_tool" run --headless --play play.bin --log shared.jsonl --allow-unused -- true

# What is printed must not go into the file that is read.
for command in 'info play.bin' 'check play.bin' 'sample play.bin --time 1' 'judge run.jsonl --expect expect.json' 'diff run.jsonl run.hard'; do
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
