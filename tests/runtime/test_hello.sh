#!/bin/sh
# SPDX-License-Identifier: MIT
# hello_xr on the headless runtime, both ways of getting a Vulkan device, and OpenGL, judged by the
# SDK's core validation layer. Usage: test_hello.sh MANIFEST VIDEO_MODES, with an X server. Exit
# status 77: hello_xr, lavapipe or the layer is missing.
set -eu

icd=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | paste -s -d : -) # of each machine; the loader takes its own
if [ -z "$icd" ] || ! command -v hello_xr >/dev/null; then
  echo "SKIP: hello_xr or lavapipe is missing"
  exit 77
fi
ls /usr/share/openxr/1/api_layers/explicit.d/XrApiLayer_core_validation*.json >/dev/null 2>&1 || {
  echo "SKIP: the core_validation layer is not installed"
  exit 77
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XR_RUNTIME_JSON="$1" VK_ICD_FILENAMES="$icd" VK_DRIVER_FILES="$icd"
export XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_core_validation
export XR_CORE_VALIDATION_EXPORT_TYPE=text XR_CORE_VALIDATION_FILE_NAME="$folder/validation"
export UNDERSTUDY_HEADLESS_FRAMES=40 UNDERSTUDY_HEADLESS_SHOT_EVERY=40
export UNDERSTUDY_HEADLESS_SHOT_EYES=2

# hello_xr 1.0 ends with its input, and 1.1 does not end before its input does: the input ends after the last frame.
input_until_last_frame() {
  until [ -e "$1/frame-000040.png" ]; do sleep 0.1; done
}
for graphics in Vulkan Vulkan2 OpenGL; do
  mkdir "$folder/$graphics"
  mkfifo "$folder/$graphics/input"
  preload=
  [ "$graphics" != OpenGL ] || preload=$2
  input_until_last_frame "$folder/$graphics" >"$folder/$graphics/input" &
  input=$!
  status=0
  UNDERSTUDY_HEADLESS_SHOTS="$folder/$graphics" LD_PRELOAD="$preload" timeout 600 hello_xr -g "$graphics" \
    >"$folder/log" 2>&1 <"$folder/$graphics/input" || status=$?
  kill "$input" 2>/dev/null || true
  [ "$status" = 0 ] || { cat "$folder/log"; exit 1; }
  [ -s "$folder/$graphics/frame-000040.png" ] || { echo "$graphics: no screenshot"; exit 1; }
  # Newer layers also write when they begin and end (VALID_DEBUG).
  ! grep -E 'VALID_(WARNING|ERROR|UNKNOWN)' "$folder/validation" 2>/dev/null || exit 1
  echo "$graphics: 40 frames, a screenshot, no validation error"
done
