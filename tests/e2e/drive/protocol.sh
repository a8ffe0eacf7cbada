#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# protocol.sh: what understudy-drive(5) promises, spoken line by line: protocol.py says what must hold.
. "$(dirname "$0")/../lib.sh"
need_command python3
export UNDERSTUDY_TOOL=$tool PYTHONDONTWRITEBYTECODE=1
python3 "$(dirname "$0")/protocol.py" "$work" "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --frames 100000000 --log /dev/null ||
  fail "see $work"
