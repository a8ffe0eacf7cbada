#!/bin/sh
# SPDX-License-Identifier: MIT
# Where the output goes wrong: a reader that goes away is no error and no crash, a full disk is an error.
. "$(dirname "$0")/../common.sh"

for command in "info $data/demo.bin" "info --json $data/demo.bin" "check $data/demo.bin" \
    "sample --json --time 1 $data/demo.bin" "sample --time 1 $data/demo.bin" --help; do
    # The reader is gone before the first byte is written.
    mkfifo "$tmp/pipe"
    : <"$tmp/pipe" &
    # shellcheck disable=SC2086
    { sleep 0.1; code=0; "$tool" $command 2>"$tmp/err" || code=$?; echo $code >"$tmp/code"; } >"$tmp/pipe"
    wait
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
code=0
"$tool" check "$data/demo.bin" >&- 2>"$tmp/err" || code=$?
[ $code = 3 ] || fail "a closed standard output gives $code"
finish
