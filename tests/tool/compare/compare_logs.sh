#!/bin/sh
# SPDX-License-Identifier: MIT
# `compare` finds the first difference of two logs that matters: which differences count, tolerances, exit codes.
. "$(dirname "$0")/../common.sh"

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
expect 0 "$tool" compare "$a" "$b"
out_has '^no difference in 3 frames$'
expect 0 "$tool" compare --json "$a" "$b"
json_is same result
json_is 3 frames

# Without their last lines nobody knows how the runs went on.
err_has '^understudy: neither log has its last line .end.: .*; what came later is not compared$'
json_is true cut
for log in "$a" "$b"; do echo '{"n":14,"e":"end","reached_end":false}' >>"$log"; done
expect 0 "$tool" compare --json "$a" "$b"
err_is_empty
json_is false cut
log "$a"

# An earlier version did not say what is bound.
log "$b"
for log in "$a" "$b"; do echo '{"n":14,"e":"bindings","profile":"/interaction_profiles/khr/simple_controller","count":1,"result":"XR_SUCCESS"}' >>"$log"; done
sed -i -e 's|"count":1,"result"|"count":1,"bound":["/user/hand/left/input/select/click"],"actions":[{"action":"grab","set":"game","type":"boolean","paths":[0]}],"result"|' "$b"
expect 0 "$tool" compare "$a" "$b"
expect 0 "$tool" compare "$b" "$a"
log "$a"

# The name of a field that an app's log holds cannot write to the terminal.
log "$b"
for log in "$a" "$b"; do sed -i -e '13s/"amplitude"/"a\\u001bb":1,"amplitude"/' "$log"; done
sed -i -e '13s/":1,/":2,/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has ': a.u{1b}b$'
log "$a"

# A pose: where, which call, what each says.
log "$b"
sed -i -e 's/0,1,2.5,0,0,0,1/0,1,2.51,0,0,0,1/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 1 (0.011 s of the recording), in xrLocateSpace of grab of /user/hand/left (space 2) in LOCAL (space 1): pose$'
out_has "a.jsonl, line 10: .0,1,2.5,0,0,0,1. (m, quaternion)$"
out_has "b.jsonl, line 10: .0,1,2.51,0,0,0,1. (m, quaternion)$"
out_has '^  they differ by 0.01 m and 0 rad$'
out_has '^  the last that is equal: frame 0$'
out_has "^lines differ in 1 of 3 frames$"
expect 1 "$tool" compare --json "$a" "$b"
json_is different result
json_is 1 first frame
json_is pose first field
json_near 2.51 first b 2
json_is 10 first a_line
expect 0 "$tool" compare --allow position_m=0.02 "$a" "$b"
expect 1 "$tool" compare --allow position_m=0.005 "$a" "$b"
expect 0 "$tool" compare --allow ignore=late,locate "$a" "$b"

# A rotation and its negative are the same; a turn of 0.01 rad is not, unless that is allowed.
log "$b"
sed -i -e 's/0,1,2.5,0,0,0,1/0,1,2.5,0,0,0,-1/' "$b"
expect 0 "$tool" compare "$a" "$b"
sed -i -e 's/0,1,2.5,0,0,0,-1/0,1,2.5,0,0,0.005,0.9999875/' "$b"
expect 1 "$tool" compare "$a" "$b"
expect 1 "$tool" compare --allow angle_rad=0.0099 "$a" "$b"
expect 0 "$tool" compare --allow angle_rad=0.0101 "$a" "$b"

# Something that only one of them did; of several, the first.
log "$b"
sed -i -e '13d' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 2 (0.022 s of the recording), in the haptic output buzz of /user/hand/left$'
out_has 'b.jsonl: nothing like it in this frame'
expect 1 "$tool" compare "$b" "$a"
out_has 'b.jsonl: nothing like it in this frame'
sed -i -e 's/"active":false/"active":true/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 1 .*, in xrLocateHandJointsEXT of the left hand in LOCAL (space 1): active$'
out_has "^lines differ in 2 of 3 frames$"

# Other states before playback count.
log "$b"
sed -i -e '2s/FOCUSED/VISIBLE/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has "^the first difference is before playback, in the event 'state': state$"

# A run that is longer: different, unless only what both have is wanted.
log "$b"
echo '{"n":14,"wall_ms":5,"frame":3,"e":"wait","session":1,"wall_count":5}' >>"$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 3'
expect 0 "$tool" compare --common "$a" "$b"

# What the last frame of the shorter one lacks, or says of its end, is how it was ended; what it lacks before counts.
log "$tmp/c.jsonl"
sed -i -e '13d' "$tmp/c.jsonl"
echo '{"n":14,"wall_ms":5,"frame":2,"e":"session","session":1,"what":"destroyed"}' >>"$tmp/c.jsonl"
expect 0 "$tool" compare --common "$tmp/c.jsonl" "$b"
expect 0 "$tool" compare --common "$b" "$tmp/c.jsonl"
expect 1 "$tool" compare --common "$tmp/c.jsonl" "$a"
sed -i -e '/"n":10,/d' "$tmp/c.jsonl"
expect 1 "$tool" compare --common "$tmp/c.jsonl" "$b"

# A log that ends early is never equal to another.
{ head -n 8 "$a"; echo '{"n":9,"wall_ms":2611,"e":"incomplete","why":"No space left on device"}'; } >"$tmp/early.jsonl"
expect 2 "$tool" compare "$tmp/early.jsonl" "$tmp/early.jsonl"
err_has 'early.jsonl: the log is incomplete (No space left on device) and cannot be compared; record it again$'
expect 2 "$tool" compare --common "$a" "$tmp/early.jsonl"

# A last line that is not whole is of an app that was killed: what is there counts, and that is said.
log "$b"
printf '{"n":14,"wall_' >>"$b"
expect 0 "$tool" compare "$a" "$b"

# Also where only what follows playback's end is missing, in both logs or in one.
for log in "$a" "$b"; do
    log "$log"
    echo '{"n":14,"wall_ms":5,"frame":2,"e":"play","session":1,"what":"quit","at_s":0.022}' >>"$log"
done
expect 0 "$tool" compare "$a" "$b"
err_has '^understudy: neither log has its last line .end.: .*; what came later is not compared$'
echo '{"n":15,"wall_ms":9,"e":"end","reached_end":true}' >>"$a"
expect 0 "$tool" compare "$a" "$b"
err_has '^understudy: .*/b.jsonl lacks the last line .end., which the other log has: .*; what came later is not compared$'
expect 0 "$tool" compare --json "$b" "$a"
err_has '^understudy: .*/b.jsonl lacks the last line .end., which the other log has'
json_is false cut
echo '{"n":15,"wall_ms":9,"e":"end","reached_end":true}' >>"$b"
expect 0 "$tool" compare "$a" "$b"
err_is_empty
# A line that is damaged there.
echo 'no line' >>"$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'b.jsonl: line [0-9]*: '
log "$a"

# A question for the time of a later or an earlier frame is the same question, and not one that is missing.
log "$b"
sed -i -e '10s/"frame":1,\(.*\)"ask":1,/"frame":2,\1"ask":2,/' "$b"
for order in "$a $b" "$b $a"; do
    # shellcheck disable=SC2086 # two names
    expect 1 "$tool" compare $order
    out_has '^the first difference is in frame 1 (0.011 s of the recording), in xrLocateSpace of grab of /user/hand/left (space 2) in LOCAL (space 1): ask$'
    out_has 'a.jsonl, line 10: 1 frames$'
    out_has 'b.jsonl, line 10: 2 frames$'
done
log "$b"
sed -i -e '10s/"frame":1,\(.*\)"ask":1,/"frame":0,\1"ask":0,/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 0 (0.000 s of the recording), in xrLocateSpace of grab of .*: ask$'
out_has 'a.jsonl, line 10: 1 frames$'
out_has 'b.jsonl, line 10: 0 frames$'
# One that was left out is missing, though the app asks it in the next frame.
for log in "$a" "$b"; do
    log "$log"
    sed -n '10s/"frame":1,\(.*\)"ask":1,/"frame":2,\1"ask":2,/p' "$log" >"$tmp/next"
    cat "$tmp/next" >>"$log"
done
sed -i -e 10d "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 1 .*, in xrLocateSpace of grab of /user/hand/left (space 2) in LOCAL (space 1)$'
out_has 'b.jsonl: nothing like it in this frame$'
log "$a"

# A line from another thread that comes a frame late belongs to its frame.
log "$b"
sed -i -e '11{h;d}' -e '12{G}' "$b"
expect 0 "$tool" compare "$a" "$b"

# pipelined FILE: frame n + 1 is waited for and asked about before another thread asks for and submits frame n. The order of the
# lines is one of many.
pipelined()
{
    cat >"$1" <<'END'
{"n":1,"wall_ms":0,"e":"log","version":1,"layer":"0.1.0","level":"calls"}
{"n":2,"wall_ms":1,"e":"system","name":"Test HMD","vendor":7}
{"n":3,"wall_ms":1,"e":"space","session":1,"space":1,"kind":"reference","type":"LOCAL"}
{"n":4,"wall_ms":2,"frame":0,"e":"play","session":1,"what":"start","from_s":0}
{"n":5,"wall_ms":2,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":6,"wall_ms":2,"frame":0,"e":"views","session":1,"base":1,"ask":0,"poses":[[0,0,0,0,0,0,1]]}
{"n":7,"wall_ms":3,"frame":1,"e":"wait","session":1,"at_s":0.1}
{"n":8,"wall_ms":3,"frame":1,"e":"views","session":1,"base":1,"ask":1,"poses":[[1,0,0,0,0,0,1]]}
{"n":9,"wall_ms":3,"frame":0,"e":"views","session":1,"base":1,"ask":0.5,"poses":[[0.5,0,0,0,0,0,1]]}
{"n":10,"wall_ms":3,"frame":0,"e":"submit","session":1,"ask":0,"at_s":0,"result":"XR_SUCCESS","layers":[{"kind":"quad"}]}
{"n":11,"wall_ms":4,"frame":2,"e":"wait","session":1,"at_s":0.2}
{"n":12,"wall_ms":4,"frame":1,"e":"submit","session":1,"ask":1,"at_s":0.1,"result":"XR_SUCCESS","layers":[{"kind":"quad"}]}
{"n":13,"wall_ms":5,"frame":3,"e":"wait","session":1,"at_s":0.3}
{"n":14,"wall_ms":5,"frame":3,"e":"play","session":1,"what":"ended","at_s":0.3}
{"n":15,"wall_ms":5,"frame":3,"e":"play","session":1,"what":"quit","at_s":0.3}
{"n":16,"wall_ms":5,"frame":2,"e":"submit","session":1,"ask":2,"at_s":0.2,"result":"XR_SUCCESS","layers":[{"kind":"quad"}]}
END
}

# Any order of the lines of two threads is the same, however late the submissions come.
pipelined "$a"
pipelined "$b"
sed -i -e '6{h;d}' -e '9{G}' -e '12{h;d}' -e '16{G}' "$b"
expect 0 "$tool" compare "$a" "$b"
out_has '^no difference in 4 frames$'
sed -i -e '10{h;d}' -e '16{G}' "$b"
expect 0 "$tool" compare "$a" "$b"
# A difference is found in its frame, with its time.
sed -i -e '/"ask":1,"at_s"/s/"kind":"quad"//' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 1 (0.100 s of the recording), in xrEndFrame: layers.0..kind$'
out_has ': absent$'
out_has "^lines differ in 1 of 4 frames$"
pipelined "$b"
sed -i -e 's/\[0.5,0,0,0,0,0,1\]/[0.6,0,0,0,0,0,1]/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 0 .*, in xrLocateViews in LOCAL (space 1): poses.0.$'
out_has "b.jsonl, line 9: "
# Which action came first has a meaning.
for file in "$a" "$b"; do
    echo '{"n":17,"wall_ms":5,"frame":2,"e":"action","session":1,"action":"grab","subaction":null,"active":true,"value":true}
{"n":18,"wall_ms":5,"frame":2,"e":"action","session":1,"action":"grab","subaction":null,"active":true,"value":false}' >>"$file"
done
pipelined "$b"
echo '{"n":17,"wall_ms":5,"frame":2,"e":"action","session":1,"action":"grab","subaction":null,"active":true,"value":false}
{"n":18,"wall_ms":5,"frame":2,"e":"action","session":1,"action":"grab","subaction":null,"active":true,"value":true}' >>"$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 2 .*, in the action grab of any hand: value$'

# The comparison ends where the app is asked to end: what it does in that frame counts if both do it, what comes later never.
pipelined "$a"
pipelined "$b"
echo '{"n":17,"wall_ms":5,"frame":3,"e":"views","session":1,"base":1,"ask":3,"poses":[[3,0,0,0,0,0,1]]}
{"n":18,"wall_ms":6,"frame":4,"e":"wait","session":1,"at_s":0.3}
{"n":19,"wall_ms":6,"frame":4,"e":"views","session":1,"base":1,"ask":4,"poses":[[3,0,0,0,0,0,1]]}
{"n":20,"wall_ms":6,"frame":4,"e":"error","session":1,"call":"xrEndFrame","result":"XR_ERROR_SESSION_NOT_RUNNING"}' >>"$b"
expect 0 "$tool" compare "$a" "$b"
out_has '^no difference in 4 frames$'
expect 0 "$tool" compare "$b" "$a"
echo '{"n":17,"wall_ms":5,"frame":3,"e":"views","session":1,"base":1,"ask":3,"poses":[[2,0,0,0,0,0,1]]}' >>"$a"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 3 '
# Whether the session still ran when its last frame was submitted depends on the wall clock, too.
pipelined "$a"
echo '{"n":17,"wall_ms":5,"frame":3,"e":"submit","session":1,"ask":3,"at_s":0.3,"result":"XR_SUCCESS","layers":[{"kind":"quad"}]}' >>"$a"
sed '17s/XR_SUCCESS/XR_ERROR_SESSION_NOT_RUNNING/' "$a" >"$b"
expect 0 "$tool" compare "$a" "$b"
sed -i -e '/"what":"quit"/d' "$a" "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 3 .*, in xrEndFrame: result$'
# An end that only one of them comes to is a difference; so is all of the frame before.
pipelined "$a"
pipelined "$b"
sed -i -e '/"what":"quit"/d' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has "in frame 3 .*, in the event 'play'"
pipelined "$b"
sed -i -e '/"frame":2,"e":"submit"/d' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 2 .*, in xrEndFrame$'

# Screenshots are not compared here.
pipelined "$b"
echo '{"n":17,"wall_ms":5,"frame":1,"e":"shot","session":1,"file":"frame-000001-view-0.png","width":64,"height":64}' >>"$b"
expect 0 "$tool" compare "$a" "$b"
expect 0 "$tool" compare "$b" "$a"

# A property that differs is that property's difference; so it is of a space.
pipelined "$b"
sed -i -e '2s/Test HMD/Other HMD/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is before playback, in xrGetSystemProperties: name$'
out_has 'a.jsonl, line 2: "Test HMD"$'
out_has 'b.jsonl, line 2: "Other HMD"$'
out_has "^lines differ in 0 of 4 frames$"
pipelined "$b"
sed -i -e '3s/"kind":"reference","type":"LOCAL"/"kind":"action","action":"grab","subaction":null/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has "^the first difference is before playback, in the event 'space': kind$"

# Playback in a second session counts its frames anew, and is compared with the other's second.
two()
{
    pipelined "$1"
    sed -i -e '/"what":"ended"/d; /"what":"quit"/d' "$1"
    cat >>"$1" <<'END'
{"n":17,"wall_ms":7,"frame":3,"e":"session","session":1,"what":"destroyed"}
{"n":18,"wall_ms":7,"e":"session","session":2,"what":"begun"}
{"n":19,"wall_ms":7,"e":"state","session":2,"state":"FOCUSED"}
{"n":20,"wall_ms":8,"frame":0,"e":"play","session":2,"what":"start","from_s":0}
{"n":21,"wall_ms":8,"frame":0,"e":"wait","session":2,"at_s":0}
{"n":22,"wall_ms":8,"frame":1,"e":"wait","session":2,"at_s":0.1}
{"n":23,"wall_ms":8,"frame":0,"e":"submit","session":2,"ask":0,"at_s":0,"result":"XR_SUCCESS","layers":[]}
{"n":24,"wall_ms":8,"frame":1,"e":"submit","session":2,"ask":1,"at_s":0.1,"result":"XR_SUCCESS","layers":[]}
END
}
two "$a"
two "$b"
expect 0 "$tool" compare "$a" "$b"
out_has '^no difference in 6 frames of 2 sessions$'
sed -i -e '$s/"layers":\[\]/"layers":[{"kind":"quad"}]/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 1 of session 2 (0.100 s of the recording), in xrEndFrame: layers.0.$'
out_has '^lines differ in 1 of 6 frames of 2 sessions$'
expect 1 "$tool" compare --json "$a" "$b"
json_is 2 first session
two "$b"
sed -i -e 's/"session":2,"state":"FOCUSED"/"session":2,"state":"VISIBLE"/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has "^the first difference is before playback, in the event 'state': state$"

# What there is to be ignored is known.
log "$a"
log "$b"
expect 2 "$tool" compare --allow ignore=foo "$a" "$b"
err_has "^understudy: compare: --allow ignore= cannot be 'foo'; it is one of log, instance, system, session, state, play, marker, space, bindings, .*hand"
expect 2 "$tool" compare --allow ignore=late,locat "$a" "$b"
err_has "--allow ignore= cannot be 'locat'"
# shellcheck disable=SC2013 # no name has a space
for name in $(sed -n 's/^\.It Sy \([a-z_]*\) Bq [123]$/\1/p' "$(dirname "$0")/../../../docs/man/understudy-log.5"); do
    expect 0 "$tool" compare --allow ignore="$name" "$a" "$b"
done

# What a terminal must not get from a log is not in the JSON either, and is the same for who reads it: malformed UTF-8, a control
# character of Latin 1, a change of direction, a tag that cannot be seen.
log "$b"
printf '{"n":14,"frame":2,"e":"odd","what":"\377","x\302\233\342\200\256\363\240\201\201\303\251":"\377"}\n' >>"$b"
expect 1 "$tool" compare --json "$a" "$b"
json_is different result
out_has '"x\\u009b\\u202e\\udb40\\udc41é":.*"�"'
LC_ALL=C sed 's/\xc3\xa9//g; s/\xef\xbf\xbd//g' "$tmp/out" | tr -d '\t' | LC_ALL=C grep -q '[^ -~]' && fail "unsafe bytes in the JSON: $(cat "$tmp/out")"

# frames FILE: three frames in which an app submits two layers, is told where a hand is, and lets it vibrate.
frames()
{
    cat >"$1" <<'END'
{"n":1,"e":"log","version":1}
{"n":2,"e":"instance","app":"x","play":"demo.bin","settings":{"clock":"frame"}}
{"n":3,"e":"space","session":1,"space":3,"kind":"reference","type":"STAGE"}
{"n":4,"e":"space","session":1,"space":10,"kind":"action","action":"grip","subaction":"/user/hand/left"}
{"n":5,"frame":0,"e":"play","session":1,"what":"start","from_s":0,"clock":"frame"}
{"n":6,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":7,"frame":0,"e":"submit","session":1,"ask":0,"result":"XR_SUCCESS","layers":[{"kind":"quad","space":3},{"kind":"quad","space":10}]}
{"n":8,"frame":1,"e":"wait","session":1,"at_s":0.1}
{"n":9,"frame":1,"e":"odd","what":"no screenshot of frame 1"}
{"n":10,"frame":1,"e":"haptic","action":"buzz","subaction":"/user/hand/left","what":"apply","result":"XR_SUCCESS"}
{"n":11,"frame":1,"e":"submit","session":1,"ask":1,"result":"XR_SUCCESS","layers":[{"kind":"quad","space":3},{"kind":"quad","space":10}]}
{"n":12,"frame":2,"e":"wait","session":1,"at_s":0.2}
{"n":13,"frame":2,"e":"end"}
END
}
# What the layer says of itself follows from what the app does; the field is named down to one value, and a space by what it is.
frames "$a"
frames "$b"
sed -i -e '/"e":"odd"/d' -e '/"n":11/s/"space":10/"space":3/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has '^the first difference is in frame 1 (0.100 s of the recording), in xrEndFrame: layers.1..space$'
out_has 'a.jsonl, line 11: grip of /user/hand/left (space 10)$'
out_has 'b.jsonl, line 10: STAGE (space 3)$'
out_has '^  the last that is equal: frame 0$'
expect 1 "$tool" compare "$a" "$b" --json
json_is 'layers[1].space' first field
json_is 0 first equal_frame
# The call that failed is the cause of the one that is missing; a missing call comes before what the layer says.
frames "$b"
sed -i -e '/"n":11/s/.*/{"n":11,"frame":1,"e":"error","session":1,"call":"xrBeginFrame","result":"XR_ERROR_CALL_ORDER_INVALID"}/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 1 .*, in xrBeginFrame: result$'
out_has 'a.jsonl: no such failure in this frame$'
out_has 'b.jsonl, line 11: "XR_ERROR_CALL_ORDER_INVALID"$'
frames "$b"
sed -i -e '/"e":"odd"/d' -e '/"n":10,/d' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 1 .*, in the haptic output buzz of /user/hand/left$'
out_has 'a.jsonl, line 10: {"e":"haptic","action":"buzz",.*"result":"XR_SUCCESS"}$'
# An app that asks for another time than before.
frames "$b"
sed -i -e '/"n":11/s/"ask":1/"ask":0.9/' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in xrEndFrame: ask$'
out_has 'b.jsonl, line 11: 0.9 frames$'
# A log that ends earlier.
frames "$b"
sed -i -e '/"frame":2/d' "$b"
expect 1 "$tool" compare "$a" "$b"
out_has 'in frame 2 .*, in xrWaitFrame$'
out_has 'b.jsonl: the log ends before$'
# What the runs were asked for is a note.
frames "$b"
sed -i -e 's/demo.bin/other.bin/; s/"clock":"frame"/"clock":"wall"/; s/"from_s":0/"from_s":1/' "$b"
expect 0 "$tool" compare "$a" "$b"
out_has '^no difference in 3 frames$'
out_has '^note: the runs were asked for different things: play: "demo.bin" and "other.bin"; clock: "frame" and "wall"; from_s: 0 and 1$'
expect 0 "$tool" compare "$a" "$b" --json
json_is same result

# Logs that cannot be compared.
log "$b"
echo '{"n":14,"wall_ms":5,"frame":3,"e":"dropped","count":12}' >>"$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'b.jsonl: the log lacks lines that were lost'
log "$b"
sed -i -e '7s/.*/nonsense/' "$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'b.jsonl: line 7: this is not a line of an event log'
echo '{"e":"other"}' >"$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'b.jsonl: this is not an event log'
echo '{"e":"log","version":2}' >"$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'cannot read this version'
expect 2 "$tool" compare "$a" "$tmp/none.jsonl"
err_has 'none.jsonl: No such file'
expect 2 "$tool" compare "$a"
err_has 'two event logs, recordings, images or folders are needed'
expect 2 "$tool" compare "$a" "$b" "$b"
err_has 'the command takes two files'
expect 2 "$tool" compare --allow number=-1 "$a" "$b"
err_has '^understudy: compare: --allow number=-1: a number that is 0 or more must follow number=$'
expect 2 "$tool" compare --allow ssim=1.1 "$a" "$b"
err_has 'a number from -1 to 1 must follow ssim=$'
expect 2 "$tool" compare --allow positon_m=1 "$a" "$b"
err_has "'positon_m' is no limit; did you mean 'position_m'?; the limits are ignore, position_m, angle_rad"
expect 2 "$tool" compare --allow number=1,end "$a" "$b"
err_has "'end' is no limit"
expect 2 "$tool" compare --allow ssim=0.6 "$a" "$b"
err_has '--allow threshold or ssim has no meaning for an event log$'
expect 2 "$tool" compare --position-m 1 "$a" "$b"
err_has '^understudy: compare: --position-m is --allow position_m=X now;'
: >"$b"
expect 2 "$tool" compare "$a" "$b"
finish
