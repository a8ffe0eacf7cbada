#!/bin/sh
# SPDX-License-Identifier: MIT
# play.sh [wall]: shows the project. With --fixed-fps each frame is 1/60 s for animations and physics; with "wall" it is what the wall clock says.
if [ "${1:-}" = wall ]; then set --; else set -- --fixed-fps 60; fi
exec xvfb-run -a -s '-screen 0 640x480x24 -nolisten tcp' godot --path project --xr-mode on --rendering-method mobile --audio-driver Dummy "$@"
