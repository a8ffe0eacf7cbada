#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python client alone, against a tool that breaks on purpose: test_client.py says which hazards.
. "$(dirname "$0")/../lib.sh"
need_command python3
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$build/share/understudy python3 "$(dirname "$0")/test_client.py"
