#!/bin/sh
# SPDX-License-Identifier: MIT
# `convert`: the input animation file of a session recording, and what is refused. make_session.c states the contents as closed forms.
. "$(dirname "$0")/../common.sh"
make_session=$5

"$make_session" "$tmp/session.mcap" 128 chunks || fail 'no session was made'
cp "$tmp/session.mcap" "$tmp/copy.mcap"
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/take.bin"
err_is_empty
out_has '/session.mcap: converted$'
out_has '^  written    .*/take.bin, [0-9.]* kB, keys of 8 bytes$'
out_has '^  holds      head, the left hand, gaze, 2 markers; 128 frames, 1.984 s$'
out_has '^  dropped    the controllers, because an input animation file has none$'
out_has '^  begins     with the head 1.50 m above LOCAL; play it with --anchor local$'
cmp -s "$tmp/session.mcap" "$tmp/copy.mcap" || fail 'convert changed its input'
[ "$(stat -c %a "$tmp/take.bin")" = "$(printf %o $((0666 & ~$(umask))))" ] || fail "take.bin has the mode $(stat -c %a "$tmp/take.bin")"
expect 0 "$tool" check "$tmp/take.bin"
expect 0 "$tool" info --json "$tmp/take.bin"
json_is sound result
json_is 'half way' markers 1 name
json_near 1 markers 1 time_s

# The file and the session answer the same at every frame: in even ones the left hand is there, in every fourth the gaze.
for frame in 1 2 20 77 126 127; do
    time_s=$(awk "BEGIN { printf \"%.9f\", $frame / 64 }")
    for file in take.bin session.mcap; do
        expect 0 "$tool" sample --json --time "$time_s" "$tmp/$file"
        json_near "$time_s" head pose position_m 0
        json_near 1.5 head pose position_m 1
        json_near "$(awk "BEGIN { printf \"%.9f\", -$frame / 128 }")" head pose position_m 2
        json_is "$([ $((frame % 2)) = 0 ] && echo true || echo false)" left tracked
        json_is "$([ $((frame % 4)) = 0 ] && echo true || echo false)" gaze valid
        [ $((frame % 2)) = 1 ] || json_near 10 left joints INDEX_TIP position_m 0
        [ $((frame % 2)) = 1 ] || json_near "$time_s" left joints INDEX_TIP position_m 1
    done
done

# Keys of 28 bytes, fewer keys, frames before the focus, only a head.
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/full.bin" --keys 28
expect 0 "$tool" info "$tmp/full.bin"
out_has 'version 1.1, keys of 28 bytes, a marker list'
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/reduced.bin" --reduce
out_has '^  reduced    to [0-9.]* % of the keys; positions are off by up to 0.[0-9]* mm, rotations by up to 0.[0-9]* degrees$'
[ "$(wc -c <"$tmp/reduced.bin")" -lt "$(wc -c <"$tmp/take.bin")" ] || fail 'the reduced file is not smaller'
"$make_session" "$tmp/focus.mcap" 128 focus bare || fail 'no session was made'
expect 0 "$tool" convert "$tmp/focus.mcap" -o "$tmp/focus.bin"
out_has '^  holds      head; 96 frames, 1.484 s$'
out_has '^  dropped    32 frames before the app had the focus$'
expect 0 "$tool" sample --json --time 0 "$tmp/focus.bin"
json_near 0.5 head pose position_m 0
"$make_session" "$tmp/nan.mcap" 64 nan || fail 'no session was made'
expect 0 "$tool" convert "$tmp/nan.mcap" -o "$tmp/nan.bin"
out_has '^  dropped    the loss of the head in 2 frames; it goes straight on$'
expect 0 "$tool" check "$tmp/nan.bin"

# A file that is there stays, unless --force is passed; an input is never overwritten.
echo mine >"$tmp/mine.bin"
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/mine.bin"
err_has 'mine.bin is there already; choose another name, or pass --force to replace it'
[ "$(cat "$tmp/mine.bin")" = mine ] || fail 'convert wrote over a file'
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/mine.bin" --force
cmp -s "$tmp/mine.bin" "$tmp/take.bin" || fail 'the same session gives another file'
ln "$tmp/session.mcap" "$tmp/link.mcap"
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/link.mcap" --force
err_has 'would be overwritten'
mkdir "$tmp/folder.bin"
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/folder.bin" --force
err_has 'is not a regular file'
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/none/take.bin"
err_has 'take.bin cannot be written: No such file'
expect 2 "$tool" convert "$tmp/session.mcap"
err_has 'output is missing'
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.bin" --reduce-mm 2
err_has 'convert: --reduce-mm is --reduce now'
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.bin" --keys 9
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.bin" --level 3
err_has '--level is for a session recording'
expect 2 "$tool" convert "$tmp/session.mcap" -o "$tmp/x.txt"
err_has 'let the name of --output end in .foxglove.mcap for Foxglove and Rerun, .mcap for a session recording, .bin for an input animation file, .csv for a table with commas'
expect 2 "$tool" record -o "$tmp/x.mcap" --also "$tmp/x.bin" -- true
err_has "record: --also is 'understudy convert RECORDING -o FILE' now"
[ ! -e "$tmp/x.mcap" ] || fail 'record made a file before it read its options'

# What is not there, what is no session recording, and what is not whole.
for name in nothing nothing.xror nothing.csv nothing.mcap; do
  expect 4 "$tool" convert "$tmp/$name" -o "$tmp/x.bin"
  err_has "$name: the file cannot be opened: No such file or directory"
done
expect 2 "$tool" convert "$data/demo.bin" -o "$tmp/x.bin"
err_has "convert: the files are of the same kind; 'understudy edit' makes a new recording of one"
printf 'time,head.x,head.y,head.z\n0,0,0,0\n' >"$tmp/table.csv"
expect 2 "$tool" convert "$tmp/table.csv" -o "$tmp/other.csv"
err_has "convert: the files are of the same kind; to change one, convert it to an .mcap, change that with 'understudy edit', and convert it back"
# Half of a head cannot be played by what reads an input animation file: what is missing is said, and where it can be added.
while IFS=: read -r columns cells has; do
    printf 'time,%s\n0,%s\n1,%s\n' "$columns" "${cells%% *}" "${cells##* }" >"$tmp/half.csv"
    expect 4 "$tool" convert "$tmp/half.csv" -o "$tmp/half.bin"
    err_has "half.csv: the head has $has, and an input animation file needs both; there is no hand and no gaze. Add what is missing in a table"
    expect 4 "$tool" convert "$tmp/half.csv" -o "$tmp/half.json"
    err_has 'no frame has a head with both a position and an orientation'
done <<'END'
head.x,head.y,head.z:0,1.6,0 0,1.7,0:positions and no orientations
head.qx,head.qy,head.qz,head.qw:0,0,0,1 0,0,0,1:orientations and no positions
head.x,head.y,head.z,head.qx,head.qy,head.qz,head.qw:0,1.6,0,,,, ,,,0,0,0,1:positions and orientations, but never in the same frame
END
echo 'no recording' >"$tmp/other.dat"
expect 4 "$tool" convert "$tmp/other.dat" -o "$tmp/x.bin"
err_has 'convert: .*other.dat cannot be read: convert reads .mcap for a session recording, .bin for '
# An input animation file is known by its content, as run and edit know it.
cp "$data/demo.bin" "$tmp/named.mcap"
expect 0 "$tool" convert "$tmp/named.mcap" -o "$tmp/named.csv"
expect 2 "$tool" convert "$tmp/named.mcap" -o "$tmp/named.bin"
err_has "convert: the files are of the same kind; 'understudy edit' makes a new recording of one"
size=$(wc -c <"$tmp/session.mcap")
head -c $((size * 2 / 3)) "$tmp/session.mcap" >"$tmp/cut.mcap"
expect 1 "$tool" convert "$tmp/cut.mcap" -o "$tmp/cut.bin"
err_has 'cut.mcap was not finished; .*cut.bin ends where it ends'
expect 0 "$tool" check "$tmp/cut.bin"

# A disk that is full: nothing stays.
code=0
(ulimit -f 16 && "$tool" convert "$tmp/session.mcap" -o "$tmp/x.bin" --keys 28 >"$tmp/out" 2>"$tmp/err") || code=$?
[ $code = 3 ] || fail "exit code $code where the file cannot be written"
err_has 'x.bin was not written: the file cannot be written: File too large'
for left in "$tmp"/x.*; do
    [ ! -e "$left" ] || fail "a failed conversion leaves $left"
done
# A file that is not there is of no kind.
expect 4 "$tool" convert "$tmp/no-such.bin" -o "$tmp/of-none.bin"
err_has '^understudy: .*/no-such.bin: the file cannot be opened: No such file or directory$'
[ ! -e "$tmp/of-none.bin" ] || fail 'a file was made of none'
finish
