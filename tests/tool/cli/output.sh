#!/bin/sh
# SPDX-License-Identifier: MIT
# Output that cannot be written: a closed pipe is no error and no crash, a full disk is an error.
. "$(dirname "$0")/../common.sh"

for command in "info $data/demo.bin" "info --json $data/demo.bin" "check $data/demo.bin" \
    "sample --json --time 1 $data/demo.bin" "sample --time 1 $data/demo.bin" --help; do
    # The reader is gone before the first byte is written.
    mkfifo "$tmp/pipe"
    : <"$tmp/pipe" &
    # shellcheck disable=SC2086
    { wait $!; code=0; "$tool" $command 2>"$tmp/err" || code=$?; echo $code >"$tmp/code"; } >"$tmp/pipe"
    rm "$tmp/pipe"
    code=$(cat "$tmp/code")
    [ "$code" = 0 ] || fail "a closed pipe gives $code: $command"
    [ ! -s "$tmp/err" ] || fail "a closed pipe is spoken of: $command: $(cat "$tmp/err")"
    if [ -e /dev/full ]; then
        code=0
        # shellcheck disable=SC2086
        "$tool" $command >/dev/full 2>"$tmp/err" || code=$?
        ran="$command >/dev/full"
        [ $code = 3 ] || fail "a full disk gives $code: $command"
        err_has 'could not be written'
    fi
done
# Where no file can be put, it is said of the output, not of a recording.
run "$tool" view "$data/demo.bin" -o /dev/full
if [ "$code" != 5 ]; then
    [ "$code" = 3 ] || fail "view -o /dev/full gives $code"
    err_has '/dev/full cannot be written: No space left on device$'
fi
code=0
"$tool" check "$data/demo.bin" >&- 2>"$tmp/err" || code=$?
[ $code = 3 ] || fail "a closed standard output gives $code"

# ---- Files ----
make_tree
cd "$tmp" || exit 1
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 1}]}' >expect.json
cat >run.jsonl <<'LOG'
{"n":1,"wall_ms":0,"e":"log","version":1}
{"n":2,"wall_ms":1,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":3,"wall_ms":2,"e":"end"}
LOG
printf '#!/bin/sh\n%s\ncp %s/run.jsonl "$UNDERSTUDY_EVENTS"\n' "$pretend_playing" "$tmp" >app
chmod +x app
mkdir many
i=0
while [ $i -lt 600 ]; do
    echo "    {\"kind\": \"frames\", \"name\": \"expectation $i\", \"at_least\": 1},"
    i=$((i + 1))
done >list
{ echo '{"version": 1, "expect": ['; cat list; echo '    {"kind": "frames", "at_least": 1}]}'; } >many.json

# writes FILE: each command that writes a file of its own, writing that one.
writes()
{
    for command in "judge run.jsonl --expect many.json --report" "judge run.jsonl --expect many.json --junit" "view $data/demo.bin -o" \
        "run --headless --play $data/line.bin --expect many.json --report FILE -- ./app" \
        "run --headless --play $data/line.bin --expect many.json --junit FILE -- ./app"; do
        case $command in
        *FILE*) echo "${command%%FILE*}$1${command##*FILE}" ;;
        *) echo "$command $1" ;;
        esac
    done
}
# it COMMAND...: with the loader's folders of this test.
it()
{
    in_home "$tree_tool" "$@"
}
# A write that ends early leaves what was there, and nothing beside it, and names the file and the cause.
mkdir full
writes full/file >commands
while read -r command; do
    case $command in run*) continue ;; esac # its own files are larger than the limit; full_disk has a disk
    echo 'the earlier file' >full/file
    code=0
    # shellcheck disable=SC2086
    (ulimit -f 60 && it $command >out 2>"$tmp/err" </dev/null) || code=$?
    ran="$command with a limit"
    [ $code = 3 ] || fail "exit code $code: $ran: $(cat "$tmp/err")"
    err_has 'full/file cannot be written: File too large'
    [ "$(cat full/file)" = 'the earlier file' ] || fail "the earlier file is gone: $ran"
    [ "$(ls full)" = file ] || fail "something was left beside it: $ran: $(ls full)"
done <commands
# A link is replaced, and not followed.
writes full/link >commands
while read -r command; do
    echo victim >victim
    ln -sf "$tmp/victim" full/link
    # shellcheck disable=SC2086
    run it $command </dev/null
    [ "$code" = 0 ] || fail "exit code $code: $ran: $(cat "$tmp/err")"
    [ "$(cat victim)" = victim ] || fail "what the link leads to was written: $ran"
    [ -f full/link ] && [ ! -L full/link ] && [ -s full/link ] || fail "the link was not replaced: $ran"
    [ "$(stat -c %a full/link)" = "$(printf %o $((0666 & ~$(umask))))" ] || fail "mode $(stat -c %a full/link): $ran"
done <commands
# Nothing takes the name of a device, a pipe or standard output: they are written to.
mkfifo pipe
for target in /dev/stdout pipe; do
    writes $target >commands
    while read -r command; do
        case $command in view*) continue ;; esac
        cat pipe >through &
        # shellcheck disable=SC2086
        { it $command | cat; } >out 2>"$tmp/err" </dev/null
        [ $target = pipe ] && wait || : >pipe
        wait
        cat out through >all
        grep -q 'expectation 599' all || fail "$target got nothing: $command: $(cat "$tmp/err")"
        [ -p pipe ] && [ -L /dev/stdout ] || fail "the pipe was replaced: $command"
    done <commands
done
it view "$data/demo.bin" -o /dev/stdout 2>/dev/null >page.html
it view "$data/demo.bin" -o named.html >/dev/null
cmp page.html named.html || fail 'the page on standard output is another'
it judge run.jsonl --expect many.json --junit /dev/stdout >out 2>/dev/null
grep -q '</testsuites>' out || fail '/dev/stdout, which is a file, got nothing'
[ -L /dev/stdout ] || fail '/dev/stdout was replaced'
expect 3 it judge run.jsonl --expect many.json --junit /dev/full
err_has '^understudy: /dev/full cannot be written: No space left on device$'
expect 0 it judge run.jsonl --expect many.json --junit /dev/null
# "-" is no name: nothing makes a file of it.
expect 2 it view "$data/demo.bin" -o -
err_has '^understudy: view: --output -: let the name end in .html'
expect 2 it edit "$data/demo.bin" mirror -o -
expect 2 it report . -o -
err_has '^understudy: report: --output - is no file; name one'
[ ! -e ./- ] || fail 'a file of the name - was written'
finish
