#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# iwer.sh: a recording of IWER, converted and played into hello_xr. iwer.py, which reads the file by itself, judges what the app was told and the
# cubes in the pictures.
. "$(dirname "$0")/../lib.sh"
need_command hello_xr
need_command python3
file=$source/tests/data/iwer.json
cd "$work"
export PYTHONDONTWRITEBYTECODE=1

"$tool" convert "$file" -o iwer.mcap >said || fail "convert exits with $?"
# shellcheck disable=SC2046 # one word for each variable
env $(spy_settings "$work/app.jsonl") "$tool" run --headless --play iwer.mcap --clock frame --shoot every:0.1s --shots shots -- hello_xr -g Vulkan2 \
  >hello_xr.log 2>layer.log || fail "hello_xr ended with $?; see $work"
grep -q '^understudy: 14 screenshots' layer.log || fail "pictures are missing: $(grep screenshots layer.log)"
start_ns=$(sed -n 's/.*playback starts at time=\([0-9]*\).*/\1/p' layer.log)
python3 "$source/tests/e2e/run/iwer.py" "$file" app.jsonl "$start_ns" shots || fail "what the app got is not what IWER recorded"
# Another file is not what it was told.
sed 's/\[1200,0.1,/[1200,0.2,/' "$file" >other.json
! cmp -s "$file" other.json || fail "the other file is the same"
! python3 "$source/tests/e2e/run/iwer.py" other.json app.jsonl "$start_ns" shots >judged 2>&1 || fail "the judge is blind"
