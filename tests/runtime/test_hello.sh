#!/bin/sh
# SPDX-License-Identifier: MIT
# hello_xr on the headless runtime, both ways of getting a Vulkan device, and OpenGL, judged by the
# SDK's core validation layer. Usage: test_hello.sh MANIFEST VIDEO_MODES, with an X server. Exit
# status 77: hello_xr or lavapipe is missing.
set -eu

icd=
for file in /usr/share/vulkan/icd.d/lvp_icd*.json; do
  [ -e "$file" ] && icd=$file
done
if [ -z "$icd" ] || ! command -v hello_xr >/dev/null; then
  echo "skipped: hello_xr or lavapipe is missing"
  exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export XR_RUNTIME_JSON="$1" VK_ICD_FILENAMES="$icd" VK_DRIVER_FILES="$icd"
export XR_ENABLE_API_LAYERS=XR_APILAYER_LUNARG_core_validation
export XR_CORE_VALIDATION_EXPORT_TYPE=text XR_CORE_VALIDATION_FILE_NAME="$folder/validation"
export UNDERSTUDY_HEADLESS_FRAMES=40 UNDERSTUDY_HEADLESS_SHOT_EVERY=40
export UNDERSTUDY_HEADLESS_SHOT_EYES=2

for graphics in Vulkan Vulkan2 OpenGL; do
  mkdir "$folder/$graphics"
  # hello_xr ends with its standard input: a fifo that nobody writes to stays open.
  mkfifo "$folder/$graphics/input"
  preload=
  [ "$graphics" != OpenGL ] || preload=$2
  UNDERSTUDY_HEADLESS_SHOTS="$folder/$graphics" LD_PRELOAD="$preload" timeout 20 hello_xr -g "$graphics" \
    >"$folder/log" 2>&1 <>"$folder/$graphics/input" || { cat "$folder/log"; exit 1; }
  [ -s "$folder/$graphics/frame-000040.png" ] || { echo "$graphics: no screenshot"; exit 1; }
  [ ! -e "$folder/validation" ] || { cat "$folder/validation"; exit 1; }
  echo "$graphics: 40 frames, a screenshot, no validation error"
done
