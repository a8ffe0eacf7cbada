# SPDX-License-Identifier: MIT
# `diff` finds the first difference of two logs by meaning: what counts, what does not, tolerances, exit codes.
. "$(dirname "$0")/common.sh"

# log FILE: three frames of a run; the next commands change it.
log()
{
    cat >"$1" <<'END'
{"n":1,"wall_ms":0,"e":"log","version":1,"layer":"0.1.0","level":"calls"}
{"n":2,"wall_ms":1,"e":"state","session":1,"state":"FOCUSED"}
{"n":3,"wall_ms":1,"e":"space","session":1,"space":1,"kind":"reference","type":"LOCAL"}
{"n":4,"wall_ms":1,"e":"space","session":1,"space":2,"kind":"action","action":"grab","subaction":"/user/hand/left"}
{"n":5,"wall_ms":1,"e":"wait","session":1,"wall_count":1}
{"n":6,"wall_ms":2,"frame":0,"e":"play","what":"start","from_s":0}
{"n":7,"wall_ms":2,"frame":0,"e":"wait","session":1,"wall_count":2,"at_s":0}
{"n":8,"wall_ms":2,"frame":0,"e":"locate","call":"xrLocateSpace","space":2,"base":1,"ask":0,"flags":"opOP","pose":[0,1,2,0,0,0,1],"from":"recording"}
{"n":9,"wall_ms":3,"frame":1,"e":"wait","session":1,"wall_count":3,"at_s":0.011}
{"n":10,"wall_ms":3,"frame":1,"e":"locate","call":"xrLocateSpace","space":2,"base":1,"ask":1,"flags":"opOP","pose":[0,1,2.5,0,0,0,1],"from":"recording"}
{"n":11,"wall_ms":3,"frame":1,"e":"hand","hand":"left","base":1,"ask":1,"active":false,"from":"recording"}
{"n":12,"wall_ms":4,"frame":2,"e":"wait","session":1,"wall_count":4,"at_s":0.022}
{"n":13,"wall_ms":4,"frame":2,"e":"haptic","action":"buzz","subaction":"/user/hand/left","what":"apply","amplitude":0.5,"result":"XR_SUCCESS"}
END
}
a=$tmp/a.jsonl b=$tmp/b.jsonl
log "$a"

# The same: other times, other numbers of lines, more frames before playback, another order within a frame.
log "$b"
sed -i -e 's/"wall_ms":[0-9]*/"wall_ms":77.5/; s/"wall_count":[0-9]*/"wall_count":99/' "$b"
sed -i -e '5{p;p}' -e '10{h;d}' -e '11{G}' "$b"
expect 0 "$tool" diff "$a" "$b"
out_has '^no difference in 3 frames$'
expect 0 "$tool" diff --json "$a" "$b"
json_is equal result
json_is 3 frames

# A pose: where, which call, what each says.
log "$b"
sed -i -e 's/0,1,2.5,0,0,0,1/0,1,2.51,0,0,0,1/' "$b"
expect 1 "$tool" diff "$a" "$b"
out_has '^they differ first in frame 1 (0.011 s of the recording), in xrLocateSpace of grab of /user/hand/left (space 2) in LOCAL (space 1): pose$'
out_has "a.jsonl, line 10: .0,1,2.5,0,0,0,1.$"
out_has "b.jsonl, line 10: .0,1,2.51,0,0,0,1.$"
out_has '^1 of 3 common frames differ$'
expect 1 "$tool" diff --json "$a" "$b"
json_is different result
json_is 1 first frame
json_is pose first field
json_near 2.51 first b 2
json_is 10 first a_line
expect 0 "$tool" diff --position-m 0.02 "$a" "$b"
expect 1 "$tool" diff --position-m 0.005 "$a" "$b"
expect 0 "$tool" diff --ignore late,locate "$a" "$b"

# A rotation and its negative are the same; a turn of 0.01 rad is not, unless that is allowed.
log "$b"
sed -i -e 's/0,1,2.5,0,0,0,1/0,1,2.5,0,0,0,-1/' "$b"
expect 0 "$tool" diff "$a" "$b"
sed -i -e 's/0,1,2.5,0,0,0,-1/0,1,2.5,0,0,0.005,0.9999875/' "$b"
expect 1 "$tool" diff "$a" "$b"
expect 1 "$tool" diff --angle-rad 0.0099 "$a" "$b"
expect 0 "$tool" diff --angle-rad 0.0101 "$a" "$b"

# Something that only one of them did; of several, the first.
log "$b"
sed -i -e '13d' "$b"
expect 1 "$tool" diff "$a" "$b"
out_has 'in frame 2 (0.022 s of the recording), in the haptic output buzz of /user/hand/left$'
out_has 'b.jsonl: nothing of the kind'
expect 1 "$tool" diff "$b" "$a"
out_has 'b.jsonl: nothing of the kind'
sed -i -e 's/"active":false/"active":true/' "$b"
expect 1 "$tool" diff "$a" "$b"
out_has 'in frame 1 .*, in xrLocateHandJointsEXT of the left hand in LOCAL (space 1): active$'
out_has '^2 of 3 common frames differ$'

# Other states before playback count.
log "$b"
sed -i -e '2s/FOCUSED/VISIBLE/' "$b"
expect 1 "$tool" diff "$a" "$b"
out_has "^they differ first before playback, in the event 'state': state$"

# A run that is longer: different, unless only what both have is wanted.
log "$b"
echo '{"n":14,"wall_ms":5,"frame":3,"e":"wait","session":1,"wall_count":5}' >>"$b"
expect 1 "$tool" diff "$a" "$b"
out_has 'in frame 3'
expect 0 "$tool" diff --common "$a" "$b"

# What the last frame of the shorter one lacks, or says of its end, is how it was ended; what it lacks before counts.
log "$tmp/c.jsonl"
sed -i -e '13d' "$tmp/c.jsonl"
echo '{"n":14,"wall_ms":5,"frame":2,"e":"session","session":1,"what":"destroyed"}' >>"$tmp/c.jsonl"
expect 0 "$tool" diff --common "$tmp/c.jsonl" "$b"
expect 0 "$tool" diff --common "$b" "$tmp/c.jsonl"
expect 1 "$tool" diff --common "$tmp/c.jsonl" "$a"
sed -i -e '/"n":10,/d' "$tmp/c.jsonl"
expect 1 "$tool" diff --common "$tmp/c.jsonl" "$b"

# A last line that is not whole is of an app that was killed: what is there counts.
log "$b"
printf '{"n":14,"wall_' >>"$b"
expect 0 "$tool" diff "$a" "$b"

# A line from another thread that comes a frame late belongs to its frame.
log "$b"
sed -i -e '11{h;d}' -e '12{G}' "$b"
expect 0 "$tool" diff "$a" "$b"

# Logs that cannot be compared.
log "$b"
echo '{"n":14,"wall_ms":5,"frame":3,"e":"dropped","count":12}' >>"$b"
expect 2 "$tool" diff "$a" "$b"
err_has 'b.jsonl: lines were lost while it was written: it cannot be compared'
log "$b"
sed -i -e '7s/.*/nonsense/' "$b"
expect 2 "$tool" diff "$a" "$b"
err_has 'b.jsonl: line 7: this is no line of an event log'
echo '{"e":"other"}' >"$b"
expect 2 "$tool" diff "$a" "$b"
err_has 'b.jsonl: this is no event log'
echo '{"e":"log","version":2}' >"$b"
expect 2 "$tool" diff "$a" "$b"
err_has 'of a version'
expect 2 "$tool" diff "$a" "$tmp/none.jsonl"
err_has 'none.jsonl: No such file'
expect 2 "$tool" diff "$a"
err_has 'which runs? Pass the two logs to compare'
expect 2 "$tool" diff "$a" "$b" "$b"
err_has 'two files at a time'
expect 2 "$tool" diff --number -1 "$a" "$b"
: >"$b"
expect 2 "$tool" diff "$a" "$b"
finish
