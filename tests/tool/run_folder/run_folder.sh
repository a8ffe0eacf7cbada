#!/bin/sh
# SPDX-License-Identifier: MIT
# `run --out`: the contents of a run folder, what is never overwritten, and that the app's output is still shown.
. "$(dirname "$0")/../common.sh"
make_tree
line=$data/line.bin

cat >"$tmp/app" <<'END'
#!/bin/sh
{
    echo '{"n":1,"wall_ms":0,"e":"log","version":1,"layer":"9.8.7"}'
    echo '{"n":2,"wall_ms":0,"e":"instance","app":"fake","runtime":"A runtime","runtime_version":"1.2.3","api":"1.0.9"}'
    echo '{"n":3,"wall_ms":2,"frame":0,"e":"wait","session":1,"at_s":0}'
} >>"$UNDERSTUDY_EVENTS"
[ -z "${UNDERSTUDY_SHOTS_DIR:-}" ] || echo picture >"$UNDERSTUDY_SHOTS_DIR/frame-000000-view-0.png"
echo "to the output: $1"
echo 'to the error output' >&2
eval "$2"
END
plays "$tmp/app"
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 1}]}' >"$tmp/one.json"

kept()
{
    in_home "$tree_tool" run --headless --play "$line" --out "$tmp/run" "$@"
}
# fact VALUE NAME...: run.json has this value at this path.
fact()
{
    value=$1
    shift
    found=$("$json" "$tmp/run/run.json" "$@") || fail "run.json has nothing at '$*'"
    [ "$found" = "$value" ] || fail "run.json: '$*' is $found, not $value"
}

# Everything is there, and the streams are shown as without --out.
expect 0 kept --clock frame --end quit --limit 20 --shoot frame:0 --expect "$tmp/one.json" -- "$tmp/app" 'one "two"'
[ "$(cat "$tmp/out")" = 'to the output: one "two"' ] || fail "standard output is not passed on: $(cat "$tmp/out")"
err_has '^to the error output$'
[ "$(cat "$tmp/run/stdout.txt")" = 'to the output: one "two"' ] || fail 'stdout.txt is another'
grep -q '^to the error output$' "$tmp/run/stderr.txt" || fail 'stderr.txt is another'
for part in run.json log.jsonl verdict.json junit.xml stdout.txt stderr.txt pictures/frame-000000-view-0.png; do
    [ -s "$tmp/run/$part" ] || fail "there is no $part"
done
[ "$(find "$tmp/run" -type f | wc -l)" = 7 ] || fail "there is more in the folder: $(find "$tmp/run" -type f)"
fact 1 understudy_run
fact complete state
fact 0 exit_code
fact exited end how
fact 0 end exit_code
fact "$tmp/app" app arguments 0
fact 'one "two"' app arguments 1
fact "$tmp/app" app program
fact line.bin recording name
fact "$(wc -c <"$line" | tr -d ' ')" recording size
fact frame settings clock
fact frame:0 settings shoot
fact 20 settings limit
fact 9.8.7 versions layer version
fact 'A runtime' versions runtime name
fact 1.2.3 versions runtime version
fact "$("$tool" --version | sed 's/^[^0-9]*\([0-9.]*\).*/\1/')" versions tool
"$json" "$tmp/run/run.json" machine load_before 0 >/dev/null || fail 'run.json has no load'
"$json" "$tmp/run/run.json" versions vulkan >/dev/null || fail 'run.json has no Vulkan devices'

# The hash is that of sha256sum, for every recording that can be played: also where the file's end leaves the room for the length of what is
# hashed (55 bytes of a block of 64), one byte less, or none of a block.
if command -v sha256sum >/dev/null; then
    expect 0 "$tool" edit "$data/hands-only.bin" -o "$tmp/mark.bin" mark a 0
    for rest in 55 56 63 0; do
        more=$(((rest + 64 - $(wc -c <"$tmp/mark.bin") % 64) % 64))
        expect 0 "$tool" edit "$data/hands-only.bin" -o "$tmp/rest-$rest.bin" mark "a$(printf "%${more}s" '' | tr ' ' b)" 0
        [ $(($(wc -c <"$tmp/rest-$rest.bin") % 64)) = $rest ] || fail "rest-$rest.bin has not the size that it was made for"
    done
    for recording in "$data"/v1.0.bin "$data"/curves.bin "$data"/hands-only.bin "$tmp"/rest-*.bin; do
        run in_home "$tree_tool" run --headless --play "$recording" --out "$tmp/run" -- "$tmp/app" hash
        fact "$(sha256sum "$recording" | cut -d' ' -f1)" recording sha256
    done
fi

# The next run has nothing of the last one; a file of the user's stays.
echo mine >"$tmp/run/notes.txt"
expect 7 kept -- "$tmp/app" again 'exit 7'
[ -e "$tmp/run/notes.txt" ] || fail 'a file that is no part of a run was removed'
[ ! -e "$tmp/run/verdict.json" ] && [ ! -e "$tmp/run/pictures" ] || fail 'parts of the last run are left'
fact 7 exit_code
fact 7 end exit_code
expect 139 kept -- "$tmp/app" crash 'kill -SEGV $$'
fact signal end how
fact 11 end signal
rm "$tmp/run/notes.txt"

# A folder that is no run's is not touched, whatever is in it.
mkdir "$tmp/other"
echo '{"understudy": "no run"}' >"$tmp/other/run.json"
echo precious >"$tmp/other/log.jsonl"
for folder in other one.json; do
    expect 2 in_home "$tree_tool" run --headless --play "$line" --out "$tmp/$folder" -- "$tmp/app" x
    err_has 'is not the folder of a run'
done
[ "$(cat "$tmp/other/log.jsonl")" = precious ] || fail 'the folder was touched'
mkdir "$tmp/empty"
expect 0 in_home "$tree_tool" run --headless --play "$line" --out "$tmp/empty" -- "$tmp/app" x
[ -s "$tmp/empty/run.json" ] || fail 'an empty folder was not taken'

# What the run reads is never a part of the folder that is emptied.
cp "$line" "$tmp/run/stdout.txt"
expect 2 in_home "$tree_tool" run --headless --play "$tmp/run/stdout.txt" --out "$tmp/run" -- "$tmp/app" x
err_has 'would be overwritten'
cmp -s "$line" "$tmp/run/stdout.txt" || fail 'the recording was overwritten'
cp "$line" "$tmp/run/recording.bin"
expect 0 in_home "$tree_tool" run --headless --play "$tmp/run/recording.bin" --out "$tmp/run" -- "$tmp/app" x
cmp -s "$line" "$tmp/run/recording.bin" || fail 'the recording was removed'
rm "$tmp/run/recording.bin"
expect 2 kept --log "$tmp/other.jsonl" -- "$tmp/app" x
err_has '--out excludes --log'
expect 2 kept --shoot frame:0 --shots "$tmp/shots" -- "$tmp/app" x
err_has '--out excludes --shots'

# Nor is a picture that the expectations judge by a screenshot that is replaced, whatever path leads to it.
expect 0 kept --clock frame --shoot frame:0 -- "$tmp/app" x
echo reference >"$tmp/run/pictures/frame-000000-view-0.png"
mkdir "$tmp/run/again-2" "$tmp/run/again-2/pictures"
echo reference >"$tmp/run/again-2/pictures/frame-000000-view-0.png"
ln -s run "$tmp/linked-run"
ln -s run/pictures/frame-000000-view-0.png "$tmp/linked.png"
for picture in run/pictures/frame-000000-view-0.png linked-run/pictures/frame-000000-view-0.png linked.png run/again-2/pictures/frame-000000-view-0.png; do
    echo '{"version": 1, "expect": [{"kind": "same_as", "at": 0, "file": "'$picture'"}]}' >"$tmp/same.json"
    expect 2 kept --clock frame --shoot frame:0 --expect "$tmp/same.json" -- "$tmp/app" x
    err_has "^understudy: run: --out: .*$picture is a picture that the expectations name and would be overwritten"
    expect 2 kept --expect "$tmp/same.json" -- "$tmp/app" x
    [ "$picture" != "${picture#*again}" ] || for shots in run/pictures linked-run/pictures; do
        expect 2 in_home "$tree_tool" run --headless --play "$line" --clock frame --shoot frame:0 --shots "$tmp/$shots" \
            --expect "$tmp/same.json" -- "$tmp/app" x
        err_has '^understudy: run: --shots: .* would be overwritten'
    done
    [ "$(cat "$tmp/run/pictures/frame-000000-view-0.png")" = reference ] || fail 'the picture that is judged by is gone'
done
rm -r "$tmp/run/again-2" "$tmp/run/pictures"

# An unusable recording leaves the last run alone.
expect 0 kept -- "$tmp/app" good
head -c 100 "$line" >"$tmp/cut.bin"
run in_home "$tree_tool" run --headless --play "$tmp/cut.bin" --out "$tmp/run" -- "$tmp/app" x
[ "$code" = 4 ] || fail "exit code $code for a cut recording"
[ "$(cat "$tmp/run/stdout.txt")" = 'to the output: good' ] || fail 'the last run is gone'

echo nonsense >"$tmp/wrong.json"
expect 2 kept --expect "$tmp/wrong.json" -- "$tmp/app" x
[ "$(cat "$tmp/run/stdout.txt")" = 'to the output: good' ] || fail 'the last run is gone'

# An app that cannot be started leaves an earlier run, its log and its folder. The verdict, where one is asked for, is of this run:
# nobody takes that of an earlier one for it.
: >"$tmp/no_program"
chmod +x "$tmp/no_program"
printf '#!/no/interpreter\n' >"$tmp/no_interpreter"
chmod +x "$tmp/no_interpreter"
echo mine >"$tmp/run/notes.txt"
echo 'earlier log' >"$tmp/log.jsonl"
# list: all files of the earlier runs, with what is in them.
list()
{
    (cd "$tmp" && find run log.jsonl -type f -exec sha256sum {} + | sort -k 2)
}
kept --shoot frame:0 --repeat 2 --expect "$tmp/one.json" -- "$tmp/app" both >/dev/null 2>&1 || fail 'no earlier run'
list >"$tmp/before"
for wrong in /nonexistent "$tmp/one.json" "$tmp" "$tmp/no_program" "$tmp/no_interpreter"; do
    for file in page.html report.json junit.xml; do echo "earlier $file" >"$tmp/$file"; done
    for options in "--out $tmp/run" "--log $tmp/log.jsonl" "--log $tmp/log.jsonl --expect $tmp/one.json --repeat 2" "--report $tmp/page.html" \
        "--out $tmp/run --expect $tmp/one.json --report $tmp/report.json --junit $tmp/junit.xml"; do
        # shellcheck disable=SC2086
        run in_home "$tree_tool" run --headless --play "$line" $options -- "$wrong"
        [ "$code" = 126 ] || [ "$code" = 127 ] || fail "exit code $code for $wrong: $(cat "$tmp/err")"
        list | cmp -s - "$tmp/before" || fail "$options, $wrong: earlier results changed: $(list | diff "$tmp/before" -)"
    done
    for file in page.html report.json junit.xml; do
        grep -q '^earlier' "$tmp/$file" && fail "$wrong: $file is still that of an earlier run"
        grep -q 'there is no app\|cannot be executed' "$tmp/$file" || fail "$wrong: $file does not say why: $(head -c 1000 "$tmp/$file")"
    done
    run in_home "$tree_tool" record --headless --output "$tmp/take.mcap" -- "$wrong"
    list | cmp -s - "$tmp/before" || fail "record, $wrong: earlier results changed: $(list | diff "$tmp/before" -)"
done
# Nor does a run that ends before its app is started for another reason.
run in_home "$tree_tool" run --play "$line" --out "$tmp/run" -- "$tmp/app" x
[ "$code" = 5 ] || fail "exit code $code without a runtime"
run in_home "$tree_tool" run --play "$line" --out "$tmp/never" -- "$tmp/app" x
[ "$code" = 5 ] && [ ! -e "$tmp/never" ] || fail 'a folder was made of a run without a runtime'
list | cmp -s - "$tmp/before" || fail "without a runtime, earlier results changed: $(list | diff "$tmp/before" -)"
[ -z "$(find "$tmp" -name '*.old' -o -name '*.part' -o -name .earlier)" ] || fail "something was left: $(find "$tmp" -name '*.old' -o -name .earlier)"
# As soon as the app runs they are gone: nobody takes them for those of this run.
expect 0 in_home "$tree_tool" run --headless --play "$line" --out "$tmp/run" -- "$tmp/app" new \
    "until [ -z \"\$(find $tmp -name '*.old' -o -name .earlier)\" ]; do :; done; ls $tmp/run"
grep -q 'verdict.json\|again-2' "$tmp/out" && fail 'the app found parts of an earlier run'
[ "$(cat "$tmp/run/notes.txt")" = mine ] || fail 'a file that is no part of a run is gone'
rm "$tmp/run/notes.txt"

# A tool that was killed between the two leaves the earlier run in the folder, and the next run finds it there.
mkdir "$tmp/run/.earlier"
mv "$tmp/run/"*.* "$tmp/run/.earlier"
list >"$tmp/before"
expect 127 kept -- /nonexistent
sed 's:run/.earlier/:run/:' "$tmp/before" >"$tmp/back"
list | cmp -s - "$tmp/back" || fail "the earlier run did not come back: $(list | diff "$tmp/back" -)"

# Two runs at a time do not mix: the second is refused, until the first has ended, however it ends.
mkfifo "$tmp/hold"
env -i PATH="$PATH" HOME="$tmp/home" "$tree_tool" run --headless --play "$line" --out "$tmp/run" -- \
    sh -c ": >$tmp/started; read -r _; echo first" <"$tmp/hold" >/dev/null 2>&1 &
holder=$!
exec 8>"$tmp/hold"
until [ -e "$tmp/started" ]; do sleep 0.02; done
list >"$tmp/before"
ln -s run "$tmp/same"
for name in run same; do
    expect 2 in_home "$tree_tool" run --headless --play "$line" --out "$tmp/$name" -- touch "$tmp/ran"
    err_has "^understudy: run: --out $tmp/$name: another run is writing into it; name another folder, or wait for the end of that run$"
done
[ ! -e "$tmp/ran" ] || fail 'the second app was started'
list | cmp -s - "$tmp/before" || fail "the second run wrote into the folder of the first: $(list | diff "$tmp/before" -)"
kill -KILL $holder
wait $holder 2>/dev/null
exec 8>&-
# The supervisor outlives the tool until it has ended the app.
until in_home "$tree_tool" run --headless --play "$line" --out "$tmp/run" -- "$tmp/app" after 2>"$tmp/err" >/dev/null; do
    err_has 'another run is writing into it' && [ "$failures" = 0 ] || break
done
[ "$(cat "$tmp/run/stdout.txt")" = 'to the output: after' ] || fail 'the folder is not free after a killed run'
rm -f "$tmp/ready" "$tmp/done"

# What others may read is theirs to read: every file has the mode that umask leaves.
for mask in 022 007; do
    (umask $mask && kept --shoot frame:0 --expect "$tmp/one.json" -- "$tmp/app" modes >/dev/null 2>&1) || fail "a run with umask $mask failed"
    wrong=$(find "$tmp/run" -type f ! -name 'frame-*' ! -perm $((666 - mask)))
    [ -z "$wrong" ] || fail "with umask $mask, files have modes of their own: $wrong"
done

# Much output on both streams arrives whole and in order, also where nobody reads on.
lots='i=0; while [ $i -lt 3000 ]; do echo "line $i of the output ----------------------------"; echo "line $i of the errors" >&2; i=$((i + 1)); done'
expect 0 kept -- "$tmp/app" lots "$lots"
[ "$(grep -c '^line' "$tmp/run/stdout.txt")" = 3000 ] || fail 'stdout.txt is not whole'
[ "$(grep -c '^line' "$tmp/run/stderr.txt")" = 3000 ] || fail 'stderr.txt is not whole'
cmp -s "$tmp/out" "$tmp/run/stdout.txt" || fail 'the output differs from its copy'
kept -- "$tmp/app" lots "$lots" 2>/dev/null | head -n 1 >/dev/null
[ "$(grep -c '^line' "$tmp/run/stdout.txt")" = 3000 ] || fail 'stdout.txt is not whole when nobody reads the output'

# A process that the app leaves behind with its streams does not hold the run up.
expect 0 kept -- "$tmp/app" daemon '(sleep 3) & echo last'
grep -q '^last$' "$tmp/run/stdout.txt" || fail 'the last line is missing'

# --repeat 2 keeps the second run in a folder of its own.
expect 0 kept --shoot frame:0 --repeat 2 --expect "$tmp/one.json" -- "$tmp/app" both
for part in run.json log.jsonl stdout.txt pictures/frame-000000-view-0.png; do
    [ -s "$tmp/run/again-2/$part" ] || fail "there is no again-2/$part"
done
expect 0 kept -- "$tmp/app" single
[ ! -e "$tmp/run/again-2" ] || fail 'the second run of --repeat 2 is left'
finish
