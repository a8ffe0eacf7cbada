#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# hello_xr.sh GRAPHICS RECORDING: Debian's hello_xr over a whole recording, with the validation layer below ours and a spy above.
. "$(dirname "$0")/../lib.sh"
graphics=$1 recording=$2
need_command hello_xr
need_file "$recording"
need_layer core_validation

export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_HEADLESS_EYE_SIZE=64
export UNDERSTUDY_HEADLESS_FRAMES=$(($(play_seconds "$recording") * 60))
export UNDERSTUDY_HEADLESS_REPORT=$work/runtime.json
# shellcheck disable=SC2046 # one word for each variable
env $(spy_settings "$work/app.jsonl") \
  XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_core_validation XR_CORE_VALIDATION_EXPORT_TYPE=text \
  XR_CORE_VALIDATION_FILE_NAME="$work/validation.txt" XR_LOADER_DEBUG=info \
  "$tool" run --headless --play "$recording" --end hold -- hello_xr -g "$graphics" \
  >"$work/hello_xr.log" 2>"$work/layer.log" || fail "hello_xr ended with $?; see $work"
grep '^understudy: ' "$work/layer.log"
cat "$work/runtime.json"
grep -q core_validation "$work/layer.log" "$work/hello_xr.log" || fail "the validation layer was not loaded"
no_validation_errors "$work/validation.txt"
judge "$recording" "$work/app.jsonl" "$work/layer.log" --head-only --min-lines "$UNDERSTUDY_HEADLESS_FRAMES"

# A pinch grabs, and at a full grab hello_xr vibrates in every frame. Only the hand that pinches in the recording vibrates,
# whatever the live controllers do.
pinches=$("$tool" info --json "$recording" | awk -F'[:,]' '/"(left|right)":/ { hand = $1 } /"pinch_count"/ { gsub(/[^a-z]/, "", hand);
  gsub(/[^0-9]/, "", $2); count[hand] = $2 } END { print count["left"] + 0, count["right"] + 0 }')
vibrations=$(sed -n 's/.*"haptics":{"left":\([0-9]*\),"right":\([0-9]*\)}.*/\1 \2/p' "$work/runtime.json")
echo "pinches (left right): $pinches; vibrations that the runtime received: $vibrations"
# shellcheck disable=SC2034 # the loop reads all four by their names
read -r left_pinches right_pinches <<<"$pinches"
# shellcheck disable=SC2034
read -r left right <<<"$vibrations"
for hand in left right; do
  pinched=$(eval "echo \$${hand}_pinches") felt=$(eval "echo \$$hand")
  [ $((pinched > 0)) = $((felt > 0)) ] || fail "the $hand hand pinches $pinched times and vibrates in $felt frames"
done
