#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# resources.sh RECORDING: expectations of pace, resources and screenshots pass a good app, and find an app that computes too long within its frames
# or between them, one that keeps memory and spaces, and one that shows nothing.
. "$(dirname "$0")/../lib.sh"
recording=$1
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=64
cat >"$work/expect.json" <<'END2'
{"version": 1, "expect": [
  {"name": "a frame needs little of the processor", "kind": "frame_time", "clock": "processor", "p95_ms": 45},
  {"name": "wall time is measured", "kind": "frame_time", "clock": "wall", "median_ms": 1e6, "p95_ms": 1e6, "p99_ms": 1e6, "longest_ms": 1e6},
  {"name": "no display time is skipped", "kind": "missed", "at_most": 1000000},
  {"name": "spaces are destroyed", "kind": "balance", "handles": ["spaces"], "at_most": 20},
  {"name": "memory does not grow", "kind": "memory", "from": "reach", "to": "pinch", "at_most_mb": 40},
  {"name": "the picture is that of the good app", "kind": "same_as", "at": "pinch", "view": 0, "file": "good.png"}
]}
END2

# run_probe NAME CODE [option of the probe...]
run_probe() {
  local name=$1 wanted=$2 code=0
  shift 2
  "$tool" run --headless --play "$recording" --clock frame --from reach --to 5 --end quit --quiet --expect "$work/expect.json" \
    --shoot marker:reach,marker:pinch --shots "$work/$name.shots" --log "$work/$name.jsonl" -- \
    "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --seconds 60 --log "$work/$name.probe" "$@" 2>"$work/$name.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$work/$name.err"; fail "$name: exit code $code, not $wanted"; }
}
only() {
  local name=$1
  shift
  if [ $# -gt 0 ]; then printf '%s\n' "$@" | sort; fi >"$work/wanted"
  sed -n 's/^FAILED  \([^:]*\): .*/\1/p' "$work/$name.err" | sort >"$work/found"
  diff "$work/wanted" "$work/found" >&2 || { cat "$work/$name.err"; fail "$name: other expectations are not met than should be"; }
}

# The picture of a good run is what the others are compared with.
run_probe first 1
cp "$work/first.shots/"frame-*-view-0.png "$work" || fail "there are no screenshots"
cp "$(printf '%s\n' "$work"/frame-*-view-0.png | tail -n 1)" "$work/good.png"
run_probe good 0
only good
cat "$work/good.err"
grep -q '^the frame times are those of this machine: Linux ' "$work/good.err" || fail "the verdict does not name the machine"

run_probe slow 1 --fault slow@100
only slow "a frame needs little of the processor"
run_probe between 1 --fault slow-between@100
only between "a frame needs little of the processor"
run_probe leak 1 --fault leak
only leak "spaces are destroyed" "memory does not grow"
grep -q 'spaces created, ' "$work/leak.err" || fail "the handles are not counted"
run_probe no-layer 1 --fault no-layer
only no-layer "the picture is that of the good app" screenshots

# The probe shows one flat colour, and hello_xr does not.
need_command hello_xr
echo '{"version": 1, "expect": [{"kind": "sees"}]}' >"$work/expect.json"
run_probe flat 1
grep -q 'FAILED  sees: the picture is one flat colour, #' "$work/flat.err" || fail "a flat picture is not found"
"$tool" run --headless --play "$recording" --clock frame --to 1 --end quit --quiet --expect "$work/expect.json" \
  --shoot 0.5s --shots "$work/hello.shots" -- hello_xr -g Vulkan2 >"$work/hello.out" 2>&1 || { tail -n 5 "$work/hello.out"; fail "hello_xr shows nothing"; }
grep '^FAILED' "$work/slow.err" "$work/between.err" "$work/leak.err" "$work/no-layer.err" | sed "s|$work/||" | cut -c1-200
