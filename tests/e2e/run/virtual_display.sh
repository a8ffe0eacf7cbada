#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# virtual_display.sh RECORDING: --virtual-display starts the app with an X server of its own, which ends with the run, however that ends.
. "$(dirname "$0")/../lib.sh"
recording=$1
app=$build/bin/understudy_opengl
command -v Xvfb >/dev/null || skip "Xvfb is not installed (package xvfb)"
export UNDERSTUDY_HEADLESS_EYE_SIZE=64 UNDERSTUDY_HEADLESS_RATE_HZ=0
export DISPLAY=:98765 WAYLAND_DISPLAY=nowhere
cd "$work"

# server.py DISPLAY: prints the display and the process that listens there, by which the X server is known here: another test's server takes the number
# as soon as it is free. "nobody" listens at a socket that was left behind; nothing is printed if there is none.
cat >server.py <<'END'
import socket, struct, sys
with socket.socket(socket.AF_UNIX) as x:
    try:
        x.connect("/tmp/.X11-unix/X" + sys.argv[1][1:])
        print(sys.argv[1], struct.unpack("3i", x.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0])
    except FileNotFoundError:
        pass
    except ConnectionRefusedError:
        print(sys.argv[1], "nobody")
END
# ends SERVER WHEN
ends() {
  local now
  for _ in $(seq 100); do
    now=$(python3 server.py "${1% *}")
    [ "$now" = "$1" ] || [[ $now == *nobody ]] || [[ $(readlink "/proc/${1#* }/exe") == */Xvfb ]] || return 0
    sleep 0.1
  done
  fail "$2: the X server $1 is still there${now:+: $now}"
}

# An app that needs GLX, and what the app sees of its environment.
"$tool" run --headless --virtual-display --play "$recording" --shoot frame:5 --shots shots -- sh -c \
  'python3 server.py "$DISPLAY" >server; echo "$DISPLAY ${WAYLAND_DISPLAY-unset}" >seen; exec "$0" --platform glx' "$app" >glx.log 2>glx.err ||
  fail "the app ended with $?: $(cat glx.log glx.err)"
read -r display wayland <seen
[ "$display" != :98765 ] && [ "$wayland" = unset ] || fail "the app has DISPLAY=$display and WAYLAND_DISPLAY=$wayland"
"$build/bin/understudy_pixels" shots/frame-000005-view-0.png 64x64 0,0=255,0,0 63,63=188,137,99 || fail "it shows something else"
ends "$(cat server)" "after the run"

# Debian's hello_xr asks for video modes, which Xvfb lacks; other apps are left alone.
if command -v hello_xr >/dev/null && grep -q libXxf86vm "$(command -v hello_xr)"; then
  UNDERSTUDY_HEADLESS_FRAMES=60 "$tool" run --headless --virtual-display --play "$recording" --shoot frame:5 --shots hello -- hello_xr -g OpenGL \
    >hello.log 2>hello.err || fail "hello_xr -g OpenGL ended with $?: $(tail -n 3 hello.log hello.err)"
  [ -s hello/frame-000005-view-1.png ] || fail "hello_xr -g OpenGL shows nothing"
fi
LD_PRELOAD='' "$tool" run --headless --virtual-display --allow-unused --play "$recording" -- sh -c 'echo "$LD_PRELOAD" >preloaded' 2>preload.err ||
  fail "the shell ended with $?: $(cat preload.err)"
[ "$(cat preloaded)" = "" ] || fail "an app without video modes gets $(cat preloaded)"

# --window works there, too; nobody closes it.
"$tool" run --headless --virtual-display --window --play "$recording" -- "$app" --platform glx >window.log 2>window.err ||
  fail "--window ended with $?: $(cat window.log window.err)"
! grep -q 'no window' window.err || fail "--window: $(cat window.err)"

# `record` has both, too: the app gets the window, and the X server ends with the recording.
UNDERSTUDY_HEADLESS_PERSON=moving "$tool" record --headless --virtual-display --window -o recorded.mcap -- sh -c \
  'python3 server.py "$DISPLAY" >server; echo "$DISPLAY $UNDERSTUDY_HEADLESS_WINDOW" >recorded; exec "$0" --platform glx --frames 30' "$app" >record.log 2>record.err ||
  fail "record ended with $?: $(cat record.log record.err)"
! grep -q 'no window' record.err || fail "record --window: $(cat record.err)"
grep -q 'understudy: recorded [1-9][0-9]* frames' record.err || fail "nothing was recorded: $(cat record.err)"
read -r display window <recorded
[ "$display" != :98765 ] && [ "$window" = 1 ] || fail "the recorded app has DISPLAY=$display and a window $window"
ends "$(cat server)" "after record"
status=0
PATH=$work/nowhere "$tool" record --headless --virtual-display -o none.mcap -- /bin/touch started 2>none.err || status=$?
[ $status = 126 ] && grep -q 'Xvfb is not in PATH' none.err && [ ! -e started ] && [ -z "$(ls none.mcap* 2>/dev/null)" ] ||
  fail "record without Xvfb: status $status: $(cat none.err; ls)"

# The app's own exit code; a run that is ended by a limit; a tool that is killed.
status=0
"$tool" run --headless --virtual-display --allow-unused --play "$recording" -- sh -c 'exit 7' 2>code.err || status=$?
[ $status = 7 ] || fail "an app's 7 becomes $status: $(cat code.err)"
for s in 1 10 100; do # where much else runs, a limit can be over before the app has begun
  "$tool" run --headless --virtual-display --limit $s --play "$recording" -- sh -c 'python3 server.py "$DISPLAY" >limit; exec sleep 600' 2>limit.err || status=$?
  [ ! -s limit ] || break
done
[ $status = 124 ] || fail "--limit returns $status"
ends "$(cat limit)" "after --limit"
"$tool" run --headless --virtual-display --play "$recording" -- sh -c 'python3 server.py "$DISPLAY" >killed; exec sleep 60' 2>killed.err &
tool_process=$!
wait_for killed $tool_process
[ -s killed ] && [ "$(python3 server.py "$(cut -d ' ' -f 1 killed)")" = "$(cat killed)" ] || fail "the app has no X server: $(cat killed.err)"
kill -KILL $tool_process
wait $tool_process 2>/dev/null || true
ends "$(cat killed)" "after the tool was killed"

# Without Xvfb the tool says what to install, and does not start the app; also if its caller ignores the end of its children.
mkdir empty
for ignored in PIPE CHLD; do
  status=0
  PATH=$work/empty /usr/bin/env --ignore-signal=$ignored "$tool" run --headless --virtual-display --play "$recording" -- /bin/touch started 2>none.err || status=$?
  [ $status = 126 ] && grep -q 'Xvfb is not in PATH; install it (on Debian and Ubuntu: apt-get install xvfb)' none.err && [ ! -e started ] ||
    fail "without Xvfb, SIG$ignored ignored: status $status: $(cat none.err)"
done
