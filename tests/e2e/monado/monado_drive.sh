#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# monado_drive.sh NAME...: the probe client is driven on the headless runtime by each drive NAME of drives.py. The recording is played on Monado, where
# another person moves underneath. The probe's own log says that it was told the same, bit for bit: poses, joints, inputs, profiles and vibrations.
# The eyes' distance and fields of view are those of each headset.
. "$(dirname "$0")/../lib.sh"
[ -e "$build/monado-root/.understudy-ready" ] || skip "there is no Monado here; monado_prepare says why"
need_command python3
export UNDERSTUDY_TOOL=$tool PYTHONPATH=$build/share/understudy PYTHONDONTWRITEBYTECODE=1 UNDERSTUDY_HEADLESS_EYE_SIZE=64
app=(--graphics vulkan2 --wait-focus --frames 100000 --actions --all-relations --hands)

# told LOG: the answers, frame by frame, without what the two runtimes number or time in their own way.
told() {
  sed -nE '/"e":"(locate|hand|action|haptic|profile)"/ { s/"(n|wall_[a-z_]*|ask|session|space|base)":[^,}]*,?//g; s/,}/}/; p }' "$1" | LC_ALL=C sort
}
for name; do
  mkdir "$work/$name"
  cd "$work/$name"
  python3 "$source/tests/e2e/drive/drives.py" "$name" . --recorded spaces -- "$build/bin/understudy_probe" "${app[@]}" --log "$PWD/driven.jsonl" >driven.txt 2>&1 ||
    { tail driven.txt; fail "$name: the drive failed"; }
  "$source/scripts/monado.sh" --root "$build/monado-root" run --service-env P_OVERRIDE_ACTIVE_CONFIG=remote --service-env SIMULATED_ENABLE=0 \
    --service-log service.log --copy "$build/lib/libXrApiLayer_understudy.so:@/lib/libXrApiLayer_understudy.so" \
    --copy "$build/share/openxr:@/share/openxr" --copy "$build/bin/understudy_probe:@/probe" --copy "$build/bin/understudy_remote_person:@/remote_person" \
    --copy drive.mcap:@/drive.mcap --env UNDERSTUDY_ENABLE=1 --env UNDERSTUDY_PLAY=@/drive.mcap --env UNDERSTUDY_LOG_FILE=@/layer.log \
    --env UNDERSTUDY_CLOCK=frame:60 --env UNDERSTUDY_END=quit --env UNDERSTUDY_WORLD=virtual --env XDG_DATA_DIRS=@/share:/usr/local/share:/usr/share \
    --fetch @/layer.log:layer.log --fetch @/played.jsonl:played.jsonl \
    -- sh -c "./remote_person 120 && exec timeout -k 5 120 ./probe ${app[*]} --log played.jsonl" >played.txt 2>&1 ||
    { tail -n 20 played.txt; fail "$name: the probe on Monado failed"; }
  grep -q "the recording's end was reached" layer.log || { cat layer.log; fail "$name: the drive was not played to its end"; }
  diff <(told driven.jsonl) <(told played.jsonl) >difference.txt ||
    { head difference.txt; fail "$name: on Monado the app is told something else than in the drive"; }
  answers=$(told driven.jsonl | wc -l)
  [ "$answers" -ge 500 ] || fail "$name: only $answers answers were compared"
  echo "$name: $answers answers are the same on Monado"
done
