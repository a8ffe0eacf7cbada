#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A live session of the probe on Monado, whose remote driver moves a head, hands and controllers, is recorded. The probe
# plays the recording on Monado and on the headless runtime, and gets the same answers as live.
. "$(dirname "$0")/../lib.sh"
[ -e "$build/monado-root/.understudy-ready" ] || skip "there is no Monado here; monado_prepare says why"

# on_monado NAME [option of monado.sh run...] -- COMMAND...: starts the app and the person when the driver listens; NAME.jsonl has the app's answers.
on_monado() {
  local name=$1 options=()
  shift
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  "$source/scripts/monado.sh" --root "$build/monado-root" run \
    --service-env P_OVERRIDE_ACTIVE_CONFIG=remote --service-env SIMULATED_ENABLE=0 --service-log "$work/$name.service" \
    --copy "$build/lib/libXrApiLayer_understudy.so:@/lib/libXrApiLayer_understudy.so" --copy "$build/share/openxr:@/share/openxr" \
    --copy "$build/bin/understudy_probe:@/understudy_probe" \
    --copy "$build/bin/understudy_remote_person:@/remote_person" \
    --env UNDERSTUDY_ENABLE=1 --env XDG_DATA_DIRS=@/share:/usr/local/share:/usr/share "${options[@]}" \
    --fetch "@/app.jsonl:$work/$name.jsonl" --fetch "@/take.mcap:$work/$name.mcap" \
    -- sh -c './remote_person 60 && '"$*" >"$work/$name.out" 2>&1 || { tail -n 20 "$work/$name.out"; fail "$name: the probe on Monado failed"; }
}

options=(--graphics vulkan2 --wait-focus --actions --velocities --hands --no-gaze)
on_monado live --env UNDERSTUDY_RECORD=@/take.mcap -- ./understudy_probe "${options[@]}" --frames 100 --log app.jsonl
take=$work/live.mcap
"$tool" check "$take" >"$work/check" || fail "the recording is not sound: $(cat "$work/check")"
"$tool" info "$take" >"$work/info"
grep -q 'left .*26 joints, tracked in 100' "$work/info" && grep -q 'input/trigger/value' "$work/info" ||
  fail "hands or components are missing: $(cat "$work/info")"

# Monado displays a frame each 50 ms, but for the first ones.
read -r origin from < <(awk '/"e":"wait"/ && /"frame":[0-9]/ { match($0, /"wall_time_ns":[0-9]+/); at[n++] = substr($0, RSTART + 15, RLENGTH - 15) }
  END { while (k + 2 < n && (at[k + 1] - at[k] != 5e7 || at[k + 2] - at[k + 1] != 5e7)) k++; printf "%d %.9f\n", k, (at[k] - at[0]) / 1e9 }' "$work/live.jsonl")
on_monado played --copy "$take:@/play.mcap" --env UNDERSTUDY_PLAY=@/play.mcap --env UNDERSTUDY_CLOCK=frame:20 \
  --env UNDERSTUDY_VIEWS=recorded --env UNDERSTUDY_FROM="$from" -- ./understudy_probe "${options[@]}" --frames 80 --log app.jsonl
"$tool" run --headless --quiet --play "$take" --end hold --clock frame:20 --recorded views --from "$from" -- \
  "$build/bin/understudy_probe" "${options[@]}" --frames 80 --log "$work/headless.jsonl" >"$work/headless.out" 2>&1 ||
  fail "on the headless runtime the probe ended with $?: $(tail -n 3 "$work/headless.out")"
for where in played headless; do
  "$source/tests/e2e/monado/same_answers.sh" "$work/live.jsonl" "$work/$where.jsonl" 20 "$origin" >"$work/$where.same" ||
    { cut -c1-400 "$work/$where.same"; fail "the probe is not told what it was told live: $where"; }
  echo "$where: $(cat "$work/$where.same")"
done
