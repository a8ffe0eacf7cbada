#!/bin/sh
# SPDX-License-Identifier: MIT
# `compare` of two recordings. make_session.c states the sessions as closed forms; line.bin is the line of tests/generate/performance.h.
. "$(dirname "$0")/../common.sh"
make_session=$5
line=$data/line.bin

# Equal files: of each kind, compressed, and a session and the file that is made of it, although that holds two keys at each step.
"$make_session" "$tmp/session.mcap" 128 chunks || fail 'no session was made'
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/session.bin"
expect 0 "$tool" convert "$tmp/session.mcap" -o "$tmp/small.mcap"
for pair in "session.mcap session.mcap" "session.mcap small.mcap" "session.bin session.bin" "session.mcap session.bin" "session.bin small.mcap"; do
    expect 0 "$tool" compare "$tmp/${pair% *}" "$tmp/${pair#* }"
    out_has '^no difference at 128 times in 1.984 s$'
    err_is_empty
done
out_has '^not compared, because only a session recording holds them: controllers, aim states and sources of hands, radii of joints, views, spaces, profiles, components$'
cp "$tmp/session.mcap" "$tmp/named.jsonl" # by content, not by name
expect 0 "$tool" compare "$tmp/named.jsonl" "$tmp/session.bin"
expect 0 "$tool" compare "$line" "$line" --json
json_is same result
json_near 4 duration_s a
json_is false duration_s differ

# The head's X of frame 64, which is 1, becomes 1.5: at 1 s, and at no other key.
patch "$tmp/session.bin" $((19 + 12 + 64 * 8 + 4)) '\000\000\300\077'
for other in session.bin session.mcap; do
    expect 1 "$tool" compare "$tmp/$other" "$tmp/bad.bin"
    out_has '^the first difference is at 1.000000 s, in head: position$'
    out_has "/$other: 1 1.5 -0.5 m\$"
    out_has '/bad.bin: 1.5 1.5 -0.5 m$'
    out_has '^  the last that is equal: 0.984375 s$'
    out_has '^  they differ by 0.5 m$'
    out_has '^1 of 128 times differ$'
    out_has '^  head  *1 times differ, by up to 0.5 m$'
    expect 1 "$tool" compare "$tmp/bad.bin" "$tmp/$other" --json
    json_is different result
    json_is head first channel
    json_near 1 first at_s
    json_near 0.5 first amount
    json_is m first unit
    json_near 1 channels head differing
    json_near 0 channels 'left hand' differing
done
expect 0 "$tool" compare "$tmp/session.bin" "$tmp/bad.bin" --allow position_m=0.5001
expect 1 "$tool" compare "$tmp/session.bin" "$tmp/bad.bin" --allow position_m=0.4999

# The head's last X of the line, 2 at 4 s, becomes 2.25.
patch "$line" 43 '\000\000\020\100'
expect 1 "$tool" compare "$line" "$tmp/bad.bin"
out_has '^the first difference is at 4.000000 s, in head: position$'
out_has '^  they differ by 0.25 m$'

# Durations and markers: "half way" is at frame 64 of one, and at 60 of the other.
"$make_session" "$tmp/short.mcap" 120 || fail 'no session was made'
expect 1 "$tool" compare "$tmp/session.mcap" "$tmp/short.mcap"
out_has '^the first difference is at 0.937500 s, in markers: name$'
out_has "/session.mcap: no marker\$"
out_has "/short.mcap: 'half way'\$"
out_has '^0 of 120 times differ$'
out_has '^  markers  *2 differ$'
out_has '^the durations differ: 1.984375 s and 1.859375 s$'
expect 1 "$tool" compare "$tmp/session.mcap" "$tmp/short.mcap" --common
! grep -q durations "$tmp/out" || fail 'with --common the durations count'
for name in 'a b' "$(printf 'a\033b')"; do
    "$generate" --performance line --seconds 4 --marker "0.5:$name" -o "$tmp/marked.${name#a}" || fail 'generate'
done
expect 1 "$tool" compare "$tmp/marked. b" "$tmp/marked.$(printf '\033b')"
out_has '^the first difference is at 0.500000 s, in markers: name$'
out_has ": 'a b'\$"
out_has ": 'a.u{1b}b'\$"

# What one file holds and the other does not. Of 128 frames, 64 have the left hand and 32 the gaze.
"$make_session" "$tmp/bare.mcap" 128 bare || fail 'no session was made'
expect 1 "$tool" compare "$tmp/session.mcap" "$tmp/bare.mcap"
out_has '^  left hand  *64 times differ; in .*/session.mcap alone$'
out_has '^  gaze  *32 times differ; in .*/session.mcap alone$'
out_has '^  markers  *2 differ; in .*/session.mcap alone$'
out_has '^  left controller  *128 times differ; in .*/session.mcap alone$'
out_has '^  components  *128 times differ; in .*/session.mcap alone$'
! grep -q '^  head' "$tmp/out" || fail 'the head differs'
expect 1 "$tool" compare "$tmp/bare.mcap" "$tmp/session.mcap" --json
json_is b channels components alone_in
json_near 128 channels profiles differing

# How far controllers are apart, by the closed forms of make_session.c: 0 at frame 0, then more with each frame up to frame 127.
# apart WORD CHANNEL PART WHAT FIRST UNIT MOST OPTION: of a session with that word and one without it.
for word in trigger space aim pinch; do "$make_session" "$tmp/$word=0.mcap" 128 $word=0 || fail 'no session was made'; done
apart()
{
    without=$tmp/${1%=*}=0.mcap
    [ -e "$without" ] || without=$tmp/session.mcap
    rm -f "$tmp/apart.mcap"
    "$make_session" "$tmp/apart.mcap" 128 "$1" || fail 'no session was made'
    expect 1 "$tool" compare "$without" "$tmp/apart.mcap" --json
    json_near 128 times
    json_near 127 times_differing
    json_is "$2" first channel
    json_near 0.015625 first at_s
    json_is "${3:-null}" first part
    json_is "$4" first what
    json_near "$5" first amount
    json_is "$6" first unit
    json_near 127 channels "$2" differing
    for most in most_m most_rad most_number; do
        amount=0
        [ "$most" != "${8%,*}" ] || amount=$7
        json_near "$amount" channels "$2" $most
    done
    for channel in head 'left hand' gaze 'left controller' 'right controller' profiles components; do
        [ "$channel" = "$2" ] || json_near 0 channels "$channel" differing
    done
    expect 1 "$tool" compare "$without" "$tmp/apart.mcap"
    out_has "^the first difference is at 0.015625 s, in $2${3:+, $3}: $4\$"
    out_has "^  $2  *127 times differ, by up to $(printf '%.6g' "$7")$([ -z "$6" ] || echo " $6")\$"
    # What is allowed is up to the value itself; the last frame alone is beyond a little less.
    expect 0 "$tool" compare "$without" "$tmp/apart.mcap" --allow "${8#*,}=$(awk "BEGIN { print $7 + 0.0001 }")"
    expect 1 "$tool" compare "$without" "$tmp/apart.mcap" --allow "${8#*,}=$(awk "BEGIN { print $7 - 0.0001 }")"
    out_has "^  $2  *1 times differ"
}
apart grip=1 'left controller' grip position 0.0009765625 m 0.1240234375 most_m,position_m
apart turn=1 'right controller' grip rotation 0.00390625 rad 0.49609375 most_rad,angle_rad
apart turn=-2 'right controller' grip rotation 0.0078125 rad 0.9921875 most_rad,angle_rad
apart stick=1 components /user/hand/right/input/thumbstick value 0.001953125 '' 0.49609375 most_number,number
apart trigger=1 components /user/hand/right/input/trigger/value value 0.0009765625 '' 0.1240234375 most_number,number
apart space=1 spaces STAGE position 0.0009765625 m 0.1240234375 most_m,position_m
apart aim=1 'left aim state' '' position 0.0009765625 m 0.1240234375 most_m,position_m
apart pinch=1 'left aim state' index pinch 0.0009765625 '' 0.1240234375 most_number,number
# What has no measure, and the size of STAGE. unlike WORD WORD CHANNEL PART WHAT A B DIFFERING
unlike()
{
    rm -f "$tmp/a.mcap" "$tmp/b.mcap"
    "$make_session" "$tmp/a.mcap" 128 "$1" || fail 'no session was made'
    "$make_session" "$tmp/b.mcap" 128 "$2" || fail 'no session was made'
    expect 1 "$tool" compare "$tmp/a.mcap" "$tmp/b.mcap"
    out_has "^the first difference is at 0.000000 s, in $3${4:+, $4}: $5\$"
    out_has "/a.mcap: $6\$"
    out_has "/b.mcap: $7\$"
    out_has "^  $3  *$8 times differ"
}
unlike space=0 plain spaces LOCAL recorded recorded 'not recorded' 128
unlike stage=3 plain spaces 'bounds of STAGE' known known 'not known' 128
unlike stage=3 stage=3.5 spaces 'bounds of STAGE' depth '3 m' '3.5 m' 128
unlike aim=0 plain 'left aim state' '' recorded recorded 'not recorded' 128
unlike status=3 status=523 'left aim state' '' status 'computed, valid' 'computed, valid, middle pinching, 0x200' 128
unlike status=3 status=1 'left aim state' '' status 'computed, valid' computed 128
unlike source=1 source=2 'left hand' '' source unobstructed controller 128
unlike source=1 plain 'left hand' '' source unobstructed 'not known' 128
expect 0 "$tool" compare "$tmp/a.mcap" "$tmp/a.mcap"
out_has '^not compared: velocities, the presence of the person, the refresh rate, states of the session, events, haptics$'
# A trigger that one file alone has.
expect 1 "$tool" compare "$tmp/session.mcap" "$tmp/trigger=0.mcap"
out_has '^the first difference is at 0.000000 s, in components, /user/hand/right/input/trigger/value: active$'
out_has '^  components  *128 times differ$'

# Recordings of 2019 are of version 1.0 without its header: the same with and without it. The head's first X, which is -2.5e-9, becomes 0.5.
old=$data/headerless-2019.bin
head -c 16 "$data/v1.0.bin" >"$tmp/header"
cat "$tmp/header" "$old" >"$tmp/new.bin"
for pair in "$old $tmp/new.bin" "$tmp/new.bin $old" "$old $old"; do
    # shellcheck disable=SC2086
    expect 0 "$tool" compare $pair
    out_has '^no difference at [1-9][0-9]* times in 1.200 s$'
done
patch "$old" 16 '\000\000\000\077'
cat "$tmp/header" "$tmp/bad.bin" >"$tmp/new-bad.bin"
for pair in "$old $tmp/bad.bin" "$tmp/new.bin $tmp/bad.bin" "$old $tmp/new-bad.bin"; do
    # shellcheck disable=SC2086
    expect 1 "$tool" compare $pair
    out_has '^the first difference is at 0.000000 s, in head: position$'
    out_has '^  they differ by 0.5 m$'
done
expect 2 "$tool" compare "$old" "$tmp/new.bin" --headerless
err_has "compare: --headerless is gone: a recording of 2019 is recognised; see 'understudy compare --help'"
expect 1 "$tool" compare "$old" "$tmp/session.bin"
out_has '^the durations differ: '

# Two frame rates: only the frames that both hold are compared. A file of every second frame, where the left hand is always active, and one of
# every third agree in every sixth. The left grip, which only one of them moves, is found there: 6/1024 m at frame 6.
for step in 2 3; do "$make_session" "$tmp/step$step.mcap" 128 step=$step || fail 'no session was made'; done
expect 0 "$tool" compare "$tmp/step2.mcap" "$tmp/step3.mcap" --common
out_has '^no difference at 22 times in 1.969 s$'
out_has '^compared at the times that both hold; 42 frames are in the first alone, and 21 in the second$'
expect 0 "$tool" compare "$tmp/session.mcap" "$tmp/step3.mcap" --common --json
json_near 43 times
json_near 84 a_alone
json_near 0 b_alone
"$make_session" "$tmp/moved.mcap" 128 step=3 grip=1 || fail 'no session was made'
expect 1 "$tool" compare "$tmp/step2.mcap" "$tmp/moved.mcap" --common --json
json_near 0.09375 first at_s
json_near 0.005859375 first amount
# Inputs that come 0.2 us later than the other's are no difference, also where the first comes 99.9 us after its frame.
for late in 99900 100100; do "$make_session" "$tmp/late$late.mcap" 64 late=$late || fail 'no session was made'; done
expect 0 "$tool" compare "$tmp/late99900.mcap" "$tmp/late100100.mcap"

# What cannot be compared.
expect 2 "$tool" compare "$data/iwer.json" "$data/iwer.json"
err_has "^understudy: .*/iwer.json is a recording of IWER, which cannot be compared; 'understudy convert' makes a recording of one\$"
printf 'time,head.y\n0,1\n' >"$tmp/table.csv"
expect 2 "$tool" compare "$line" "$tmp/table.csv"
err_has "^understudy: .*/table.csv is a table, which cannot be compared; 'understudy convert' makes a recording of one\$"
echo '{"e":"log","version":1}' >"$tmp/run.jsonl"
expect 2 "$tool" compare "$tmp/session.mcap" "$tmp/run.jsonl"
err_has 'compare: .*/session.mcap is a recording, and .*/run.jsonl is an event log; two of one kind are needed$'
expect 2 "$tool" compare "$line" "$tmp/none.bin"
err_has 'none.bin: No such file'
expect 2 "$tool" compare "$line" "$line" --allow ignore=locate
err_has '--allow ignore has no meaning for a recording'
expect 2 "$tool" compare "$line" "$line" --allow angle_rad=-1
head -c 2000 "$line" >"$tmp/cut.bin"
expect 2 "$tool" compare "$line" "$tmp/cut.bin"
err_has 'cut.bin: the file ends inside'
head -c $(($(wc -c <"$tmp/session.mcap") * 2 / 3)) "$tmp/session.mcap" >"$tmp/cut.mcap"
expect 1 "$tool" compare "$tmp/session.mcap" "$tmp/cut.mcap"
err_has 'cut.mcap was not finished; what it holds is compared$'
out_has '^the durations differ: '
finish
