#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# with_display.sh COMMAND...: runs a command with an X server of its own (Xvfb), and returns its status; 77: there is no Xvfb.
set -eu
command -v Xvfb >/dev/null || { echo "SKIP: Xvfb is not installed (package xvfb)"; exit 77; }
folder=$(mktemp -d)
mkfifo "$folder/number"
# Xvfb chooses a free number, and writes it when it is ready.
Xvfb -displayfd 3 -screen 0 1280x1024x24 -nolisten tcp 3>"$folder/number" >"$folder/log" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
read -r number <"$folder/number" || { cat "$folder/log"; echo "Xvfb does not start"; exit 1; }
export DISPLAY=:$number
unset WAYLAND_DISPLAY
status=0
"$@" || status=$?
exit "$status"
