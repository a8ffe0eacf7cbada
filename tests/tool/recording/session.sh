#!/bin/sh
# SPDX-License-Identifier: MIT
# What `info`, `check` and `sample` say of session recordings. make_session.c states the contents as closed forms.
. "$(dirname "$0")/../common.sh"
make_session=$5

# A session of 128 frames, 64 a second. Its name says nothing.
"$make_session" "$tmp/session.bin" 128 chunks || fail 'no session was made'
expect 0 "$tool" info --json "$tmp/session.bin"
err_is_empty
json_is sound result
json_is true session finished
json_is "$(wc -c <"$tmp/session.bin" | tr -d ' ')" file_size_bytes
json_is "$(wc -c <"$tmp/session.bin" | tr -d ' ')" session whole_bytes
json_is 'an app' app name
json_is 7 app version
json_is 'a runtime' runtime name
json_is 25.1.0 runtime version
json_is 'a?system' runtime system
json_is XR_EXT_hand_tracking extensions 0 name
json_is true extensions 0 added
json_is false driven
json_is 0 start_s
json_near 1.984375 duration_s
json_is 128 frame_count
json_near 64 rate_hz
json_is true head present
json_is 0.9375 head tracked_share
json_is true left present
json_is 0.5 left tracked_share
json_is false right present
json_is 1 left poses grip
json_is 1 right poses grip
json_is 0.25 gaze valid_share
json_is /interaction_profiles/khr/simple_controller profiles /user/hand/left 0
json_is /interaction_profiles/valve/index_controller profiles /user/hand/right 0
json_is /user/hand/right/input/thumbstick components 2 path
json_is vector2 components 2 type
json_is true components 2 active
json_is false components 3 active
json_is 2 haptics count
json_is 1 haptics stops
json_is 0 dropped_messages
json_is 0.25 markers 0 time_s
json_is 'first' markers 0 name
json_is 1 markers 1 time_s
json_is 'half way' markers 1 name
expect 0 "$tool" info "$tmp/session.bin"
out_has '^  layout    session recording, [0-9]* chunks\{0,1\}, finished; written by '
out_has '^  app       an app 7, OpenXR 1.0, engine an engine 8$'
out_has '^  runtime   a runtime 25.1.0, system a?system$'
out_has '^  recorded  2023-11-14 22:13:20 UTC$'
out_has '^  time      1.984 s, 128 frames, about 64.0 a second$'
out_has '^  head      tracked in 93.8 % of the frames$'
out_has '^  left      26 joints, tracked in 50.0 % of the frames; poses: grip$'
out_has '^  right     no joints; poses: grip$'
out_has '^  profiles  /user/hand/left: /interaction_profiles/khr/simple_controller$'
out_has '^              input/select/click, input/squeeze/value$'
out_has '^              input/thumbstick$'
out_has '^  haptics   2, and 1 stop$'
out_has '^                0.250 s  first$'
out_has '^  state     sound$'

expect 0 "$tool" check "$tmp/session.bin"
out_has ': sound (session recording, '
out_has '^  plays    head, left hand, gaze, controllers; nothing for right hand$'
expect 0 "$tool" check --json "$tmp/session.bin"
json_is sound result
json_is true plays controllers
json_is false plays right
! grep -q '"kind"' "$tmp/out" || fail 'a sound session has findings'

# Frame 40 is 0.625 s after the first one.
expect 0 "$tool" sample --json --time 0.625 "$tmp/session.bin"
json_is exact head how
json_is 0.625 head pose position_m 0
json_is 1.5 head pose position_m 1
json_is -0.3125 head pose position_m 2
json_is true left tracked
json_is 5 left joints THUMB_TIP position_m 0
json_is absent right how
json_is true gaze valid
json_is -1 controllers left poses grip pose position_m 0
json_is 0.625 controllers left poses grip pose position_m 1
json_is -0.5 controllers right poses grip pose position_m 2
json_is false controllers right poses aim active
json_is exact inputs how
json_is /interaction_profiles/valve/index_controller inputs profiles /user/hand/right
json_is false inputs components /user/hand/left/input/select/click value
json_is 0.15625 inputs components /user/hand/left/input/squeeze/value value
json_is -0.3125 inputs components /user/hand/right/input/thumbstick value 1
json_is false inputs components /user/hand/right/input/trigger/value active
# Halfway between frames 20 and 21 poses are between, and inputs are those of frame 20.
expect 0 "$tool" sample --json --time 0.3203125 "$tmp/session.bin"
json_is interpolated head how
json_near 0.3203125 head pose position_m 0
json_is true inputs components /user/hand/left/input/select/click value
json_is 0.078125 inputs components /user/hand/left/input/squeeze/value value
"$json" "$tmp/out" inputs profiles /user/hand/right >/dev/null 2>&1 && fail 'the right hand has a profile too early'
expect 0 "$tool" sample --time 0.625 "$tmp/session.bin"
out_has '^left controller: exact$'
out_has '^  grip  *-1.0000   0.6250  -0.5000 '
out_has '^  aim  *not active$'
out_has '^  /user/hand/left/input/squeeze/value: 0.15625$'
out_has '^  1 component is not active$'
expect 0 "$tool" sample --json --frame unity --time 0.625 "$tmp/session.bin"
json_is 0.5 controllers right poses grip pose position_m 2

# A session that was driven says so.
"$make_session" "$tmp/driven.mcap" 4 driven || fail 'no session was made'
expect 0 "$tool" info --json "$tmp/driven.mcap"
json_is true driven
expect 0 "$tool" info "$tmp/driven.mcap"
out_has '^  made by   understudy drive$'

# Only a head.
"$make_session" "$tmp/bare.mcap" 10 bare || fail 'no session was made'
expect 0 "$tool" info "$tmp/bare.mcap"
out_has '^  left      no joints$'
out_has '^  profiles  none was current$'
expect 0 "$tool" check "$tmp/bare.mcap"
out_has '^  plays    head; nothing for left hand, right hand, gaze, controllers$'
"$make_session" "$tmp/nothing.mcap" 10 bare headless || fail 'no session was made'
expect 2 "$tool" check "$tmp/nothing.mcap"
err_has 'the recording has no head, hand or gaze to play: no frame has one, and there is no controller; record it again'
expect 2 "$tool" check --json "$tmp/nothing.mcap"
json_is unusable result
expect 0 "$tool" info "$tmp/nothing.mcap"

# What was asked for and never there does not play.
"$make_session" "$tmp/asked.mcap" 10 asked || fail 'no session was made'
expect 0 "$tool" check "$tmp/asked.mcap"
out_has '^  plays    head; nothing for left hand, right hand, gaze, controllers$'
expect 0 "$tool" check --json "$tmp/asked.mcap"
json_is false plays left
json_is false plays controllers
expect 0 "$tool" check "$tmp/session.bin"
out_has '^  plays    head, left hand, gaze, controllers; nothing for right hand$'

# Recording time begins with the focus, at frame 32; frame 64 is half a second later.
"$make_session" "$tmp/focus.mcap" 128 focus || fail 'no session was made'
expect 0 "$tool" info --json "$tmp/focus.mcap"
json_is -0.5 first_frame_s
json_near 1.484375 duration_s
json_near 64 rate_hz
json_is -0.25 markers 0 time_s
expect 0 "$tool" info "$tmp/focus.mcap"
out_has '^  start     at the first frame with the focus; 0.500 s before it are recorded too$'
expect 0 "$tool" sample --json --time 0.5 "$tmp/focus.mcap"
json_is 1 head pose position_m 0

# Poses that are not numbers.
"$make_session" "$tmp/nan.mcap" 64 nan || fail 'no session was made'
expect 1 "$tool" check "$tmp/nan.mcap"
out_has ': repaired (session recording, '
out_has '^  repaired 2 frames hold a pose that is not a number and plays as not tracked, the first at 0.313 s$'
expect 1 "$tool" check --json "$tmp/nan.mcap"
json_is not-a-number items 0 kind
json_is 2 items 0 count
json_is 0.3125 items 0 time_s
expect 0 "$tool" sample --json --time 0.3125 "$tmp/nan.mcap"

# Messages that the recorder lost are counted: what is there and what is lost is what was put.
"$make_session" "$tmp/flood.mcap" 3000 flood || fail 'no session was made'
expect 1 "$tool" check --json "$tmp/flood.mcap"
json_is warned result
json_is dropped items 0 kind
lost=$("$json" "$tmp/out" items 0 count)
expect 0 "$tool" info --json "$tmp/flood.mcap"
json_is "$lost" dropped_messages
[ "$lost" -gt 0 ] || fail 'nothing was lost'
# `record` and `run --record` say it, and it counts; the file is there, and the second one is made.
make_tree
printf '#!/bin/sh\n%s\ncat "%s" >"$UNDERSTUDY_RECORD"\n' "$pretend_playing" "$tmp/flood.mcap" >"$tmp/app"
chmod +x "$tmp/app"
expect 3 in_home "$tree_tool" record -o "$tmp/lossy.mcap" --headless -- "$tmp/app"
err_has "lossy.mcap: head.*; $lost messages were lost, because the app made them faster than they could be written$"
cmp -s "$tmp/flood.mcap" "$tmp/lossy.mcap" || fail 'the recording that lost messages is not there'
expect 3 in_home "$tree_tool" run --record "$tmp/lossy.mcap" --play "$data/demo.bin" --quiet --headless -- "$tmp/app"
err_has "; $lost messages were lost"

# A damaged chunk: its messages, and those that are read, are those of the sound file.
count_messages()
{
    total=0
    for topic in /frame /input /haptic /marker; do
        total=$((total + $("$json" "$tmp/out" messages $topic)))
    done
}
expect 0 "$tool" info --json "$tmp/session.bin"
count_messages
all=$total
[ "$("$json" "$tmp/out" session chunk_count)" -ge 3 ] || fail 'the session has too few chunks'
patch "$tmp/session.bin" $(($(wc -c <"$tmp/session.bin") / 2)) '\252\125\252\125'
mv "$tmp/bad.bin" "$tmp/damaged.mcap"
expect 1 "$tool" check --json "$tmp/damaged.mcap"
json_is warned result
json_is damaged-chunk items 0 kind
missing=$("$json" "$tmp/out" items 0 count)
expect 0 "$tool" info --json "$tmp/damaged.mcap"
count_messages
# Each chunk holds the table of components besides.
[ $((total + missing)) = $((all + 1)) ] || fail "$total messages and $missing damaged ones are not $all and a table"
expect 1 "$tool" check "$tmp/damaged.mcap"
out_has '^  remains  the chunk at byte [0-9]*, from [0-9.]* s to [0-9.]* s, is damaged and does not play: [0-9]* messages$'
expect 0 "$tool" info "$tmp/damaged.mcap"
out_has "^  state     warned; 'understudy check' lists the findings$"

# Cut in the middle: it is whole up to the last chunk that is whole.
head -c $(($(wc -c <"$tmp/session.bin") * 2 / 3)) "$tmp/session.bin" >"$tmp/cut.mcap"
expect 1 "$tool" check --json "$tmp/cut.mcap"
json_is false session finished
json_is cut items 0 kind
json_is unfinished items 1 kind
json_is $(($(wc -c <"$tmp/cut.mcap") - $("$json" "$tmp/out" session whole_bytes))) items 0 count
expect 1 "$tool" check "$tmp/cut.mcap"
out_has '^  remains  the file is cut or damaged at byte [0-9]*: it is whole up to [0-9.]* s, and the last [0-9]* bytes are not read$'
expect 0 "$tool" info "$tmp/cut.mcap"
out_has ', not finished; '
expect 0 "$tool" sample --json --time 0.3125 "$tmp/cut.mcap"
json_is 0.3125 head pose position_m 0

# recover: what was whole stays, and what was lost is said.
expect 1 "$tool" recover "$tmp/cut.mcap"
out_has '^  lost       [0-9]* bytes in 1 place, the first at byte [0-9]*'
expect 0 "$tool" check "$tmp/cut-recovered.mcap"
expect 2 "$tool" recover "$tmp/cut.mcap"
expect 2 "$tool" recover "$tmp/cut.mcap" -o "$tmp/cut.mcap"
err_has 'would be overwritten'
cp "$tmp/damaged.mcap" "$tmp/damaged.copy"
expect 1 "$tool" recover "$tmp/damaged.mcap" --output "$tmp/mended.mcap"
cmp -s "$tmp/damaged.mcap" "$tmp/damaged.copy" || fail 'recover changed its input'
expect 0 "$tool" info --json "$tmp/mended.mcap"
count_messages
[ $((total + missing)) = $((all + 1)) ] || fail "recover kept $total messages, and $missing were damaged, of $all and a table"
expect 0 "$tool" recover "$tmp/session.bin" -o "$tmp/same.mcap"
out_has ': it is whole$'
out_has '^  lost       nothing$'
cmp -s "$tmp/session.bin" "$tmp/same.mcap" || fail 'a whole recording was recovered into something else'
expect 4 "$tool" recover "$data/demo.bin" -o "$tmp/no.mcap"
err_has 'demo.bin: this is no session recording, or not even its header is whole'
[ ! -e "$tmp/no.mcap" ] || fail 'recover left a file where it failed'

# A disk that is full: nothing stays.
code=0
(ulimit -f 1 && "$tool" recover "$tmp/cut.mcap" -o "$tmp/no.mcap" >"$tmp/out" 2>"$tmp/err") || code=$?
[ $code = 3 ] || fail "exit code $code where the file cannot be written"
err_has 'cut.mcap: cannot write .*no.mcap: File too large'
[ ! -e "$tmp/no.mcap" ] || fail 'recover left a file that it could not write'

# An app that never waits for a frame: what is recorded is shown, and why it cannot be played.
"$make_session" "$tmp/frameless.mcap" 0 || fail 'no session was made'
expect 0 "$tool" info "$tmp/frameless.mcap"
out_has '^  plays     nothing: the app never waited for a frame, nor asked where anything is$'
expect 0 "$tool" info --json "$tmp/frameless.mcap"
json_is 0 frame_count
json_is 0 duration_s
json_is 0 rate_hz
expect 2 "$tool" check "$tmp/frameless.mcap"
err_has 'holds no frame to play: its app never waited for one, and never asked where anything is'
expect 0 "$tool" recover "$tmp/frameless.mcap" -o "$tmp/frameless-too.mcap"
out_has ': it is whole$'

# No session at all: cut before its first chunk, and a foreign MCAP file.
head -c 100 "$tmp/session.bin" >"$tmp/stub.mcap"
expect 2 "$tool" check --json "$tmp/stub.mcap"
json_is unusable result
expect 4 "$tool" info "$tmp/stub.mcap"
expect 4 "$tool" sample --time 0 "$tmp/stub.mcap"
err_has 'stub.mcap: '
expect 4 in_home "$tool" run --play "$tmp/stub.mcap" -- true
patch "$tmp/session.bin" 21 'x'
expect 2 "$tool" check "$tmp/bad.bin"
err_has 'bad.bin: '

# `run` looks for the markers before it starts the app, and says what will not play.
expect 2 in_home "$tool" run --headless --play "$tmp/session.bin" --from nowhere -- true
err_has "run: --from: .*nowhere"
expect 4 in_home "$tool" run --headless --play "$tmp/bare.mcap" --channels hands -- true
err_has 'the recording has no hands'
expect 2 in_home "$tool" run --headless --play "$tmp/damaged.mcap" --from nowhere -- true
err_has 'damaged.mcap: the chunk at byte .* is damaged and does not play'
finish
