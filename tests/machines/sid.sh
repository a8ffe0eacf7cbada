#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sid.sh: both commands of the README in a Debian sid that is made for it (scripts/fresh.sh), with its newer compiler, CMake and OpenXR SDK. The last
# line is "N passed, N failed, N skipped": the commands, each run twice, count as one test each time.
set -eu
. "$(dirname "$0")/../../scripts/common.sh"

log=$project_dir/build/sid.log status=0
mkdir -p "$project_dir/build"
"$project_dir/scripts/fresh.sh" --short sid >"$log" 2>&1 || status=$?
cat "$log"
count() { grep -cE "$1" "$log" || true; }
passed=$(count '^   it ended with 0 ') failed=$(count '^   it ended with [1-9]')
# It may have ended before a command ran.
[ "$status" = 0 ] || [ "$status" = 77 ] || [ "$failed" != 0 ] || failed=1
echo "$passed passed, $failed failed, $([ "$status" = 77 ] && echo 1 || echo 0) skipped"
exit "$status"
