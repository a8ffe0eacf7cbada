#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A live session of hello_xr on Monado, whose remote driver moves a head, hands and controllers, is recorded. hello_xr plays the recording on
# Monado and on the headless runtime, and gets the same answers as live. The spy, above the layer, writes the answers.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
[ -e "$build/monado-root/.understudy-ready" ] || skip "there is no Monado here; monado_prepare says why"

# on_monado NAME FRAMES [option of monado.sh run...]: starts hello_xr and the person when the driver listens; NAME.jsonl has the app's answers.
on_monado() {
  local name=$1 frames=$2
  shift 2
  "$source/scripts/monado.sh" --root "$build/monado-root" run \
    --service-env P_OVERRIDE_ACTIVE_CONFIG=remote --service-env SIMULATED_ENABLE=0 --service-log "$work/$name.service" \
    --copy "$build/lib/libXrApiLayer_understudy.so:@/lib/libXrApiLayer_understudy.so" --copy "$build/share/openxr:@/share/openxr" \
    --copy "$build/tests/spy:@/spy" --copy "$build/bin/understudy_remote_person:@/remote_person" \
    --env UNDERSTUDY_ENABLE=1 --env XDG_DATA_DIRS=@/share:/usr/local/share:/usr/share \
    --env XDG_CONFIG_DIRS=@/spy:/etc/xdg --env UNDERSTUDY_SPY_ENABLE=1 --env UNDERSTUDY_SPY_LOG=@/app.jsonl "$@" \
    --fetch "@/app.jsonl:$work/$name.jsonl" --fetch "@/take.mcap:$work/$name.mcap" \
    -- sh -c "./remote_person 120 without-b || exit
      (until [ -e done ] || [ \"\$(grep -c '\"e\":\"wait\"' app.jsonl 2>/dev/null)\" -ge $frames ]; do sleep 0.2; done; echo q) |
        timeout -k 5 100 hello_xr -g Vulkan2 -s Local; status=\$?; touch done; exit \$status" >"$work/$name.out" 2>&1 ||
    { tail -n 20 "$work/$name.out"; fail "$name: hello_xr on Monado failed"; }
}

on_monado live 150 --env UNDERSTUDY_RECORD=@/take.mcap
take=$work/live.mcap
"$tool" check "$take" >"$work/check" || fail "the recording is not sound: $(cat "$work/check")"
"$tool" info "$take" >"$work/info"
grep -q 'left .*26 joints, tracked in [1-9]' "$work/info" && grep -q 'input/squeeze/value' "$work/info" ||
  fail "hands or components are missing: $(cat "$work/info")"

# Monado displays a frame each 50 ms, but for the first ones.
read -r origin from < <(awk 'BEGIN { n = 0 } /"state":"FOCUSED"/ { focused = 1 } focused && /"e":"wait"/ && match($0, /"wall_time_ns":[0-9]+/) {
    at[n] = substr($0, RSTART + 15, RLENGTH - 15); match($0, /"frame":[0-9]+/); frame[n++] = substr($0, RSTART + 8, RLENGTH - 8) }
  END { while (k + 2 < n && (at[k + 1] - at[k] != 5e7 || at[k + 2] - at[k + 1] != 5e7)) k++; printf "%d %.9f\n", frame[k], (at[k] - at[0]) / 1e9 }' "$work/live.jsonl")
on_monado played 130 --copy "$take:@/play.mcap" --env UNDERSTUDY_PLAY=@/play.mcap --env UNDERSTUDY_CLOCK=frame:20 \
  --env UNDERSTUDY_VIEWS=recorded --env UNDERSTUDY_WORLD=virtual --env UNDERSTUDY_FROM="$from"
# shellcheck disable=SC2046
env $(spy_settings "$work/headless.jsonl") UNDERSTUDY_HEADLESS_FRAMES=160 "$tool" run --headless --quiet --play "$take" --end hold --clock frame:20 \
  --recorded views,spaces --from "$from" -- hello_xr -g Vulkan2 -s Local >"$work/headless.out" 2>&1 ||
  fail "on the headless runtime hello_xr ended with $?: $(tail -n 3 "$work/headless.out")"
for where in played headless; do
  "$source/tests/e2e/monado/same_answers.sh" "$work/live.jsonl" "$work/$where.jsonl" 20 "$origin" >"$work/$where.same" ||
    { cut -c1-400 "$work/$where.same"; fail "hello_xr is not told what it was told live: $where"; }
  echo "$where: $(cat "$work/$where.same")"
done
