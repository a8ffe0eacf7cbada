#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# prompt.sh: the prompt of `understudy drive`, typed on a terminal (prompt.py), and as a script on standard input.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_command python3
cd "$work"
export UNDERSTUDY_PYTHON=$build/share/understudy PYTHONDONTWRITEBYTECODE=1

# script CODE [option of drive...]: the lines of standard input, on hello_xr.
script() {
  local wanted=$1 code=0
  shift
  "$tool" drive --headless --save script.mcap --force --log script.jsonl "$@" -- hello_xr -g Vulkan2 >out.txt 2>err.txt || code=$?
  [ "$code" = "$wanted" ] || { cat err.txt; fail "a script ends with $code and not with $wanted"; }
}
# says FILE TEXT
says() { grep -qF -- "$2" "$1" || { cat "$1"; fail "no '$2' in $1"; }; }

script 0 <<'END'
# grab
right profile oculus/touch_controller; right grip 0.2 -0.1 -0.5   # both at once
advance 5 frames
right squeeze/value 1 over 0.2 after 0.1
until haptic right within 0.5 s
mark "grabbed it"
picture
locate 0.5 0.5 distance 2
events haptic
events
state layers
advance 0.1s
END
says out.txt 'met: frame '
says out.txt 'part=view-0'
says out.txt 'distance: 2'
says out.txt 'action=vibrate_hand'
grep -q '^drive> ' out.txt && fail "a script gets a prompt"
says err.txt 'is the recording of the drive'
"$tool" info script.mcap >info.txt 2>&1 || fail "the recording of the script cannot be read"
says info.txt 'grabbed it'
# The world of a script is that of its recording.
"$tool" run --headless --play script.mcap --clock frame --log replay.jsonl -- hello_xr -g Vulkan2 >/dev/null 2>&1 || fail "the recording does not play"
"$tool" compare script.jsonl replay.jsonl >compare.txt 2>&1 || { cat compare.txt; fail "the recording plays otherwise"; }

# Answers that find no room are no success, and end nothing early.
code=0
printf 'advance 3\nstate\nadvance 3\n' | "$tool" drive --headless --quiet --save full.mcap --force -- hello_xr -g Vulkan2 2>err.txt >/dev/full || code=$?
[ "$code" = 3 ] || { cat err.txt; fail "a script without room for its answers ends with $code"; }
says err.txt 'drive: the answers could not all be written'
"$tool" info full.mcap | grep -q ' 7 frames' || fail "the drive without room for its answers ended early: $("$tool" info full.mcap)"
# Whatever descriptor is the first that cannot be had: it is said.
for room in {6..14}; do
  (exec 3>&- && ulimit -n "$room" && exec "$tool" drive --headless --save few.mcap -- hello_xr -g Vulkan2) <<<state >out.txt 2>err.txt &&
    fail "a drive does with $room descriptors"
  grep -v 'drive: listening on' err.txt >said.txt || fail "a drive with $room descriptors ends, and does not say why"
  cat said.txt >>all.txt
  grep -q 'Too many open files' said.txt || { cat err.txt; fail "a drive with $room descriptors says something else"; }
done
says all.txt 'drive: there can be no prompt: Too many open files'

# Two times of one ramp, before what ends a request: a comment, the next request, the line.
script 0 <<'END'
right profile oculus/touch_controller; right squeeze/value 1 over 0.2 s after 0.1 s
left grip 0 0 0 over 0.1 s after 0.1 s; left grip 0 0 0 over 0.1 s ; left grip 0 0 0 after 0.1 s # back
advance 20
END
mv script.jsonl units.jsonl
script 0 <<'END'
right profile oculus/touch_controller; right squeeze/value 1 over 0.2 after 0.1
left grip 0 0 0 over 0.1 after 0.1; left grip 0 0 0 over 0.1; left grip 0 0 0 after 0.1
advance 20
END
"$tool" compare units.jsonl script.jsonl >compare.txt 2>&1 || { cat compare.txt; fail "times with their unit mean something else"; }

# Some editors put a mark before a text, and end its lines otherwise.
script 0 < <(printf '\xef\xbb\xbfadvance 2\r\nadvance 1\r\n')
says out.txt 'frame 2, '

# The first picture: no line from before the first frame is about it.
script 0 <<'END'
picture
locate 0.56 0.45 distance 2
point_at right 0.56 0.45 distance 2
END
says out.txt 'commands: '

# What the app has, a line each: sentences, what is bound, where spaces are.
script 0 <<'END'
right profile oculus/touch_controller; right squeeze/value 0.5
advance 3
state asked actions bindings layers
state spaces
state threads
END
says out.txt '  hands: the app did not enable XR_EXT_hand_tracking, so it got no joints'
says out.txt 'value=0.5 changed=no from=recording set=gameplay type=float bound=[/user/hand/right/input/squeeze/value]'
says out.txt '    action=grab_object set=gameplay type=float paths=[/user/hand/left/input/squeeze/value /user/hand/right/input/squeeze/value]'
says out.txt 'space_name=LOCAL'
says out.txt ' rect=[0 0 512 512] '
says out.txt ' action=hand_pose subaction=/user/hand/right '
says out.txt 'frame=2 base_name=LOCAL]'
says out.txt 'threads: none; the app waits for its next frame'
grep -q "recording's end" out.txt err.txt && fail "the end of a recording is told of that has none"

script 2 <<'END'
advance 2

right squeze/value 1
advance 2
END
says err.txt "line 3, 'right squeze/value 1': \"right\" has no \"squeze/value\"; did you mean 'squeeze/value'?"
grep -c '^frame ' out.txt | grep -qx 1 || fail "a script goes on after an error"
script 2 <<<'advance 2 3'
says err.txt "line 1, 'advance 2 3': '3' cannot stand there; type: help advance"
# refuses LINE TEXT: the line is wrong, and the message says what to type.
refuses() {
  script 2 <<<"$1"
  says err.txt "$2"
}
refuses 'until haptic right' 'write how long to wait at most'
refuses 'until haptic right within 0.1' '0.1 is no number of frames; write how long: 30 frames, or 0.5 s'
refuses 'advance -1' '-1 is no number of frames'
refuses 'advance until haptic right within 1 s' "'until' is a word of its own; type: until haptic right within 1 s"
refuses 'right squeeze 1' "did you mean 'squeeze/value'?"
refuses 'do advance 5' "'do' is for what the person does; type: advance 5"
refuses 'right track no' "did you mean 'tracked'?"
refuses 'left profile oculus/touch_controller; advance 5' "';' joins only what the person does; type 'advance 5' on a line of its own"
refuses 'right grip 0 0 0; rigt grip 0 0 0' "command 2, 'rigt grip 0 0 0': \"rigt\" is unknown: write head, left"
refuses 'look_at 0 0 -2 over 0.5' 'three are a point in metres: point 0 0 -2'
refuses 'locate 0.5 0.5 2' "a place is two numbers from 0 to 1, without '2'"
refuses 'state acton' "there is no part 'acton' of the state; did you mean 'actions'? it has person, actions, "
refuses 'state person nonsense' "there is no part 'nonsense' of the state; it has person, actions, "
script 1 < <(printf 'until haptic right within 3 frames')
says err.txt 'that did not happen within its limit'
script 1 < <(printf '%s\n' 'session state visible' 'advance 3' 'session state focused' 'until focused')
says err.txt "line 4, 'until focused': that is not so, and no frame came meanwhile; write how long to wait, as in 'until focused within 0.5 s'"
script 0 < <(printf '%s\n' 'session state visible' 'advance 3' 'session state focused' 'until focused within 0.5 s')
says out.txt 'met: frame 3, '
script 2 < <(printf 'advance 3\nstop\n\nadvance 5\n')
says err.txt "line 4, 'advance 5': it is behind the stop, which ends the drive"
script 2 < <(printf 'advance 3\0garbage\n')
says err.txt "line 1, 'advance 3"
script 0 < <(printf 'advance 3\nstop\n\n# the end')
script 0 </dev/null & # nobody types: it listens, as ever
listens=$!
until socket=$(sed -n 's/.*listening on //p' err.txt) && [ -S "$socket" ] || ! kill -0 $listens 2>/dev/null; do sleep 0.1; done
PYTHONPATH=$UNDERSTUDY_PYTHON UNDERSTUDY_TOOL=$tool python3 -c "import sys, understudy_drive; understudy_drive.connect(sys.argv[1]).stop()" "$socket"
wait "$listens"

code=0
printf 'advance 3\n' | "$tool" drive --headless --save none.mcap -- false >out.txt 2>err.txt || code=$?
[ "$code" != 0 ] || fail "a script passes without its app"
says err.txt "line 1, 'advance 3': the app has ended: its exit code is 1"

# One that was built without libedit reads lines as well.
if ldd "$tool" | grep -q libedit; then
  python3 "$(dirname "$0")/prompt.py" "$tool" hello_xr -g Vulkan2 || fail "see $work"
fi
