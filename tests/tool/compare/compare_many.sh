#!/bin/sh
# SPDX-License-Identifier: MIT
# `compare` of logs with very many events in one frame, or without frames: the order in which an app asks within a frame does not count,
# and the time is linear in the number of events. Where it grows with the square, this test takes hours.
. "$(dirname "$0")/../common.sh"

# many COUNT ORDER [CHANGED]: COUNT questions of one frame, up or down. The question CHANGED has another answer.
many()
{
    awk -v count="$1" -v order="$2" -v changed="${3:--1}" 'BEGIN {
        print "{\"n\":1,\"e\":\"log\",\"version\":1,\"layer\":\"0.2.0\",\"level\":\"calls\"}"
        print "{\"n\":2,\"frame\":0,\"e\":\"play\",\"what\":\"start\",\"from_s\":0}"
        print "{\"n\":3,\"frame\":0,\"e\":\"wait\",\"session\":1,\"at_s\":0}"
        for (i = 0; i < count; i++) {
            k = order == "up" ? i : count - 1 - i
            printf "{\"n\":%d,\"frame\":0,\"e\":\"locate\",\"session\":1,\"space\":%d,\"base\":1,\"ask\":0.%03d,\"pose\":[%d,%d,0,0,0,0,1]}\n",
                i + 4, 2 + k % 3, k % 1000, k, k == changed
        }
        print "{\"n\":0,\"frame\":1,\"e\":\"wait\",\"session\":1,\"at_s\":0.1}"
    }'
}

a=$tmp/a.jsonl b=$tmp/b.jsonl
many 100000 up >"$a"
many 100000 down >"$b"
expect 0 "$tool" compare "$a" "$b"
out_has '^no difference in 2 frames$'
# Question 7000 is in line 7004 of the one and in line 3003 of the other.
many 10000 up >"$a"
many 10000 down 7000 >"$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 0 .*, in xrLocateSpace of space 3 in space 1: pose$'
out_has 'a.jsonl, line 7004: .7000,0,0,'
out_has 'b.jsonl, line 3003: .7000,1,0,'
out_has "^lines differ in 1 of 2 frames$"
expect 0 "$tool" compare --allow position_m=1.5 "$a" "$b"
sed -i -e 3003d "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'a.jsonl, line 7004: '
out_has 'b.jsonl: nothing like it in this frame'

# More events than diff holds of a frame.
many 300000 up >"$a"
many 300000 down >"$b"
expect 0 "$tool" compare "$a" "$b"
many 300000 up 299999 >"$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'a.jsonl, line 300003: .299999,0,0,'
out_has 'b.jsonl, line 300003: .299999,1,0,'
many 290000 up >"$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'a.jsonl, line 290004: '

# Where no question has an equal one, few are compared with tolerances.
many 20000 up >"$a"
many 20000 up | sed 's/,0,0,0,0,0,1]/,0,0.5,0,0,0,1]/; s/"ask":0.[0-9]*/"ask":0.5/' >"$b"
sed -i -e 's/"ask":0.[0-9]*/"ask":0.5/' "$a"
expect 1 "$tool" compare "$a" "$b"
out_has 'a.jsonl, line 4: .0,0,0,'
expect 0 "$tool" compare --allow position_m=0.6 "$a" "$b"

# Without frames: what has an order is compared in that order. A pipe cannot be read twice.
events()
{
    awk -v last="$1" 'BEGIN {
        print "{\"n\":1,\"e\":\"log\",\"version\":1,\"layer\":\"0.2.0\",\"level\":\"calls\"}"
        for (i = 0; i < 20000; i++)
            printf "{\"n\":%d,\"e\":\"action\",\"action\":\"grab\",\"subaction\":null,\"active\":true,\"value\":%d}\n", i + 2, i == 19999 ? last : i
    }'
}
events 1 >"$a"
events 1 >"$b"
expect 2 "$tool" compare "$a" "$b"
err_has '^understudy: nothing was compared: neither log has a frame of playback; '
events 2 >"$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is before playback, in the action grab of any hand: value$'
out_has 'b.jsonl, line 20001: 2$'
mkfifo "$tmp/pipe"
cat "$b" >"$tmp/pipe" &
expect 1 "$tool" compare "$a" "$tmp/pipe"
out_has 'pipe, line 20001: 2$'

# A layer is as its last line says. A line in one log alone that says nothing new is no difference.
layers()
{
    cat <<'END2'
{"n":1,"e":"log","version":1,"layer":"0.2.0","level":"calls"}
{"n":2,"frame":0,"e":"play","session":1,"what":"start","from_s":0}
{"n":3,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":4,"frame":0,"e":"layer","session":1,"layer":0,"kind":"quad","size":[0.5,0.25]}
{"n":5,"frame":0,"e":"submit","session":1,"ask":0,"layers":[{"kind":"quad"}]}
{"n":6,"frame":1,"e":"wait","session":1,"at_s":0.1}
{"n":7,"frame":1,"e":"submit","session":1,"ask":1,"layers":[{"kind":"quad"}]}
{"n":8,"frame":2,"e":"wait","session":1,"at_s":0.2}
{"n":9,"frame":2,"e":"submit","session":1,"ask":2,"layers":[{"kind":"quad"}]}
END2
}
layers >"$a"
layers >"$b"
sed -i -e '7i {"n":7,"frame":1,"e":"layer","session":1,"layer":0,"kind":"quad","size":[0.5,0.250001]}' "$b"
expect 0 "$tool" compare "$a" "$b"
expect 0 "$tool" compare "$b" "$a"
sed -i -e 's/0.250001/0.26/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 1 (0.100 s of the recording), in layer 0 (quad) of xrEndFrame: size.1.$'
out_has 'a.jsonl, line 4: 0.25 m$'
out_has 'b.jsonl, line 7: 0.26 m$'
out_has "^lines differ in 2 of 3 frames$"
expect 1 "$tool" compare "$b" "$a"
out_has 'b.jsonl, line 7: 0.26 m$'
finish
