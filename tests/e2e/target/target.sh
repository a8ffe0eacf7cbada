#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
. "$(dirname "$0")/../lib.sh"
need_command python3
UNDERSTUDY_TOOL=$tool PYTHONPATH=$build/share/understudy:$source/tests/e2e/drive PYTHONDONTWRITEBYTECODE=1 \
  python3 "$(dirname "$0")/target.py" "$work" "$build/bin/understudy_probe" 6 0.2 || fail "the target was not hit as the closed form says"
