#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# monado.sh probe|hello_xr RECORDING: on Monado, with Debian 13's loader, inside its root. UNDERSTUDY_LAYER_LIBRARY: another
# build of the layer.
. "$(dirname "$0")/../lib.sh"
app=$1 recording=$2
need_file "$recording"
[ -e "$build/monado-root/.understudy-ready" ] || skip "there is no Monado here; monado_prepare says why"
seconds=$(play_seconds "$recording")

copies=(--copy "${UNDERSTUDY_LAYER_LIBRARY:-$build/lib/libXrApiLayer_understudy.so}:@/lib/libXrApiLayer_understudy.so"
  --copy "$build/share/openxr:@/share/openxr" --copy "$recording:@/take.bin")
settings=(--env UNDERSTUDY_ENABLE=1 --env UNDERSTUDY_PLAY=@/take.bin --env UNDERSTUDY_LOG_FILE=@/layer.log
  --env XDG_DATA_DIRS=@/share:/usr/local/share:/usr/share)
fetches=(--fetch "@/app.jsonl:$work/app.jsonl" --fetch "@/layer.log:$work/layer.log")
if [ "$app" = probe ]; then
  copies+=(--copy "$build/bin/understudy_probe:@/understudy_probe")
  command=(@/understudy_probe --wait-focus --seconds "$seconds" --base local,stage,view --velocities --all-relations
    --log @/app.jsonl)
  options=()
else
  copies+=(--copy "$build/tests/spy:@/spy")
  settings+=(--env XDG_CONFIG_DIRS=@/spy:/etc/xdg --env UNDERSTUDY_SPY_ENABLE=1 --env UNDERSTUDY_SPY_LOG=@/app.jsonl)
  settings+=(--env UNDERSTUDY_DONE_FILE=@/done)
  # shellcheck disable=SC2016
  command=(sh -c '(until [ -e done ]; do sleep 0.1; done; sleep 1; echo q) | (hello_xr -g Vulkan2; status=$?; touch done; exit $status)')
  options=(--head-only)
fi
"$source/scripts/monado.sh" --root "$build/monado-root" run "${copies[@]}" "${settings[@]}" "${fetches[@]}" \
  --service-log "$work/service.log" -- "${command[@]}" >"$work/app.log" 2>&1 ||
  { tail -n 20 "$work/app.log"; fail "$app on Monado ended with $?"; }
cat "$work/layer.log"
judge "$recording" "$work/app.jsonl" "$work/layer.log" --min-lines 100 "${options[@]}"

# A recorded pinch grabs: at a full grab hello_xr vibrates on the hand that pinches, and Monado accepts the call.
[ "$app" = hello_xr ] || exit 0
grep -q '"e":"haptic".*"what":"apply"' "$work/app.jsonl" || fail "hello_xr never vibrated"
! grep '"e":"haptic".*"what":"apply"' "$work/app.jsonl" | grep -v '"result":"XR_SUCCESS"' || fail "Monado refused a vibration"
for hand in left right; do
  pinches=$("$tool" info "$recording" | sed -n "s/^ *$hand .* \([0-9]*\) pinch.*/\1/p")
  grabs=$(grep '"action":"grab_object"' "$work/app.jsonl" | grep "\"subaction\":\"/user/hand/$hand\"" | grep -c '"value":1,') || true
  felt=$(grep '"e":"haptic".*"what":"apply"' "$work/app.jsonl" | grep -c "\"subaction\":\"/user/hand/$hand\"") || true
  echo "$hand: ${pinches:-0} pinches, $grabs frames of a full grab, $felt vibrations"
  [ $((${pinches:-0} > 0)) = $((felt > 0)) ] && [ "$felt" = "$grabs" ] || fail "the $hand hand does not vibrate when it grabs"
done
