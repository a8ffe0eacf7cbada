#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# broken_clients.sh [COUNT [SEED]]: clients of `understudy drive` that leave, send nonsense or never read; broken_clients.py says what must hold. COUNT of them
# while the app stands still without a client, and as many while it goes on.
. "$(dirname "$0")/../lib.sh"
need_command python3
export UNDERSTUDY_TOOL=$tool PYTHONPATH=$build/share/understudy PYTHONDONTWRITEBYTECODE=1
for leave in hold continue; do
  mkdir "$work/$leave"
  python3 "$(dirname "$0")/broken_clients.py" "$work/$leave" "${1:-100}" "${2:-1}" $leave -- \
    "$build/bin/understudy_probe" --graphics headless --wait-focus --frames 100000000 --actions --log /dev/null || { tail -n 20 "$work/$leave/messages.txt"; fail "see $work/$leave"; }
done
