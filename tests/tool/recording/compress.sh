#!/bin/sh
# SPDX-License-Identifier: MIT
# `convert` to .mcap: every command says the same of the compressed recording; decompressed it is the same file again; and what is refused.
. "$(dirname "$0")/../common.sh"
make_session=$5

"$make_session" "$tmp/session.mcap" 128 chunks || fail 'no session was made'
cp "$tmp/session.mcap" "$tmp/copy.mcap"
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/small.mcap"
err_is_empty
out_has '/small.mcap: [0-9]* bytes, [0-9.]* % of [0-9]*, in [0-9]* chunks\{0,1\}$'
cmp -s "$tmp/session.mcap" "$tmp/copy.mcap" || fail 'convert changed its input'
[ "$(stat -c %a "$tmp/small.mcap")" = "$(printf %o $((0666 & ~$(umask))))" ] || fail "small.mcap has the mode $(stat -c %a "$tmp/small.mcap")"
size=$(wc -c <"$tmp/session.mcap") small=$(wc -c <"$tmp/small.mcap")
[ "$small" -lt $((size * 2 / 3)) ] || fail "compressed it has $small of $size bytes"
expect 0 "$tool" convert "$tmp/small.mcap" --level 0 -o "$tmp/again.mcap"
cmp -s "$tmp/session.mcap" "$tmp/again.mcap" || fail 'decompressed it is another file'
expect 0 "$tool" convert "$tmp/small.mcap" -o "$tmp/smaller.mcap" --level 19

# A name says nothing: all commands, on both files, side by side.
expect 0 "$tool" info "$tmp/small.mcap"
out_has '^  layout    session recording, [0-9]* chunks\{0,1\} compressed with zstd, finished; '
out_has '^  state     sound$'
# same COMMAND...: what a command says of both.
same()
{
    for file in session small; do
        expect 0 "$tool" "$@" "$tmp/$file.mcap"
        err_is_empty
        sed -E "s#$tmp/$file#FILE#; s/[0-9]+ bytes//; s/ compressed with zstd//; s/\"(file_size_bytes|whole_bytes|compressed_chunks)\":[^,]*//" \
            "$tmp/out" >"$tmp/$file.said"
    done
    diff "$tmp/session.said" "$tmp/small.said" || fail "$* says something else of the compressed file"
}
same info
same info --json
same check
same check --json
same sample --time 0.7
same sample --time 1.3 --json
for file in session small; do
    expect 0 "$tool" convert "$tmp/$file.mcap" -o "$tmp/$file.bin"
done
cmp -s "$tmp/session.bin" "$tmp/small.bin" || fail 'convert makes another file of the compressed one'
expect 0 "$tool" recover "$tmp/small.mcap" -o "$tmp/whole.mcap"
out_has ': it is whole$'
cmp -s "$tmp/small.mcap" "$tmp/whole.mcap" || fail 'recover changed a whole compressed file'

# Cut, and with a damaged chunk: as far as it is whole, and recovered.
head -c $((small * 3 / 4)) "$tmp/small.mcap" >"$tmp/cut.mcap"
run "$tool" check "$tmp/cut.mcap"
[ "$code" = 1 ] || [ "$code" = 2 ] || fail "check of a cut file ends with $code"
expect 4 "$tool" convert "$tmp/cut.mcap" -o "$tmp/none.mcap"
err_has 'understudy recover'
[ ! -e "$tmp/none.mcap" ] || fail 'a file was left of a recording that was refused'
expect 4 "$tool" convert "$tmp/cut.mcap" --level 0 -o "$tmp/none.mcap"
cp "$tmp/small.mcap" "$tmp/damaged.mcap"
printf 'XXXXXXXX' | dd of="$tmp/damaged.mcap" bs=1 seek=$((small / 2)) conv=notrunc 2>"$tmp/dd"
expect 4 "$tool" convert "$tmp/damaged.mcap" --level 0 -o "$tmp/none.mcap"
err_has 'damaged.*; type `understudy recover FILE`'
# In a schema, which no chunk holds.
cp "$tmp/small.mcap" "$tmp/damaged.mcap"
printf 'XXXXXXXX' | dd of="$tmp/damaged.mcap" bs=1 seek=1000 conv=notrunc 2>"$tmp/dd"
expect 4 "$tool" convert "$tmp/damaged.mcap" --level 0 -o "$tmp/none.mcap"
err_has 'has a wrong checksum: it is damaged; type `understudy recover FILE`'
[ ! -e "$tmp/none.mcap" ] || fail 'a file was left of a recording that was refused'

# What is refused.
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/small.mcap"
err_has 'is there already'
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/small.mcap" --force
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/session.mcap" --force
expect 2 "$tool" convert "$tmp/session.mcap"
err_has '--output is missing'
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.mcap" --level 20
err_has '--level must be a whole number from 0 to 19'
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.mcap" --level 0.5
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.mcap" --reduce
err_has '--keys and --reduce are for an input animation file'
expect 2 "$tool" compress "$tmp/session.mcap" -o "$tmp/x.mcap"
err_has "the command 'compress' is 'understudy convert SESSION -o NEW.mcap' now, and --decompress is '--level 0'"
echo none >"$tmp/none.mcap"
expect 4 "$tool" convert "$tmp/none.mcap" -o "$tmp/x.mcap"
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/nowhere/x.mcap"
[ ! -e "$tmp/x.mcap" ] || fail 'a file was left that was refused'
[ -z "$(find "$tmp" -name '*.part')" ] || fail 'a part was left'

# The copy that the app plays goes with the run, however that ends: by itself, or by SIGKILL of the tool while it makes the copy, while the
# app runs, or of the tool and the supervisor of the app together. The guard of the copy goes, too.
make_tree
mkdir "$tmp/copies"
mark=UNDERSTUDY_TEST_COPY=$$.$(date +%N)
is_gone()
{
    tries=0
    while [ -n "$(ls "$tmp/copies")" ] || grep -qlzx -e "$mark" /proc/[0-9]*/environ 2>/dev/null; do
        [ $tries -lt 300 ] || break
        sleep 0.1
        tries=$((tries + 1))
    done
    [ -z "$(ls "$tmp/copies")" ] || fail "$1: left behind: $(find "$tmp/copies")"
    ! grep -lzx -e "$mark" /proc/[0-9]*/environ 2>/dev/null || fail "$1: these processes are left"
}
# begin APP...: with the options $options.
options=
begin()
{
    rm -f "$tmp/copy"
    # shellcheck disable=SC2086 # options are words
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" "$mark" TMPDIR="$tmp/copies" TEST_TMP="$tmp" \
        ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} "$tree_tool" run --headless --allow-unused --play "${plays-$tmp/small.mcap}" $options -- "$@" \
        >"$tmp/out" 2>"$tmp/err" </dev/null &
    process=$!
}
# wait_until COMMAND...
wait_until()
{
    tries=0
    until "$@" >"$tmp/found" 2>&1 || [ $tries = 500 ]; do
        sleep 0.02
        tries=$((tries + 1))
    done
    [ $tries -lt 500 ] || fail "this did not come true: $*"
}
app='cmp "$UNDERSTUDY_PLAY" "$TEST_TMP/session.mcap" && echo "$UNDERSTUDY_PLAY" >"$TEST_TMP/copy"'
expect 0 in_home "$mark" TMPDIR="$tmp/copies" TEST_TMP="$tmp" "$tree_tool" run --headless --allow-unused --play "$tmp/small.mcap" -- sh -c "$app"
grep -q '/copies/understudy-....../small.mcap$' "$tmp/copy" || fail "the app plays $(cat "$tmp/copy")"
[ -z "$(ls "$tmp/copies")" ] || fail 'the copy was left'
is_gone 'an app that ends'
begin sh -c "$app; exec sleep 600"
wait_until test -s "$tmp/copy"
kill -9 $process
is_gone 'SIGKILL of the tool'
begin sh -c "$app; exec sleep 600"
wait_until test -s "$tmp/copy"
for at in /proc/[0-9]*/comm; do
    [ "$(cat "$at" 2>/dev/null)" = understudy-tree ] || continue
    at=${at%/comm}
    ! grep -qzx -e "$mark" "$at/environ" 2>/dev/null || kill -9 "${at#/proc/}" $process
done
is_gone 'SIGKILL of the tool and the supervisor'
begin sh -c 'exec sleep 600'
wait_until sh -c 'ls "$1"/understudy-*' sh "$tmp/copies"
kill -9 $process
is_gone 'SIGKILL while the copy is made'
# The same holds for every other folder for temporary files.
plays=$data/line.bin
run "$tool" view "$data/line.bin" -o "$tmp/page.html"
set --
[ "$code" = 5 ] || set -- "--report $tmp/page.html"
for options in '--log -' "$@"; do
    rm -f "$tmp/started"
    begin sh -c 'touch "$TEST_TMP/started"; exec sleep 600'
    wait_until test -e "$tmp/started"
    [ -n "$(ls "$tmp/copies/understudy-"*)" ] || fail "$options: there is no folder with files"
    kill -9 $process
    is_gone "SIGKILL with $options"
done
finish
