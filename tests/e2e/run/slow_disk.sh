#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slow_disk.sh RECORDING LIBRARY: with the frame clock, a disk that is slow costs time and nothing else: the same lines, pictures and verdict.
# An app that crashes has the pictures of every frame before; with the wall clock it may lose some, which is said.
. "$(dirname "$0")/../lib.sh"
recording=$1 library=$2
probe=$build/bin/understudy_probe
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
cd "$work"

# play CODE NAME MS OPTION... -- OPTION of the probe...: each write of the app to a file takes MS milliseconds more.
play() {
  local wanted=$1 name=$2 delay_ms=$3 options=() code=0
  shift 3
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  "$tool" run --headless --play "$recording" --limit 300 --quiet --shots "$name.shots" "${options[@]}" -- \
    env LD_PRELOAD="$library" SLOW_DISK_MS="$delay_ms" \
    "$probe" --graphics vulkan2 --wait-focus --actions --layers projection --frames 1000 --log "$name.probe" "$@" 2>"$name.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$name.err"; fail "$name: exit code $code, not $wanted"; }
}
pictures() { find "$1.shots" -name 'frame-*.png' | wc -l; }

cat >expect.json <<'END'
{"version": 1, "expect": [
  {"name": "frames", "kind": "frames", "at_least": 120},
  {"name": "no call fails", "kind": "no_errors"},
  {"name": "pictures", "kind": "event", "event": "shot", "at_least": 42}]}
END
for run in fast:0 slow:20; do
  play 0 "${run%:*}" "${run#*:}" --clock frame --to 2 --shoot every:0.1s --log "${run%:*}.jsonl" --expect expect.json --report "${run%:*}.report" --
done
"$tool" compare fast.jsonl slow.jsonl | grep -q '^no difference in 12[0-9] frames$' || fail "the log of the slow run is another one"
[ "$(wc -l <fast.jsonl)" = "$(wc -l <slow.jsonl)" ] || fail "the log of the slow run has $(wc -l <slow.jsonl) lines, not $(wc -l <fast.jsonl)"
[ "$(pictures fast)" = 42 ] || fail "the fast run has $(pictures fast) pictures"
diff -r fast.shots slow.shots || fail "the pictures of the slow run are others"
diff <(grep -E '^(passed|FAILED|PASSED)' fast.err) <(grep -E '^(passed|FAILED|PASSED)' slow.err) || fail "the verdict of the slow run is another one"

# The probe counts its frames from 1, and the pictures of every third of its 19 whole frames are there, of two eyes each.
play 139 crash 20 --clock frame --shoot every:0.05s -- --fault crash@20
[ "$(pictures crash)" = 14 ] || { cat crash.err; fail "the app that crashed has $(pictures crash) pictures, not 14"; }
! grep -q 'is incomplete' crash.err || { cat crash.err; fail "pictures are said to be missing"; }

# An app with a real display does not wait for the disk. Its crash keeps its exit code.
play 139 lost 600000 --clock wall --shoot frame:0 -- --fault crash@20
grep -q 'signal 11 .* ended the app' lost.err || { cat lost.err; fail "the crash is not said"; }
grep -q 'the set of screenshots is incomplete: 2 missing: the app ended before they were written' lost.err || { cat lost.err; fail "lost pictures are not said"; }
echo "$(wc -l <slow.jsonl) lines and $(pictures slow) pictures of a slow disk"
