#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The probe client asks the headless runtime everything, without the layer. The runtime shows what the probe submits, refuses no call, and
# shows the probe's faults.
. "$(dirname "$0")/../lib.sh"
types=(projection quad cylinder equirect equirect2 cube)
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --actions --locate-spaces --velocities --all-relations
  --base local,stage,view,local_floor
  --layers projection,depth,quad_view,quad_local,quad_stage,quad_grip,cylinder,equirect,equirect2,cube,observer)

# run NAME [VARIABLE=VALUE...] -- [option of the probe...]: the log and the report are NAME.jsonl and NAME.json.
run() {
  local name=$1 settings=()
  shift
  while [ "$1" != -- ]; do
    settings+=("$1")
    shift
  done
  shift
  env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving \
    UNDERSTUDY_HEADLESS_EYE_SIZE=64 "UNDERSTUDY_HEADLESS_REPORT=$work/$name.json" UNDERSTUDY_HEADLESS_REPORT_EVERY=1 "${settings[@]}" \
    "${probe[@]}" --frames 90 "$@" --log "$work/$name.jsonl" 2>"$work/$name.err"
}
# Prints the pose behind the first layer that matches, in the line of a frame.
poses() { sed -n "s/.*$2[^}]*\"$3\":{\"p\":\(\[[^]]*\]\),\"q\":\(\[[^]]*\]\)}.*/\1 \2/p" "$work/$1.json" | sort -u; }

run live -- || fail "the probe ended with $?: $(cat "$work/live.err")"
for type in "${types[@]}"; do
  grep -q "\"type\":\"$type\"" "$work/live.json" || fail "no $type arrived"
done
grep -q '"secondary":\[{"type":"projection"' "$work/live.json" || fail "the observer's layer did not arrive"
grep -q '"depth":true' "$work/live.json" || fail "no depth arrived"
grep -q '"failed":{}' "$work/live.json" || fail "something was refused: $(tail -n 1 "$work/live.json")"
grep -E '"result":"XR_[A-Z_]*"' "$work/live.jsonl" | grep -v '"result":"XR_SUCCESS"' && fail "a call failed"
where='[0.200000003,-0.100000001,-1.5]'
case $(poses live '"type":"cylinder","space":"LOCAL"' in_local) in
"$where "*) ;;
*) fail "the cylinder is not where it was meant: $(poses live '"type":"cylinder","space":"LOCAL"' in_local | head -n 1)" ;;
esac
[ "$(poses live '"type":"cylinder","space":"LOCAL"' in_local | wc -l)" = 1 ] || fail "the cylinder does not stand still"
grep -q '"haptic":"left"' "$work/live.json" && grep -q '"haptic":"right"' "$work/live.json" || fail "no haptics"
for action in trigger stick squeeze aim palm pinch poke over; do
  grep -q "\"action\":\"$action\"" "$work/live.jsonl" || fail "nothing about $action"
done
grep -q '"call":"xrLocateSpaces".*"space_name":"left_poke","base_name":"LOCAL_FLOOR"' "$work/live.jsonl" || fail "no xrLocateSpaces"

# A stick is live on a controller that has one, at rest with the switch, and absent without a controller.
run touch UNDERSTUDY_HEADLESS_PROFILE=oculus/touch_controller -- || fail "touch: the probe ended with $?"
grep -q '"profile":"/interaction_profiles/oculus/touch_controller"' "$work/touch.jsonl" || fail "no touch controller"
[ "$(grep '"action":"stick","subaction":"/user/hand/left"' "$work/touch.jsonl" | grep -c '"active":true')" = 90 ] || fail "the stick is not there"
[ "$(grep '"action":"stick","subaction":"/user/hand/left"' "$work/touch.jsonl" | sed 's/.*"value":\(\[[^]]*\]\).*/\1/' | sort -u | wc -l)" -gt 80 ] || fail "the stick rests"
run rest UNDERSTUDY_HEADLESS_PROFILE=oculus/touch_controller UNDERSTUDY_HEADLESS_CONTROLLERS=still -- || fail "rest: $?"
[ "$(grep '"action":"stick","subaction":"/user/hand/left"' "$work/rest.jsonl" | grep -c '"value":\[0,0\]')" = 90 ] || fail "the stick does not rest"
run none UNDERSTUDY_HEADLESS_CONTROLLERS=none -- || fail "none: $?"
grep '"action":"select"' "$work/none.jsonl" | grep '"active":true' && fail "somebody selects without a controller"

# The place of a layer in VIEW shows that the head does not move.
run still UNDERSTUDY_HEADLESS_STILL=1 -- || fail "still: $?"
[ "$(poses still '"type":"quad","space":"VIEW"' in_local | wc -l)" = 1 ] || fail "the head does not stay"
[ "$(poses live '"type":"quad","space":"VIEW"' in_local | wc -l)" -gt 80 ] || fail "the head stays"

# The session ends before FOCUSED: the probe does not wait for it here.
run synchronized UNDERSTUDY_HEADLESS_FOCUS=synchronized -- --wait 1 && fail "FOCUSED came"
grep -q '"state":"SYNCHRONIZED"' "$work/synchronized.jsonl" || fail "no SYNCHRONIZED"
grep -q '"state":"VISIBLE"' "$work/synchronized.jsonl" && fail "VISIBLE came"
run visible UNDERSTUDY_HEADLESS_FOCUS=visible -- --wait 1 && fail "FOCUSED came"
grep -q '"state":"VISIBLE"' "$work/visible.jsonl" || fail "no VISIBLE"

# The faults.
run skip -- --fault skip-haptics || fail "skip-haptics: $?"
grep -q '"haptic":' "$work/skip.json" && fail "haptics in spite of the fault"
run wrong -- --fault wrong-space || fail "wrong-space: $?"
grep '"call":"xrLocateSpace",' "$work/wrong.jsonl" | grep -q '"space_name":"left_grip"' && fail "the grip was located"
run bare -- --fault no-layer@50 || fail "no-layer: $?"
first=$(awk '/"e":"wait"/ { n++ } /"e":"submit".*"layers":\[\]/ && n > 1 && !first { first = n } END { print first }' "$work/bare.jsonl")
[ "$first" = 50 ] || fail "the first frame without a layer is $first"
status=0
run crash -- --fault crash@10 2>/dev/null || status=$?
[ "$status" = 139 ] && [ "$(grep -c '"e":"wait"' "$work/crash.jsonl")" = 10 ] || fail "crash: ended with $status"
app=("${probe[@]}") status=0
# shellcheck disable=SC2016
probe=(sh -c 'echo $$ >"$0"; exec "$@"' "$work/pid" "${app[@]}")
run hang -- --fault hang@10 &
hangs=$!
wait_for_frames 10 "$work/hang.jsonl" $hangs
kill "$(cat "$work/pid")"
wait $hangs || status=$?
[ "$status" = 143 ] && [ "$(grep -c '"e":"wait"' "$work/hang.jsonl")" = 10 ] || fail "hang: ended with $status"
probe=("${app[@]}")
run random_a -- --fault random && run random_b -- --fault random || fail "random: $?"
amplitudes() { grep -o '"amplitude":[^,]*' "$work/$1.json"; }
[ "$(amplitudes random_a)" != "$(amplitudes random_b)" ] || fail "two runs have the same amplitudes"
