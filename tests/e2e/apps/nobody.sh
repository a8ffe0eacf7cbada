#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hello_xr plays a recording of the head alone. On the headless runtime nobody presses anything by default: no vibration, and two runs
# are the same. With a person who moves and presses, --repeat 2 says which input was live.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64

app=(hello_xr -g Vulkan2)
# twice NAME CODE RECORDING [option of the tool...]
twice() {
  local name=$1 wanted=$2 recording=$3 code=0
  shift 3
  UNDERSTUDY_HEADLESS_REPORT=$work/$name.json "$tool" run --headless --play "$recording" --clock frame --end quit --limit 300 --quiet --repeat 2 \
    "$@" -- "${app[@]}" >"$work/$name.log" 2>"$work/$name.err" || code=$?
  cat "$work/$name.err"
  [ "$code" = "$wanted" ] || fail "$name: exit code $code, not $wanted"
}
twice nobody 0 "$source/tests/data/camera-only.bin"
! grep -q '"haptic":' "$work/nobody.json" || fail "it vibrates $(grep -c '"haptic":' "$work/nobody.json") times, and nobody pinches"
grep -q '"haptics":{"left":0,"right":0}' "$work/nobody.json" || fail "no report of vibrations"
grep -q '^understudy: deterministic: no difference in 241 frames$' "$work/nobody.err" || fail "it does not say that it is deterministic"
! grep -q 'live' "$work/nobody.err" || fail "nobody is there, and something was live"

# --repeat 2 names what differs, and says that it was live: hello_xr asks for hands and buttons, the probe also for the gaze.
export UNDERSTUDY_HEADLESS_PERSON=moving
says() {
  grep -q "^understudy: live input reached the app: $2\. The recording does not play it" "$work/$1.err" || fail "$1: it does not say that $2 was live"
}
twice moving 1 "$source/tests/data/camera-only.bin"
grep -q '"haptic":' "$work/moving.json" || fail "a person who presses does not make it vibrate"
says moving "hands, buttons"
app=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --seconds 60 --actions --log "$work/probe.jsonl")
twice probe 1 "$source/tests/data/camera-only.bin"
says probe "hands, buttons, gaze"
twice hands 1 "$source/tests/data/demo.bin" --channels head,hands,pinch --from reach --to pinch
says hands gaze
twice gaze 1 "$source/tests/data/gaze-only.bin"
says gaze "head, hands, buttons"
