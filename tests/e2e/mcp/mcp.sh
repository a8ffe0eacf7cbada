#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mcp.sh CASE: `understudy mcp` drives real apps. The cases are in mcp.py.
. "$(dirname "$0")/../lib.sh"
need_command python3
[ "$1" != hello ] || need_command hello_xr
export UNDERSTUDY_TOOL=$tool PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$source/tests/tool/mcp
python3 "$(dirname "$0")/mcp.py" "$1" "$work" "$build/bin/understudy_probe" || fail "see $work"
