#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# verdict.sh RECORDING: `run --expect` passes a good app, and finds each fault of a broken one: the right expectation, the first frame
# and call, the exit code. `--repeat 2` tells a deterministic app from one that is not.
. "$(dirname "$0")/../lib.sh"
recording=$1
probe=$build/bin/understudy_probe
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving

cat >"$work/expect.json" <<'END'
{"version": 1, "expect": [
  {"name": "it gets the focus", "kind": "state", "state": "FOCUSED", "within_s": 20},
  {"name": "twelve seconds of frames", "kind": "frames", "at_least": 720},
  {"name": "the right hand feels its pinch", "kind": "haptic", "hand": "right", "from": "reach", "to": "poke"},
  {"name": "no other vibration", "kind": "haptic", "at_most": 0, "from": "poke"},
  {"name": "the right grip is asked for", "kind": "located", "action": "grip", "hand": "right", "from": "pinch", "to": "poke"},
  {"name": "no call fails", "kind": "no_errors"},
  {"name": "there is always a projection layer", "kind": "no_gap", "layer": "projection", "frames": 2},
  {"name": "and a quad", "kind": "layer", "layer": "quad", "at_least": 700},
  {"name": "one after the other", "kind": "order", "of": [
    {"kind": "state", "state": "FOCUSED"},
    {"kind": "action", "action": "select", "hand": "right", "value": true},
    {"kind": "haptic", "hand": "right"},
    {"kind": "event", "event": "play", "where": {"what": "ended"}},
    {"kind": "state", "state": "STOPPING"}]}
]}
END

# run_probe NAME CODE [option of the probe...]: fails unless run exits with CODE. Writes $work/NAME.err and $work/NAME.report.
run_probe() {
  local name=$1 wanted=$2 code=0
  shift 2
  "$tool" run --headless --play "$recording" --clock frame --end quit --quiet --limit "${limit:-60}" \
    --log "$work/$name.jsonl" --expect "$work/expect.json" --report "$work/$name.report" --junit "$work/$name.xml" \
    -- "$probe" --graphics vulkan2 --wait-focus --seconds 60 --actions --layers projection,quad_view --log "$work/$name.probe" "$@" \
    2>"$work/$name.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/$name.err"; fail "$name: exit code $code, not $wanted"; }
  grep -E '^(FAILED|PASSED|understudy)' "$work/$name.err" | sed "s/^/$name: /"
}
# only NAME EXPECTATION...: fails unless exactly these expectations were not met.
only() {
  local name=$1
  shift
  if [ $# -gt 0 ]; then printf '%s\n' "$@" | sort; fi >"$work/wanted"
  sed -n 's/^FAILED  \([^:]*\): .*/\1/p' "$work/$name.err" | sort >"$work/found"
  diff "$work/wanted" "$work/found" >&2 || fail "$name: other expectations are not met than should be"
}
says() { grep -q -e "$2" "$work/$1.err" || { cat "$work/$1.err"; fail "$1: it does not say '$2'"; }; }

# The pinch's key is at 4.3 s as a float, which is 2e-7 s behind frame 258: frame 259 is the first to see it.
run_probe good 0
only good
says good '^passed  the right hand feels its pinch: frame 259 (4.317 s), the haptic output haptic of /user/hand/right, line '
grep -q 'failures="0"' "$work/good.xml" || fail "the JUnit report has failures"

# The probe counts its frames from 1: what goes wrong does so in frame 100.
run_probe skip-haptics 1 --fault skip-haptics
only skip-haptics "the right hand feels its pinch" "one after the other"
says skip-haptics 'step 3 of 5 did not follow: haptic of the right hand; frame 259 '

run_probe no-layer 1 --fault no-layer@101
only no-layer "there is always a projection layer" "and a quad"
says no-layer 'more than 2 frames without a layer of the kind projection, since frame 100; frame 102 (1.700 s), xrEndFrame'

run_probe wrong-space 1 --fault wrong-space@101
only wrong-space "the right grip is asked for"
"$tool" compare "$work/good.jsonl" "$work/wrong-space.jsonl" >"$work/diff" && fail "no difference to an app that asks for a wrong space"
cat "$work/diff"
grep -q '^the first difference is in frame 100 .*in xrLocateSpace of' "$work/diff" || fail "the first difference is not where the fault begins"

# The frame in which it goes wrong is the last that it waited for.
begun=$SECONDS
run_probe crash 3 --fault crash@101
says crash 'the app crashed: signal 11'
says crash 'twelve seconds of frames: seen 101 times'
# The same frames again, in several times the time that they took here.
limit=$((3 + 5 * (SECONDS - begun))) run_probe hang 3 --fault hang@101
says hang 'the app failed: it did not exit within the limit'
says hang 'twelve seconds of frames: seen 101 times'

# A vibration of random strength is found; the app without it is deterministic.
twice() {
  local wanted=$1 code=0
  shift
  "$tool" run --headless --play "$recording" --clock frame --end quit --quiet --repeat 2 --log "$work/twice.jsonl" \
    -- "$probe" --graphics vulkan2 --wait-focus --seconds 60 --actions --log "$work/twice.probe" "$@" 2>"$work/twice.err" || code=$?
  cat "$work/twice.err"
  [ "$code" = "$wanted" ] || fail "twice: exit code $code, not $wanted"
}
twice 0
says twice '^understudy: deterministic: no difference in 721 frames$'
twice 1 --fault random@1
says twice '^the first difference is in frame 259 (4.317 s of the recording), in the haptic output haptic of /user/hand/right: amplitude$'

# Frames that one run lacks do not count, but whether the recording was played to its end does: an app that now and then ends early, and
# well, is not deterministic, and is not as a baseline that came to the end.
cat >"$work/two-lengths" <<END
#!/bin/sh
frames=\$FIRST
if [ -e '$work/began' ]; then frames=\$SECOND; fi
: >'$work/began'
exec '$probe' --graphics headless --wait-focus --actions --frames "\$frames" --log '$work/lengths.probe'
END
chmod +x "$work/two-lengths"
lengths() {
  local wanted=$1 first=$2 second=$3 code=0
  shift 3
  rm -f "$work/began"
  FIRST=$first SECOND=$second "$tool" run --headless --rate max --play "$recording" --to 1 --clock frame --limit 300 --quiet "$@" \
    -- "$work/two-lengths" 2>"$work/lengths.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/lengths.err"; fail "$first and $second frames, $*: exit code $code, not $wanted"; }
}
lengths 1 1000 30 --repeat 2
says lengths '^the first difference is in frame 60 (1.000 s of the recording), in the event .play.$'
lengths 1 30 1000 --repeat 2
lengths 0 1000 1000 --repeat 2
lengths 0 40 30 --repeat 2
for end in quit hold; do
  rm -rf "$work/full"
  lengths 0 100 '' --end $end --baseline "$work/full"
  lengths 1 30 '' --end $end --baseline "$work/full"
  lengths 0 100 '' --end $end --baseline "$work/full"
done
lengths 0 90 '' --end hold --baseline "$work/full"

# Nothing was played: no verdict, whatever the app says. hello_xr ends at once where its standard input does.
nothing() {
  local wanted=$1 words=$2 code=0
  shift 2
  "$tool" run --headless --play "$recording" "$@" <"$work/empty" >"$work/nothing.out" 2>"$work/nothing.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/nothing.err"; fail "$*: exit code $code, not $wanted"; }
  [ -z "$words" ] || grep -q -e "$words" "$work/nothing.err" || { cat "$work/nothing.err"; fail "$*: it does not say '$words'"; }
}
: >"$work/empty"
echo '{"version": 1, "expect": [{"kind": "no_errors"}]}' >"$work/quiet.json"
nothing 5 'nothing was played: the layer was not loaded' -- ls /
nothing 0 '' --allow-unused -- ls /
if command -v hello_xr >/dev/null; then
  nothing 5 'nothing was played: the app made an OpenXR instance' --repeat 2 -- hello_xr -g Vulkan2
  nothing 5 'nothing was played: the app made an OpenXR instance' --expect "$work/quiet.json" -- hello_xr -g Vulkan2
  nothing 0 '' --allow-unused -- hello_xr -g Vulkan2
  # Of a wrong script of a person in the environment, the runtime says what is wrong with it, and the tool that this is the reason.
  echo '0 left sqeeze 1' >"$work/wrong.person"
  export UNDERSTUDY_HEADLESS_PERSON=$work/wrong.person
  nothing 1 "nothing was played: the app's xrCreateInstance failed. What the OpenXR runtime said above is the reason" -- hello_xr -g Vulkan2
  grep -q 'wrong.person:1: "left" has no "sqeeze"' "$work/nothing.err" || { cat "$work/nothing.err"; fail "the line of the script is not named"; }
  code=0
  "$tool" record -o "$work/nothing.mcap" --headless -- hello_xr -g Vulkan2 2>"$work/nothing.err" || code=$?
  unset UNDERSTUDY_HEADLESS_PERSON
  [ "$code" = 1 ] || { cat "$work/nothing.err"; fail "record with a wrong script ended with $code"; }
  grep -q "nothing was recorded: the app's xrCreateInstance failed. What the OpenXR runtime said above is the reason" "$work/nothing.err" ||
    { cat "$work/nothing.err"; fail "record does not name the script as the reason"; }
fi
# A fault that never began fails a run with a verdict, also without expectations of its own.
nothing 1 "^FAILED  faults on purpose: the fault 'lose:left@5s' did not begin: playback did not come so far" \
  --clock frame --repeat 2 --fault lose:left@5s -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 5 "run: the fault 'lose:left@5s' did not begin: playback did not come so far" \
  --clock frame --fault lose:left@5s -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 5 "run: the fault 'fail:xrStopHapticFeedback=XR_ERROR_RUNTIME_FAILURE@2' did not begin: the app did not make the call" \
  --clock frame --fault lose:left@0.1s,fail:xrStopHapticFeedback=XR_ERROR_RUNTIME_FAILURE@2 -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
# Of calls that fail from a moment on, one has to fail.
unmade=fail:xrStopHapticFeedback=XR_ERROR_RUNTIME_FAILURE@0.1s
nothing 5 "run: the fault '$unmade' did not begin: the app did not make the call" \
  --clock frame --fault $unmade -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 1 "^FAILED  faults on purpose: the fault '$unmade' did not begin: the app did not make the call" \
  --clock frame --fault $unmade --repeat 2 -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 0 '' --clock frame --exit any --fault fail:xrLocateViews=XR_ERROR_TIME_INVALID@0.1s -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 0 '' --clock frame --exit any --repeat 2 --fault fail:xrLocateViews=XR_ERROR_TIME_INVALID@0.1s -- \
  "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 0 '' --clock frame --fault lose:left@0.1s,frame-drop:3@0.1s+0.02s -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 0 '' --clock frame --repeat 2 --fault frame-drop:3@0.1s+0.02s -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 0 '' --clock frame --exit any --fault fail:xrLocateViews=XR_ERROR_TIME_INVALID@12 -- "$probe" --wait-focus --frames 20 --log "$work/early.probe"
nothing 0 '' --clock frame --fault fail:xrCreateInstance=XR_ERROR_RUNTIME_FAILURE@1 -- \
  sh -c '"$@" || "$@"' sh "$probe" --wait-focus --frames 20 --log "$work/early.probe"
# A fault that did it is the reason, and not the runtime.
nothing 3 "nothing was played: the app's xrCreateInstance failed on purpose, as --fault says, and the app did not make an instance after that" \
  --fault fail:xrCreateInstance=XR_ERROR_RUNTIME_UNAVAILABLE -- "$probe" --graphics vulkan2 --log "$work/refused.probe"

# An app that waits for the end of its input before it exits, as newer versions of hello_xr do, gets it when it was told to exit.
waits_for_input=(sh -c '"$@"; cat; exit 7' sh "$probe" --graphics vulkan2 --wait-focus --seconds 60 --log "$work/waits.probe")
code=0
"$tool" run --headless --play "$recording" --clock frame --to 1 --limit 300 --quiet -- "${waits_for_input[@]}" </dev/null || code=$?
[ "$code" = 7 ] || fail "an app that waits for the end of its input ended with $code"
code=0
UNDERSTUDY_HEADLESS_FRAMES=30 "$tool" record -o "$work/waits.mcap" --headless --limit 300 --quiet -- "${waits_for_input[@]}" </dev/null || code=$?
[ "$code" = 7 ] || fail "a recorded app that waits for the end of its input ended with $code"

# An app that a script leaves running is waited for, and its end counts.
behind() { nothing "$1" "$2" --quiet --clock frame --end quit --limit 300 -- sh -c '"$@" & exit 0' sh "$probe" --graphics vulkan2 --wait-focus --seconds 60 --log "$work/behind.probe" "${@:3}"; }
rm -f "$work/behind.probe"
behind 0 ''
frames=$(grep -c '"frame"' "$work/behind.probe" || true)
[ "$frames" -ge 700 ] || fail "run did not wait for an app that a script left running: $frames frames"
behind 139 'signal 11 .* ended the app' --fault crash@101
