#!/bin/sh
# SPDX-License-Identifier: MIT
# `diff` of two recordings. make_session.c states the sessions as closed forms; line.bin is the line of tests/generate/performance.h.
. "$(dirname "$0")/../common.sh"
make_session=$5
line=$data/line.bin

# Equal files: of each kind, compressed, and a session and the file that is made of it, although that holds two keys at each step.
"$make_session" "$tmp/session.mcap" 128 chunks || fail 'no session was made'
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/session.bin" --quiet
expect 0 "$tool" compress "$tmp/session.mcap" -o "$tmp/small.mcap" --quiet
for pair in "session.mcap session.mcap" "session.mcap small.mcap" "session.bin session.bin" "session.mcap session.bin" "session.bin small.mcap"; do
    expect 0 "$tool" diff "$tmp/${pair% *}" "$tmp/${pair#* }"
    out_has '^no difference at 128 times in 1.984 s$'
    err_is_empty
done
out_has '^not compared, because only a session recording holds them: controllers, views, profiles, components$'
cp "$tmp/session.mcap" "$tmp/named.jsonl" # by content, not by name
expect 0 "$tool" diff "$tmp/named.jsonl" "$tmp/session.bin"
expect 0 "$tool" diff "$line" "$line" --json
json_is equal result
json_near 4 duration_s a
json_is false duration_s differ

# The head's X of frame 64, which is 1, becomes 1.5: at 1 s, and at no other key.
patch "$tmp/session.bin" $((19 + 12 + 64 * 8 + 4)) '\000\000\300\077'
for other in session.bin session.mcap; do
    expect 1 "$tool" diff "$tmp/$other" "$tmp/bad.bin"
    out_has '^the first difference is at 1.000000 s, in head: position$'
    out_has "/$other: 1 1.5 -0.5\$"
    out_has '/bad.bin: 1.5 1.5 -0.5$'
    out_has '^  they differ by 0.5 m$'
    out_has '^1 of 128 times differ$'
    out_has '^  head  *1 times differ, by up to 0.5 m$'
    expect 1 "$tool" diff "$tmp/bad.bin" "$tmp/$other" --json
    json_is different result
    json_is head first channel
    json_near 1 first at_s
    json_near 0.5 first amount
    json_is m first unit
    json_near 1 channels head differing
    json_near 0 channels 'left hand' differing
done
expect 0 "$tool" diff "$tmp/session.bin" "$tmp/bad.bin" --position-m 0.5001
expect 1 "$tool" diff "$tmp/session.bin" "$tmp/bad.bin" --position-m 0.4999

# The head's last X of the line, 2 at 4 s, becomes 2.25.
patch "$line" 43 '\000\000\020\100'
expect 1 "$tool" diff "$line" "$tmp/bad.bin"
out_has '^the first difference is at 4.000000 s, in head: position$'
out_has '^  they differ by 0.25 m$'

# Durations and markers: "half way" is at frame 64 of one, and at 60 of the other.
"$make_session" "$tmp/short.mcap" 120 || fail 'no session was made'
expect 1 "$tool" diff "$tmp/session.mcap" "$tmp/short.mcap"
out_has '^the first difference is at 0.937500 s, in markers: name$'
out_has "/session.mcap: no marker\$"
out_has "/short.mcap: 'half way'\$"
out_has '^0 of 120 times differ$'
out_has '^  markers  *2 differ$'
out_has '^the durations differ: 1.984375 s and 1.859375 s$'
expect 1 "$tool" diff "$tmp/session.mcap" "$tmp/short.mcap" --common
! grep -q durations "$tmp/out" || fail 'with --common the durations count'
for name in 'a b' "$(printf 'a\033b')"; do
    "$generate" --performance line --seconds 4 --marker "0.5:$name" -o "$tmp/marked.${name#a}" || fail 'generate'
done
expect 1 "$tool" diff "$tmp/marked. b" "$tmp/marked.$(printf '\033b')"
out_has '^the first difference is at 0.500000 s, in markers: name$'
out_has ": 'a b'\$"
out_has ": 'a.u{1b}b'\$"

# What one file holds and the other does not. Of 128 frames, 64 have the left hand and 32 the gaze.
"$make_session" "$tmp/bare.mcap" 128 bare || fail 'no session was made'
expect 1 "$tool" diff "$tmp/session.mcap" "$tmp/bare.mcap"
out_has '^  left hand  *64 times differ; in .*/session.mcap alone$'
out_has '^  gaze  *32 times differ; in .*/session.mcap alone$'
out_has '^  markers  *2 differ; in .*/session.mcap alone$'
out_has '^  left controller  *128 times differ; in .*/session.mcap alone$'
out_has '^  components  *128 times differ; in .*/session.mcap alone$'
! grep -q '^  head' "$tmp/out" || fail 'the head differs'
expect 1 "$tool" diff "$tmp/bare.mcap" "$tmp/session.mcap" --json
json_is b channels components alone_in
json_near 128 channels profiles differing

# What cannot be compared.
echo '{"e":"log","version":1}' >"$tmp/run.jsonl"
expect 2 "$tool" diff "$tmp/session.mcap" "$tmp/run.jsonl"
err_has 'diff: .*/session.mcap is a recording, and .*/run.jsonl is none; diff compares two recordings or two event logs$'
expect 2 "$tool" diff "$line" "$tmp/none.bin"
err_has 'none.bin: No such file'
expect 2 "$tool" diff "$line" "$line" --ignore locate
err_has '--ignore is for event logs'
expect 2 "$tool" diff "$line" "$line" --angle-rad -1
head -c 2000 "$line" >"$tmp/cut.bin"
expect 2 "$tool" diff "$line" "$tmp/cut.bin"
err_has 'cut.bin: the file ends inside'
head -c $(($(wc -c <"$tmp/session.mcap") * 2 / 3)) "$tmp/session.mcap" >"$tmp/cut.mcap"
expect 1 "$tool" diff "$tmp/session.mcap" "$tmp/cut.mcap"
err_has 'cut.mcap was not finished; diff compares what it holds$'
out_has '^the durations differ: '
finish
