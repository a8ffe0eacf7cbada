#!/bin/sh
# SPDX-License-Identifier: MIT
# play.sh VARIANT: starts Blender's VR session, and writes the told log to the first of told-1.jsonl, told-2.jsonl that is not there.
told=$PWD/told-1.jsonl
[ ! -e "$told" ] || told=$PWD/told-2.jsonl
exec xvfb-run -a -s '-screen 0 1280x1024x24 -nolisten tcp' blender --factory-startup --python project/vr.py -- --log "$told"
