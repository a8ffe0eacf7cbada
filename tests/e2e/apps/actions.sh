#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# actions.sh RECORDING [PROFILE]: a recorded pinch drives the probe client's actions. What it gets about the hands does not depend on
# what the runtime's own controllers do, or whether there are any. The poses follow the joints. Each pinch arrives, and vibrates.
. "$(dirname "$0")/../lib.sh"
recording=$1 profile=${2:-}
need_file "$recording"
frames=$(($(play_seconds "$recording") * 60))
[ "$frames" -le 600 ] || frames=600
options=(--graphics vulkan2 --wait-focus --actions --all-relations --no-gaze --frames "$frames")
[ -z "$profile" ] || options+=(--profile "$profile")
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=16
export UNDERSTUDY_HEADLESS_PROFILE=${profile:-khr/simple_controller}

# The app's answers about actions, and about their spaces in VIEW, without the times.
run() {
  local name=$1
  shift
  env UNDERSTUDY_HEADLESS_REPORT="$work/$name.json" "$@" "$tool" run --headless --play "$recording" --end hold -- \
    "$build/bin/understudy_probe" "${options[@]}" --log "$work/$name.jsonl" 2>"$work/$name.log" ||
    fail "$name: the probe ended with $?: $(tail -n 3 "$work/$name.log")"
  grep -E '"e":"(action|haptic|bindings|profile|sources)"|"call":"xrLocateSpace".*"space_name":"(left|right)_[a-z_]*","base_name":"VIEW"' \
    "$work/$name.jsonl" | without_wall_clock >"$work/$name.told"
}
run live UNDERSTUDY_HEADLESS_CONTROLLERS=live
run rest UNDERSTUDY_HEADLESS_CONTROLLERS=still
run none UNDERSTUDY_HEADLESS_CONTROLLERS=none
for name in rest none; do
  cmp -s "$work/live.told" "$work/$name.told" ||
    fail "the runtime's controllers reach the app ($name): $(diff "$work/live.told" "$work/$name.told" | head -n 3)"
done
for hand in left right; do
  grep -q "\"action\":\"select\",\"subaction\":\"/user/hand/$hand\",\"active\":true,\"value\":true,\"changed\":true" "$work/live.jsonl" || continue
  pinched="${pinched:-} $hand"
  grep -q '"e":"sources","action":"haptic","sources":\[{' "$work/live.jsonl" || continue
  grep -q "\"haptic\":\"$hand\"" "$work/live.json" || fail "the $hand hand pinches, and the runtime was not told to vibrate"
done
[ -n "${pinched:-}" ] || fail "nobody pinched"

# The grip is on the skin of the palm: as far from the palm joint as the joint's radius.
awk -F'[][,:{}"]+' '
  function at(key, n,   i) { for (i = 1; i <= NF; i++) if ($i == key && --n == 0) return i; return 0 }
  /"call":"xrLocateSpace",/ && /"space_name":"(left|right)_grip","base_name":"LOCAL"/ && /"flags":"opOP"/ {
    i = at("pose", 1); for (k = 1; k <= 3; k++) grip[/left_grip/, k] = $(i + k); seen[/left_grip/] = 1 }
  /"e":"hand"/ && /"base_name":"LOCAL"/ && /"active":true/ {
    h = /"hand":"left"/; if (!seen[h]) next
    seen[h] = 0; i = at("joints", 1); r = $(at("radii", 1) + 1); d = 0
    for (k = 1; k <= 3; k++) d += ($(i + k) - grip[h, k]) ^ 2
    n++; if (sqrt(d) - r > 1e-4 || r - sqrt(d) > 1e-4) { bad++; print "grip is " sqrt(d) " from the palm, not " r } }
  END { print n + 0 " grips on the palm"; exit !(n > 0 && !bad) }' "$work/live.jsonl" >"$work/grips" ||
  { tail -n 3 "$work/grips"; fail "the grip is not where the palm is"; }
tail -n 1 "$work/grips"
echo "$(wc -l <"$work/live.told") answers, the same whatever the controllers do; pinched:$pinched"
