#!/bin/sh
# SPDX-License-Identifier: MIT
# play.sh VARIANT: shows main.qml, and writes the told log to the first of told-1.jsonl, told-2.jsonl that is not there. VARIANT is vulkan or opengl.
told=$PWD/told-1.jsonl
[ ! -e "$told" ] || told=$PWD/told-2.jsonl
export QSG_RHI_BACKEND="$1" QT_QPA_PLATFORM=xcb QT_MESSAGE_PATTERN='%{message}' QT_QUICK_CONTROLS_STYLE=Basic
xvfb-run -a -s '-screen 0 640x480x24 -nolisten tcp' /usr/lib/qt6/bin/qml project/main.qml 2>&1 |
    awk -v told="$told" '/^TOLD / { print substr($0, 6) >told; next } { print; fflush() }'
