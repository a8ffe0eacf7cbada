#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# stall.sh RECORDING: `run` ends an app that hangs, and says in which OpenXR call each of its threads is, or which call
# returned last. The same is said of an app that crashes.
. "$(dirname "$0")/../lib.sh"
recording=$1

# play CODE [option of run...] -- APP...: what run says is in $work/err.
play() {
  local wanted=$1 code=0
  shift
  "$tool" run --headless --play "$recording" --clock frame --quiet "$@" >"$work/out" 2>"$work/err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/err"; fail "exit code $code, not $wanted"; }
}
says() { grep -qE "^understudy: $1" "$work/err" || { cat "$work/err"; fail "run does not say '$1'"; }; }
silent() { ! grep -qE "$1" "$work/err" || { cat "$work/err"; fail "run says '$1'"; }; }
probe=("$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --seconds 60 --log "$work/probe")
export UNDERSTUDY_HEADLESS_RATE_HZ=0

# The app itself stands still, after xrBeginFrame. It draws nothing: the start of graphics takes longer than the limit where much else runs.
still=("$build/bin/understudy_probe" --seconds 60 --log "$work/probe")
play 124 --stall 1 --end quit -- "${still[@]}" --fault hang@20
says 'the app has submitted no frame for 1 s; terminating it$'
says 'thread [0-9]+ \(understudy_prob\) is in no call; the last was xrBeginFrame, which returned XR_SUCCESS$'
silent 'is in xr'

# With one frame a second, the app is in xrWaitFrame nearly all of the time. It dies there.
cat >"$work/app" <<END2
#!/bin/sh
echo \$\$ >"$work/pid"
exec "\$@"
END2
chmod +x "$work/app"
touch "$work/slow.jsonl"
(
  until [ "$(grep -c '"e":"submit"' "$work/slow.jsonl")" -ge 3 ]; do sleep 0.1; done
  kill -SEGV "$(cat "$work/pid")"
) &
UNDERSTUDY_HEADLESS_RATE_HZ=1 play 139 --log "$work/slow.jsonl" -- "$work/app" "${still[@]}"
says 'thread [0-9]+ is in xrWaitFrame$'

# An app that does not use OpenXR has no frames.
play 124 --stall 0.5 --allow-unused -- sleep 60
says 'the app has submitted no frame for 0.5 s; terminating it$'
says 'no thread has called OpenXR$'

# Frames keep an app going.
UNDERSTUDY_HEADLESS_RATE_HZ=60 play 0 --stall 30 --end quit --from 0 --to 2 -- "${probe[@]}"
silent 'submitted no frame'

# With a log, or with --stall, run knows the last calls of an app that crashed.
for way in --stall=30 "--log=$work/log.jsonl"; do
  play 139 "${way%%=*}" "${way#*=}" --end quit -- "${probe[@]}" --fault crash@20
  says 'signal 11 \(.*\) ended the app$'
  says 'thread [0-9]+ is in no call; the last was xrBeginFrame, which returned XR_SUCCESS$'
done
play 139 --end quit -- "${probe[@]}" --fault crash@20
says 'pass --log FILE or --stall S to learn which OpenXR call was the last$'
# Each run of --repeat has its own calls, and a crash in the same frame is the same: its log has the event of the instance, however soon it came.
probe_now=("$build/bin/understudy_probe" --frames 200 --log /dev/null)
for _ in 1 2 3; do
  play 3 --repeat 3 -- "${probe_now[@]}" --fault crash@100
  says 'deterministic in 3 runs: no difference in 100 frames$'
  [ "$(grep -c 'the last was xrBeginFrame' "$work/err")" = 3 ] || { cat "$work/err"; fail "a run says the calls of another one"; }
done
play 139 --end quit -- "${probe[@]}" --fault crash@20
if command -v gdb >/dev/null; then
  says 'for a backtrace, run the app in gdb: understudy run \.\.\. -- gdb -batch '
fi
grep '^understudy' "$work/err" | cut -c1-160
