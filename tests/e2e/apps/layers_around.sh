#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# With other layers above and below, with our layer twice in the chain, and with the layer switched off.
. "$(dirname "$0")/../lib.sh"
recording=$source/tests/data/line.bin
# The validation layer of 1.0.20 refuses what it does not know, so there is nothing newer here.
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving
export UNDERSTUDY_HEADLESS_LACKS=hand_tracking,eye_gaze,local_floor,locate_spaces
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 330 --velocities --all-relations)

one() {
  local name=$1
  shift
  env "$@" "$tool" run --headless --play "$recording" --end hold -- "${probe[@]}" --log "$work/$name.jsonl" 2>"$work/$name.log" ||
    fail "$name: the probe ended with $?: $(tail -n 3 "$work/$name.log")"
  judge "$recording" "$work/$name.jsonl" "$work/$name.log"
}

one alone UNUSED=1
# shellcheck disable=SC2046 # one word for each variable
one spy_above $(spy_settings "$work/spy.jsonl")
for layer in core_validation api_dump; do
  need_layer "$layer"
done
one validation_below XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_core_validation XR_CORE_VALIDATION_EXPORT_TYPE=text \
  XR_CORE_VALIDATION_FILE_NAME="$work/validation.txt"
no_validation_errors "$work/validation.txt"
one dump_below XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_api_dump XR_API_DUMP_EXPORT_TYPE=text XR_API_DUMP_FILE_NAME="$work/dump.txt"
[ -s "$work/dump.txt" ] || fail "the dump layer was not there"
one both_below XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_api_dump:XR_APILAYER_LUNARG_core_validation \
  XR_API_DUMP_EXPORT_TYPE=text XR_API_DUMP_FILE_NAME="$work/dump2.txt" XR_CORE_VALIDATION_EXPORT_TYPE=text \
  XR_CORE_VALIDATION_FILE_NAME="$work/validation2.txt"

# The loader finds a second copy of the manifest in the home folder: the layer is loaded twice in one chain.
twin=$work/home/.local/share/openxr/1/api_layers/implicit.d
mkdir -p "$twin"
sed "s|\"library_path\": *\"[^\"]*\"|\"library_path\": \"$build/lib/libXrApiLayer_understudy.so\"|" \
  "$build/share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json" >"$twin/XrApiLayer_understudy.json"
env "XR_RUNTIME_JSON=$build/share/understudy/headless_runtime.json" "XDG_DATA_DIRS=$build/share:/usr/local/share:/usr/share" \
  HOME="$work/home" UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$recording" \
  "${probe[@]}" --log "$work/twice.jsonl" 2>"$work/twice.log" || fail "twice: the probe ended with $?"
judge "$recording" "$work/twice.jsonl" "$work/twice.log"
starts=$(grep -c 'playback starts' "$work/twice.log")
[ "$starts" = 1 ] || fail "loaded twice, it plays $starts times"
