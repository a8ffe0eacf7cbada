#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# memory_group.sh RECORDING: an app in a memory cgroup, as in a container. With the frame clock it gives all pictures of all frames where there
# is room for a few of them. One that the kernel kills for its memory is said, and its log is whole up to there.
. "$(dirname "$0")/../lib.sh"
recording=$1
export UNDERSTUDY_HEADLESS_RATE_HZ=0
cd "$work"

group=
for made in /sys/fs/cgroup/memory/understudy-test-$$ /sys/fs/cgroup/understudy-test-$$; do
  mkdir "$made" 2>/dev/null || continue
  if [ -w "$made/memory.limit_in_bytes" ] || [ -w "$made/memory.max" ]; then
    group=$made
    break
  fi
  rmdir "$made"
done
[ -n "$group" ] || skip "no memory cgroup can be made here"
trap 'rmdir "$group"' EXIT

# limit MIB: without swap, or the app would become slow in place of being killed.
limit() {
  local name
  for name in memory.limit_in_bytes memory.memsw.limit_in_bytes memory.max; do
    [ ! -w "$group/$name" ] || echo "$(($1 << 20))" >"$group/$name" || skip "a memory cgroup takes no limit here"
  done
  [ ! -w "$group/memory.swap.max" ] || echo 0 >"$group/memory.swap.max"
}
# play CODE NAME: the app alone is in the group.
play() {
  local wanted=$1 name=$2 code=0
  "$tool" run --headless --play "$recording" --to 3 --clock frame --quiet --limit 300 --shoot every:0.02s --shots "$name.shots" --log "$name.jsonl" -- \
    sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh "$group" \
    "$build/bin/understudy_probe" --graphics vulkan2 --wait-focus --layers projection --frames 1000 --log "$name.probe" 2>"$name.err" || code=$?
  [ "$code" = "$wanted" ] || { cat "$name.err"; fail "$name: exit code $code, not $wanted"; }
}

# As many pictures as would not fit together: 302 copies of 1 MiB.
limit 200
play 0 enough
[ "$(find enough.shots -name 'frame-*.png' | wc -l)" = 302 ] || fail "$(find enough.shots -name 'frame-*.png' | wc -l) pictures, not 302"
tail -n 1 enough.jsonl | grep -q '"e":"end"' || fail "the log of the app that had enough memory has no end"

limit 8
play 137 little
grep -q 'signal 9 .* ended the app' little.err || { cat little.err; fail "it is not said that the app was killed"; }
[ ! -s little.jsonl ] || [ -z "$(tail -c 1 little.jsonl)" ] || fail "the log of the app that was killed ends within a line"
echo "302 pictures within 200 MiB, and an app that was killed at 8 MiB"
