#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# performed.sh [NAME...]: performances are played into an app and judged by their own expectations: a few of them here, and with "all" each one. An
# app that is deaf to a hand does not meet them. A script is performed for a run, and what the app was told is what the recording of it says.
. "$(dirname "$0")/../lib.sh"
export UNDERSTUDY_HEADLESS_EYE_SIZE=16 TMPDIR=$work/tmp
mkdir "$TMPDIR"
cd "$work"
names=("$@")
[ "${names[*]}" = all ] && mapfile -t names < <("$tool" perform | sed 's/ .*//')
[ ${#names[@]} -gt 0 ] || names=(menu-ray menu-pinch grab-throw hands-lost system-menu two-heights)

# play CODE PLAYED EXPECT [option...] -- APP...
play() {
  local wanted=$1 played=$2 expect=$3 code=0
  shift 3
  "$tool" run --headless --play "$played" --expect "$expect" --recorded events --limit 300 "$@" >out.txt 2>&1 || code=$?
  [ "$code" = "$wanted" ] || { tail -n 20 out.txt; fail "$played: exit code $code, not $wanted"; }
}
says() { grep -q -e "$1" out.txt || { cat out.txt; fail "it does not say: $1"; }; }
probe=("$build/bin/understudy_probe" --graphics vulkan2 --frames 100000 --actions --wait-focus --layers projection --log probe.jsonl)

for name in "${names[@]}"; do
  clock=frame:60
  [ "$name" != idle-hour ] || clock=frame:2
  play 0 "performance:$name" "performance:$name" --clock $clock -- "${probe[@]}"
  says '^PASSED'
  echo "$name: $(grep -a '^PASSED' out.txt)"
done

# Where nothing of the hands plays, and where the person is another one's.
play 1 performance:menu-ray performance:menu-ray --clock frame:60 --channels head -- "${probe[@]}"
says '^FAILED  the first pull of the right hand.s trigger: seen 0 times'
play 1 performance:menu-ray performance:left-handed --clock frame:60 -- "${probe[@]}"
says '^FAILED  the first pull of the left hand.s trigger: seen 0 times'

# A run performs a script as `perform` does, and leaves nothing behind. A wrong script starts no app.
"$tool" perform performance:room-scale -o walk.mcap >/dev/null
for played in walk.mcap performance:room-scale "$source/share/understudy/performances/room-scale.person"; do
  play 0 "$played" performance:room-scale --clock frame:60 --log "$(basename "$played").jsonl" -- "${probe[@]}"
done
for played in performance:room-scale room-scale.person; do
  "$tool" compare walk.mcap.jsonl "$played.jsonl" >compared.txt || { cat compared.txt; fail "the run of $played differs from that of its recording"; }
done
printf '0 head pose 0 0\n' >bad.person
code=0
"$tool" run --headless --play bad.person -- touch started >out.txt 2>&1 || code=$?
[ "$code" = 4 ] && [ ! -e started ] || fail "a wrong script: exit code $code"
says 'bad.person:1: '
[ -z "$(ls "$TMPDIR")" ] || fail "runs left $(ls "$TMPDIR")"

# Of other people, each does what is expected, as far as the time is theirs to choose.
"$tool" perform performance:menu-ray -o ray.mcap --vary 3 --differ height,reach,hands,tremor >/dev/null
for file in ray-00?.mcap; do play 0 "$file" performance:menu-ray --clock frame:60 -- "${probe[@]}"; done

command -v hello_xr >/dev/null || skip "hello_xr is not installed; all else passed"
play 0 performance:grab-throw performance:grab-throw --clock frame:60 -- hello_xr -g Vulkan2
