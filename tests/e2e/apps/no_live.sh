#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# no_live.sh RECORDING PROFILE...: over a whole recording with the first profile, and 5 s of it with the others, no value of the runtime's moving
# person reaches hello_xr or the probe client; without the layer all of them do, which shows that the judge sees them.
. "$(dirname "$0")/../lib.sh"
recording=$1
shift
need_file "$recording"
need_command hello_xr
leaks=$build/bin/understudy_leaks
frames=$(($(play_seconds "$recording") * 60))
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=16
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --velocities --all-relations --actions --locate-spaces
  --base local,stage,view,local_floor)
# What is not recorded stays live.
"$tool" info --json "$recording" | grep -q '"has_gaze":.*true' || probe+=(--no-gaze)

# alone NAME COMMAND...: without the layer.
alone() {
  local name=$1
  shift
  # shellcheck disable=SC2046 # one word for each variable
  without_tool env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" UNDERSTUDY_DISABLE=1 $(spy_settings "$work/$name.jsonl") \
    UNDERSTUDY_HEADLESS_FRAMES=120 "$@" >"$work/$name.log" 2>&1 || fail "$name ended with $?: $(tail -n 3 "$work/$name.log")"
  "$leaks" --live "$work/$name.jsonl" || fail "$name: not all that is live is seen to be"
}
# played NAME COMMAND...: over the whole recording.
played() {
  local name=$1
  shift
  # shellcheck disable=SC2046 # one word for each variable
  env $(spy_settings "$work/$name.jsonl") UNDERSTUDY_HEADLESS_FRAMES=$frames "$tool" run --headless --play "$recording" --end hold -- "$@" \
    >"$work/$name.log" 2>&1 || fail "$name ended with $?: $(tail -n 3 "$work/$name.log")"
  grep -q "from=" "$work/$name.log" || fail "$name: nothing was played"
  "$leaks" "$work/$name.jsonl" || fail "$name was told what is live"
}
for profile; do
  export UNDERSTUDY_HEADLESS_PROFILE=$profile
  alone "hello_live_${profile##*/}" hello_xr -g Vulkan2
  alone "probe_live_${profile##*/}" "${probe[@]}" --frames 120
  played "hello_${profile##*/}" hello_xr -g Vulkan2
  played "probe_${profile##*/}" "${probe[@]}" --frames "$frames"
  frames=300
done
