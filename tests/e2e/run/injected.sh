#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# injected.sh RECORDING: each kind of fault on purpose (understudy-fault(7)) on hello_xr and the probe: the log says when it
# begins, two runs are equal, and what the app was told shows it.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr
need_file "$recording"
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
log=$work/log.jsonl

# play FAULT APP...: plays 1.5 s with the fault, twice.
play() {
  local fault=$1
  shift
  "$tool" run --headless --play "$recording" --from 1 --to 2.5 --clock frame --end quit --repeat 2 --exit any --limit 300 --log "$log" \
    --fault "$fault" -- "$@" >"$work/out.txt" 2>&1 </dev/null || fail "$fault: $1: $(tail -n 3 "$work/out.txt")"
  grep -q 'deterministic: no difference' "$work/out.txt" || fail "$fault: $1 is not deterministic"
}
# has TEXT [TEXT]: a line of the log has both.
has() {
  grep -F -e "$1" "$log" >"$work/some" || return 1
  grep -qF -e "${2:-}" "$work/some"
}

# FAULT|a line that a fault-free run does not have|more in the same line
kinds='lose:head@1.5s+0.5s|"e":"views"|"flags":""
lose:left:untracked@1.5s+0.5s|"e":"fault"|"kind":"lose"
freeze@1.5s+0.5s|"e":"fault"|"kind":"freeze"
jitter:3,1@1.5s+0.5s|"e":"fault"|"kind":"jitter"
drift:100,10@1.5s+0.5s|"e":"fault"|"kind":"drift"
latency:100@1.5s+0.5s|"e":"fault"|"kind":"latency"
swap-hands@1.5s+0.5s|"e":"fault"|"kind":"swap-hands"
no-pinch@1.5s+0.5s|"e":"fault"|"kind":"no-pinch"
ghost-pinch@1.5s+0.5s|"e":"fault"|"kind":"ghost-pinch"
battery@1.5s+0.5s|"e":"profile_changed"|
frame-drop:3@1.5s|"e":"fault"|"kind":"frame-drop"
refresh:45@1.5s+0.5s|"e":"wait"|"wall_period_ns":22222222
focus-lost@1.5s+0.5s|"e":"sync"|XR_SESSION_NOT_FOCUSED
not-visible@1.5s+0.5s|"e":"wait"|"render":false
headset-off@1.5s+0.5s|"e":"wait"|"render":false
recenter:90,0.5,0@1.5s+0.5s|"e":"space_change"|
loss-pending@2s|"state":"LOSS_PENDING"|
stopping@2s|"state":"STOPPING"|
user-absent@1.5s+0.5s|"e":"fault"|"kind":"user-absent"
bounds:2,1.5@1.5s+0.5s|"e":"space_change"|STAGE
mask@1.5s+0.5s|"e":"fault"|"kind":"mask"
events-lost:3@1.5s|"e":"odd"|"the runtime lost events"
instance-loss@2s|"e":"odd"|about to end the instance
fail:xrWaitSwapchainImage=XR_TIMEOUT_EXPIRED@1.5s+1|"e":"fault"|"kind":"fail"
fail:xrLocateViews=XR_ERROR_TIME_INVALID@1.5s+1|"e":"error"|XR_ERROR_TIME_INVALID'
checked=0
while IFS='|' read -r fault one two; do
  for app in hello_xr probe; do
    command=(hello_xr -g Vulkan2)
    [ "$app" = hello_xr ] || command=("$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --actions --wait-focus)
    play "$fault" "${command[@]}"
    has '"e":"fault"' "\"what\":\"begin\",\"kind\":\"${fault%%[:@]*}\"" || fail "$fault: $app: the log does not say that it begins"
    has "$one" "$two" || fail "$fault: $app: the log has no $one $two"
    checked=$((checked + 1))
  done
done <<<"$kinds"

# The number of a call is a decimal number: the probe locates its views twice in each frame.
play 'fail:xrLocateViews=XR_ERROR_TIME_INVALID@12' "$build/bin/understudy_probe" --graphics headless --frames 1000 --actions --wait-focus
has '"e":"error"' '"frame":5,"e":"error","session":1,"call":"xrLocateViews"' || fail 'another call than the twelfth fails'

# "Survives a lost session" is an expectation: hello_xr makes another instance, in which the recording goes on to its end; the probe
# ends with the session.
cat >"$work/survives.json" <<'END'
{"version": 1, "fault": "loss-pending@2s", "expect": [{"kind": "event", "event": "play", "where": {"what": "ended"}},
  {"kind": "event", "event": "fault", "where": {"kind": "loss-pending"}, "at_most": 1}, {"kind": "no_errors"}]}
END
survives() {
  "$tool" run --headless --play "$recording" --from 1 --to 2.5 --clock frame --end quit --exit any --limit 300 \
    --expect "$work/survives.json" -- "$@" >"$work/out.txt" 2>&1
}
survives hello_xr -g Vulkan2 || fail "hello_xr does not survive a lost session: $(tail -n 3 "$work/out.txt")"
code=0
survives "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --actions --wait-focus || code=$?
[ "$code" = 1 ] || fail "the probe survives a lost session: $code"

# How many display times the app misses, by the expectation `missed`: 3 once, and every second one of 0.5 s at 60 Hz.
missed() {
  local fault=$1 most=$2
  printf '{"version": 1, "fault": "%s", "expect": [{"kind": "missed", "at_most": %s}]}' "$fault" "$most" >"$work/expect.json"
  "$tool" run --headless --play "$recording" --from 1 --to 2.5 --clock frame:60 --end quit --limit 300 --expect "$work/expect.json" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --actions --wait-focus >"$work/out.txt" 2>&1
}
missed frame-drop:3@1.5s 3 || fail "frame-drop:3 misses more than 3: $(tail -n 3 "$work/out.txt")"
code=0
missed frame-drop:3@1.5s 2 || code=$?
[ "$code" = 1 ] || fail "frame-drop:3 misses 2 at most: $code"
missed frame-drop:1@1.5s+0.5s 15 || fail "frame-drop:1 misses more than 15: $(tail -n 3 "$work/out.txt")"
code=0
missed frame-drop:1@1.5s+0.5s 14 || code=$?
[ "$code" = 1 ] || fail "frame-drop:1 misses 14 at most: $code"

# told FAULT [OPTION...]: plays with the fault, without graphics; the app's actions are in actions.txt, in their order.
told() {
  local fault=$1
  shift
  "$tool" run --headless --clock frame:60 --end quit --limit 300 --fault "$fault" --log "$log" "$@" -- \
    "$build/bin/understudy_probe" --graphics headless --frames 1000 --actions --wait-focus >"$work/out.txt" 2>&1 ||
    fail "$fault $*: $(tail -n 3 "$work/out.txt")"
  grep '"e":"action"' "$log" | sed -E 's/"n":[0-9]+,"wall_ms":[0-9.]+,//' >"$work/actions.txt" || true
}

# The seed of jitter is 1 unless given: the lines of the fault itself are all that differs then.
for seed in '' ,1 ,2; do
  told "jitter:3,1$seed@1.5s+0.5s" --play "$recording" --from 1 --to 2.5
  mv "$log" "$work/jitter$seed.jsonl"
done
for seed in 1:'^lines differ in 2 of 91 frames$' 2:'^lines differ in 31 of 91 frames$'; do
  "$tool" compare "$work/jitter.jsonl" "$work/jitter,${seed%%:*}.jsonl" >"$work/out.txt" 2>&1 || true
  grep -q "${seed#*:}" "$work/out.txt" || fail "jitter with the seed ${seed%%:*}, and without one: $(cat "$work/out.txt")"
done

# A session with controllers only: a lost one has no grip pose, and its buttons work.
"$tool" perform "$source/docs/examples/touch.person" -o "$work/touch.mcap" >"$work/out.txt" 2>&1 || fail "touch.person: $(cat "$work/out.txt")"
told mask --play "$work/touch.mcap"
mv "$work/actions.txt" "$work/wanted.txt"
grep -q '"/user/hand/left","active":true,"value":true' "$work/wanted.txt" || fail 'the person presses nothing on the left'
for side in left right; do
  told "lose:$side" --play "$work/touch.mcap"
  diff "$work/wanted.txt" "$work/actions.txt" >"$work/out.txt" || fail "lose:$side: other buttons (>): $(head -n 3 "$work/out.txt")"
  for hand in left right; do
    space=$(sed -nE "s/.*\"e\":\"space\".*\"space\":([0-9]+),.*\"action\":\"grip\",\"subaction\":\"\/user\/hand\/$hand\".*/\1/p" "$log" | head -n 1)
    flags=$(grep "\"space\":$space,\"base\":.*\"from\":\"recording\"" "$log" | grep -o '"flags":"[^"]*"' | sort -u)
    wanted='"flags":"opOP"'
    [ $hand != $side ] || wanted='"flags":""'
    [ "$flags" = "$wanted" ] || fail "lose:$side: the grip of the $hand controller has $flags"
  done
done

# Where pinches alone are played, a fault changes them.
pinches() { grep '"action":"trigger_click"' "$work/actions.txt" | grep -c '"value":true'; }
for fault in mask:yes no-pinch:no lose:hands:no freeze:no ghost-pinch:yes; do
  told "${fault%:*}" --play "$recording" --from 1 --channels pinch
  found=no
  [ "$(pinches)" = 0 ] || found=yes
  [ $found = "${fault##*:}" ] || fail "${fault%:*} of pinches alone: does the app see one: $found"
done

# An app that asks for the refresh rate is told the same by the event, the two functions and the period.
"$tool" run --headless --play "$recording" --from 1 --to 2.5 --clock frame:60 --end quit --limit 300 --fault refresh:45@1.5s+0.5s --log "$log" \
  -- "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --wait-focus --rates --log "$work/rates.jsonl" >"$work/out.txt" 2>&1 ||
  fail "refresh:45 with rates: $(tail -n 3 "$work/out.txt")"
grep -E '"e":"(rate|refresh_rate)"' "$work/rates.jsonl" | sed -E 's/.*"e":/"e":/' >"$work/rates.txt"
cat >"$work/rates.wanted" <<'END'
"e":"rate","hz":60,"period_ns":16666666,"rates":[45,60,72,80,90,120]}
"e":"rate","hz":45,"period_ns":22222222,"rates":[45,60,72,80,90,120]}
"e":"refresh_rate","hz":45,"before_hz":60}
"e":"rate","hz":60,"period_ns":16666666,"rates":[45,60,72,80,90,120]}
"e":"refresh_rate","hz":60,"before_hz":45}
END
diff "$work/rates.wanted" "$work/rates.txt" || fail 'the app was told other rates'
has '"e":"refresh_rate"' '"hz":45,"before_hz":60' || fail 'the log does not have the event of the new rate'

# Of two that overlap, the last one of the list counts.
rates() {
  "$tool" run --headless --play "$recording" --from 1 --to 2.5 --clock frame:60 --end quit --limit 300 --fault "$1" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --wait-focus --rates --log "$work/rates.jsonl" >"$work/out.txt" 2>&1 ||
    fail "$1: $(tail -n 3 "$work/out.txt")"
  grep '"e":"refresh_rate"' "$work/rates.jsonl" | sed -E 's/.*"hz":([0-9]+),.*/\1/' | tr '\n' ' '
}
[ "$(rates refresh:45@1.5s+0.5s,refresh:30@1.6s+0.2s)" = '45 30 45 60 ' ] || fail "a refresh in another one: $(rates refresh:45@1.5s+0.5s,refresh:30@1.6s+0.2s)"
[ "$(rates refresh:30@1.6s+0.2s,refresh:45@1.5s+0.5s)" = '45 60 ' ] || fail 'a refresh in another one that stands behind it'
[ "$(rates refresh:45@1.5s+0.3s,refresh:30@1.6s+0.4s)" = '45 30 60 ' ] || fail 'a refresh that goes on behind another one'
missed refresh:30@1.5s+0.5s 0 || fail "refresh:30 misses display times: $(tail -n 3 "$work/out.txt")"
echo "$checked runs of faults on purpose"
