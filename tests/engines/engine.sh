#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# engine.sh ENGINE VARIANT RUNTIME: an engine plays demo.bin twice with the frame clock, in the Debian of its own that `scripts/test.sh engines`
# makes. RUNTIME is headless, or monado, whose remote driver moves a person underneath. Ends with a row of docs/engines.md's table.
#   values    what the engine's own API tells its project is what the oracle finds in the recording (1e-5 m, 1e-3 rad)
#   leak      on Monado: the same as on the headless runtime, controllers and buttons included, while the live person moves
#   twice     the two runs are the same
#   picture   the pictures show the hands where they are told to be; Blender knows no hands, and shows balls that stay where they are
#   haptics   the app vibrates while the recorded hand pinches
. "$(dirname "$0")/../e2e/lib.sh"
engine=$1 variant=$2 runtime=$3
here=$source/tests/engines
root=$build/engines/$engine
[ -e "$root/.understudy-ready" ] || skip "there is no $engine here; scripts/test.sh engines unpacks it"
[ "$engine-$variant-$runtime" != godot-compatibility-monado ] ||
  skip "Godot 4.6.3 names no framebuffer configuration for OpenGL, and Monado refuses its session, also without the layer"
recording=$source/tests/data/demo.bin
python=$(command -v python3) || skip "python3 is not installed"
judge_options=()
case $engine in
blender) judge_options=(--head-only) ;; # its API tells of no hands and no eyes
qt) judge_options=(--channels head,hands) ;;
esac
told=("$python" "$here/told.py")
export PYTHONDONTWRITEBYTECODE=1

service=(--no-service)
run=(--headless --rate 60)
before=true
if [ "$runtime" = monado ]; then
  service=(--service-env P_OVERRIDE_ACTIVE_CONFIG=remote --service-env SIMULATED_ENABLE=0 --service-log "$work/service.log")
  run=()
  before='u/bin/understudy_remote_person 900'
fi
# inside NAME COMMAND: in the engine's Debian; its told logs are told-1.jsonl, told-2.jsonl, and its run folder is run.
inside() {
  local name=$1
  shift
  mkdir -p "$work/$name"
  "$source/scripts/monado.sh" --root "$root" run --proc "${service[@]}" --env LIBGL_ALWAYS_SOFTWARE=1 \
    --copy "$tool:@/u/bin/understudy" --copy "$build/bin/understudy_remote_person:@/u/bin/understudy_remote_person" \
    --copy "$build/lib/libXrApiLayer_understudy.so:@/u/lib/libXrApiLayer_understudy.so" \
    --copy "$build/lib/libunderstudy_headless.so:@/u/lib/libunderstudy_headless.so" --copy "$build/share:@/u/share" \
    --copy "$here/$engine:@/project" --copy "$recording:@/demo.bin" --fetch "@/run:$work/$name/run" --fetch "@/told-1.jsonl:$work/$name/told-1.jsonl" \
    --fetch "@/told-2.jsonl:$work/$name/told-2.jsonl" -- sh -c "$before; $*" >"$work/$name.log" 2>&1
}

# On Monado first without the layer: the person must be seen to move.
leak=-
if [ "$runtime" = monado ]; then
  inside live "timeout -k 5 30 sh project/play.sh $variant" || true
  "${told[@]}" moves "$work/live/told-1.jsonl" || { tail -n 20 "$work/live.log"; fail "$engine does not show the live person"; }
fi

shots=(--shoot every:0.5s)
[ "$engine" != python ] || shots=() # it draws no picture
status=0
inside played "u/bin/understudy run ${run[*]} --play demo.bin --clock frame --end quit:20 --exit any --limit 900 --repeat 2 ${shots[*]} --out run -- sh project/play.sh $variant" ||
  status=$?
grep -E 'understudy: (played|deterministic|head:|hand|gaze)' "$work/played.log" || true
[ "$status" = 0 ] || { tail -n 30 "$work/played.log"; fail "$engine on $runtime: the run ended with $status"; }
grep -q 'deterministic: no difference' "$work/played.log" || fail "nothing says that the runs are the same"
twice=same

values=
for again in 1 2; do
  folder=$work/played/run
  [ $again = 1 ] || folder=$work/played/run/again-2
  "${told[@]}" retime "$work/played/told-$again.jsonl" "$folder" "$work/told-$again.jsonl" "$build/bin/oracle_sample" "$recording" ||
    fail "$engine on $runtime"
  start=$(grep -o '"e":"wait".*"frame":0,\|"frame":0,"e":"wait".*' "$folder/log.jsonl" | grep -o '"wall_time_ns":[0-9]*' | head -n 1 | cut -d: -f2)
  "$build/bin/oracle_compare" "$recording" "$work/told-$again.jsonl" --start-time-ns "$start" --start-s 0 --rot-tol 1e-3 --min-lines 700 "${judge_options[@]}" >"$work/oracle-$again" ||
    { cat "$work/oracle-$again"; fail "$engine on $runtime tells its project other values"; }
  cat "$work/oracle-$again"
  values=$(awk '/^xrLocate/ { for (i = NF - 3; i <= NF - 2; i++) if ($i > most[i - NF]) most[i - NF] = $i } END { printf "%.1g m, %.1g rad", most[-3], most[-2] }' "$work/oracle-$again")
done
"${told[@]}" same "$work/told-1.jsonl" "$work/told-2.jsonl" || fail "the two runs tell the project other values"
kept=$build/engines/told-$engine-$variant-headless.jsonl
if [ "$runtime" = headless ]; then
  cp "$work/told-1.jsonl" "$kept"
else
  [ -e "$kept" ] || fail "the test on the headless runtime comes first"
  "${told[@]}" same "$kept" "$work/told-1.jsonl" || fail "$engine tells its project other values on $runtime"
  leak=none
fi
felt=- # Qt 6.8 has no vibration
[ "$engine" = qt ] || felt=$("${told[@]}" haptics "$work/played/run" "$build/bin/oracle_sample" "$recording") || { echo "$felt"; fail "vibrations"; }
echo "$felt"
shown=-
if [ ${#shots[@]} -gt 0 ]; then
  shown=$("${told[@]}" pictures "$work/told-1.jsonl" "$work/played/run" "$here/$engine/colours.json") || { echo "$shown"; fail "pictures"; }
  echo "$shown"
fi
echo "| $engine $variant | $runtime | $values | $leak | $twice | $shown | $felt |"
