#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# inside.sh ARGUMENT...: stands for the tool: `understudy ARGUMENT...` in the Debian of the engine DRIVE_ENGINE, with eyes of DRIVE_EYE_SIZE pixels and its project
# as @/project. What is left in @/ by the names run, drive.mcap and told-1.jsonl comes to DRIVE_FOLDER.
set -eu
build=$UNDERSTUDY_BUILD fetch=()
for name in run drive.mcap told-1.jsonl; do fetch+=(--fetch "@/$name:$DRIVE_FOLDER/$name"); done
[ ! -e "$DRIVE_FOLDER/play.mcap" ] || fetch+=(--copy "$DRIVE_FOLDER/play.mcap:@/play.mcap")
exec "$UNDERSTUDY_SOURCE/scripts/monado.sh" --root "$build/engines/$DRIVE_ENGINE" run --proc --no-service \
  --env LIBGL_ALWAYS_SOFTWARE=1 --env UNDERSTUDY_HEADLESS_EYE_SIZE="$DRIVE_EYE_SIZE" \
  --copy "$build/bin/understudy:@/u/bin/understudy" --copy "$build/lib/libXrApiLayer_understudy.so:@/u/lib/libXrApiLayer_understudy.so" \
  --copy "$build/lib/libunderstudy_headless.so:@/u/lib/libunderstudy_headless.so" --copy "$build/share:@/u/share" \
  --copy "$DRIVE_PROJECT:@/project" "${fetch[@]}" -- u/bin/understudy "$@"
