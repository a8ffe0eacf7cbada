#!/bin/sh
# SPDX-License-Identifier: MIT
# play.sh VARIANT: plays the project, and writes the told log to the first of told-1.jsonl, told-2.jsonl that is not there.
#   mobile, forward_plus   Vulkan
#   compatibility          OpenGL
#   ...-threaded           with a render thread of its own: frame n + 1 is waited for before frame n is submitted
told=$PWD/told-1.jsonl
[ ! -e "$told" ] || told=$PWD/told-2.jsonl
case $1 in
*-threaded) thread=separate ;;
*) thread=safe ;;
esac
method=${1%-threaded}
[ "$method" != compatibility ] || method=gl_compatibility
exec xvfb-run -a -s '-screen 0 640x480x24 -nolisten tcp' godot --path project --xr-mode on --rendering-method "$method" --render-thread "$thread" --audio-driver Dummy -- --log "$told"
