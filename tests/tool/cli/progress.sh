#!/bin/sh
# SPDX-License-Identifier: MIT
# On a terminal, a long check shows its progress; in a pipe it does not.
. "$(dirname "$0")/../common.sh"

command -v script >/dev/null || { echo 'SKIP: script (of util-linux) is not installed'; exit 77; }

# A camera of seven long curves whose keys are all zero: 700 MB that take no room on the disk.
long=$tmp/long.bin
count=12500000
curve='\010\000\000\000\010\000\000\000\040\274\276\000'
printf '\306\102\236\017\156\257\217\152\001\000\000\000\001\000\000\000\001\000\000' >"$long"
offset=19
for _ in 1 2 3 4 5 6 7; do
    # shellcheck disable=SC2059 # escapes are meant
    printf "$curve" | dd of="$long" bs=1 seek="$offset" conv=notrunc 2>/dev/null
    offset=$((offset + 12 + count * 8))
done
truncate -s "$offset" "$long"

# It waits a little on the way, so that it takes long on any machine.
cat >"$tmp/slowly" <<END
"$tool" check "$long" &
sleep 0.1
kill -STOP \$!
sleep 1
kill -CONT \$!
wait \$!
END
code=0
script -q -e -c "sh '$tmp/slowly'" "$tmp/typescript" </dev/null >"$tmp/seen" 2>&1 || code=$?
[ $code = 1 ] || fail "exit code $code, not 1, on a terminal"
tr '\r' '\n' <"$tmp/seen" >"$tmp/lines"
grep -q '^understudy: reading long.bin: *[0-9]* %$' "$tmp/lines" || fail "no progress: $(head -c 300 "$tmp/lines")"
# The line is overwritten with spaces before the answer stands in its place.
grep -q '^   *$' "$tmp/lines" || fail "the line of progress stays: $(tail -c 200 "$tmp/lines")"
grep -q 'long.bin: warned ' "$tmp/lines" || fail "no answer: $(tail -c 200 "$tmp/lines")"

code=0
sh "$tmp/slowly" >"$tmp/out" 2>"$tmp/err" || code=$?
ran='check, slowly, into a file'
[ $code = 1 ] || fail "exit code $code, not 1"
err_is_empty
out_has ': warned '

# What is short is quiet on a terminal as well.
script -q -e -c "'$tool' check '$data/demo.bin'" "$tmp/typescript" </dev/null >"$tmp/seen" 2>&1
! grep -q 'reading' "$tmp/seen" || fail 'a short check shows its progress'
finish
