#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# monado_repeat.sh RECORDING [RUNS]: many runs of Monado's own hello_xr with the frame clock, every second one on a busy machine, have the same logs.
. "$(dirname "$0")/../lib.sh"
recording=$1 runs=${2:-3}
need_file "$recording"
[ -e "$build/monado-root/.understudy-ready" ] || skip "there is no Monado here; monado_prepare says why"

# hello_xr ends when it is asked to, but only with a key or the end of its standard input.
for n in $(seq 1 "$runs"); do
  [ $((n % 2)) != 0 ] || make_busy
  "$source/scripts/monado.sh" --root "$build/monado-root" run \
    --copy "$build/lib/libXrApiLayer_understudy.so:@/lib/libXrApiLayer_understudy.so" \
    --copy "$build/share/openxr:@/share/openxr" --copy "$recording:@/take.bin" \
    --env UNDERSTUDY_ENABLE=1 --env UNDERSTUDY_PLAY=@/take.bin --env UNDERSTUDY_LOG_FILE=@/layer.log \
    --env UNDERSTUDY_CLOCK=frame:30 --env UNDERSTUDY_FROM=pinch --env UNDERSTUDY_TO=poke --env UNDERSTUDY_END=quit \
    --env UNDERSTUDY_WORLD=virtual --env UNDERSTUDY_EVENTS=@/events.jsonl --env XDG_DATA_DIRS=@/share:/usr/local/share:/usr/share \
    --fetch "@/layer.log:$work/$n.log" --fetch "@/events.jsonl:$work/$n.jsonl" --service-log "$work/$n.service" \
    --env UNDERSTUDY_DONE_FILE=@/done \
    -- sh -c '(until [ -e done ]; do sleep 0.1; done; sleep 1; echo q) | timeout -k 5 60 hello_xr -g Vulkan2' >"$work/$n.out" 2>&1 ||
    { tail -n 20 "$work/$n.out"; fail "run $n: hello_xr on Monado ended with $?"; }
  make_idle
  grep -q '"e":"end"' "$work/$n.jsonl" || fail "run $n: the log is not whole"
  "$tool" compare "$work/1.jsonl" "$work/$n.jsonl" >"$work/diff" || { cat "$work/diff"; fail "run $n is not as run 1"; }
done
sed -n 2p "$work/1.jsonl" | grep -q '"e":"instance","app":"HelloXR".*"runtime":"Monado' || fail "the instance's line does not name Monado"
echo '{"version": 1, "expect": [{"kind": "state", "state": "FOCUSED"}, {"kind": "located", "space": "VIEW"}, {"kind": "no_errors"}]}' \
  >"$work/expect.json"
"$tool" judge "$work/1.jsonl" --expect "$work/expect.json" || fail "the verdict is not what it should be"
grep -q '"e":"haptic"' "$work/1.jsonl" || fail "hello_xr did not vibrate: there is little to compare"
echo "$runs runs: $(cat "$work/diff")"
