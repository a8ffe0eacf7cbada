# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT
# Functions of the trials of other machines; a trial sources this file. scripts/machines.sh says how a trial reports.
set -euo pipefail
machines=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$machines/../../scripts/common.sh"
. "$machines/../../scripts/roots.sh"
machine=$(basename "$0" .sh)
here=$project_dir/build/machines/$machine # all that the trial writes
native=$project_dir/build
sessions=$native/machines/sessions # that the trials have recorded, one for each machine
mkdir -p "$here"
passed=0 failed=0 skipped=0 summary=''

skip() {
  echo "SKIP: $*"
  exit 77
}

# unpack ROOT ARCH PACKAGE...: a Debian 12 of another architecture.
unpack() {
  local root=$1 arch=$2 status=0
  shift 2
  say "unpacking a Debian for $arch (usually 3 minutes)"
  "$project_dir/scripts/monado.sh" --root "$root" --suite bookworm --arch "$arch" --packages "$*" prepare 2>"$here/why" || status=$?
  [ "$status" = 0 ] || skip "$(sed 's/^monado.sh: //' "$here/why" | tail -n 1)"
}

# check WHAT COMMAND...: counts one more test, which passes if the command does. Its output is shown if it does not.
check() {
  local what=$1 status=0
  shift
  "$@" >"$here/check.log" 2>&1 || status=$?
  if [ "$status" = 0 ]; then
    passed=$((passed + 1))
    echo "passed: $what$(tail -n 1 "$here/check.log" | sed 's/^./: &/')"
  else
    failed=$((failed + 1))
    summary+="failed: $what"$'\n'
    tail -n 20 "$here/check.log"
  fi
}

# report: the trial's last lines, and its end.
report() {
  printf '\n%s%s\n' "$summary" "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ] || exit 1
  exit 0
}

# play NAME RUNNER...: what play.sh does with the build of a machine, in $here/NAME.
play() {
  local name=$1 build=$2
  shift 2
  rm -rf "${here:?}/$name"
  mkdir "$here/$name"
  check "$name: demo.bin is played into hello_xr, twice the same, and a session is recorded" "$@" bash "$machines/play.sh" record "$build" "$here/$name"
}

# same_log A B: what the app was told and did is the same to the last digit. Names and times of the machine do not count.
same_log() {
  "$native/bin/understudy" compare --allow position_m=0,angle_rad=0,number=0 "$1" "$2"
}

# exchange BUILD RUNNER...: this machine and the other one, whose programs RUNNER runs, play demo.bin and record a session. Each session is played
# on both, and so is each one that the trials of other machines have left in $sessions.
exchange() {
  local build=$1 session by
  shift
  play this "$native" env
  play other "$build" "$@"
  check "demo.bin: the log is this machine's" same_log "$here/this/hello.jsonl" "$here/other/hello.jsonl"
  check "demo.bin: the screenshots are this machine's" "$native/bin/understudy" compare "$here/this/shots" "$here/other/shots"
  # The person's rotations are made with sine and cosine, of which two C libraries may have another last digit.
  check "live: the recording is this machine's" "$native/bin/understudy" compare "$here/this/session.mcap" "$here/other/session.mcap"
  mkdir -p "$sessions"
  cp "$here/this/session.mcap" "$sessions/$(uname -m).mcap"
  cp "$here/other/session.mcap" "$sessions/$machine.mcap"
  for session in "$sessions"/*.mcap; do
    by=$(basename "$session" .mcap)
    check "the session of $by is played on this machine" bash "$machines/play.sh" answer "$native" "$session" "$here/this/answer_$by.jsonl"
    check "the session of $by is played on the other" "$@" bash "$machines/play.sh" answer "$build" "$session" "$here/other/answer_$by.jsonl"
    check "the session of $by: both answer the same" same_log "$here/this/answer_$by.jsonl" "$here/other/answer_$by.jsonl"
  done
}

monado_packages="monado-service libopenxr1-monado libopenxr-utils mesa-vulkan-drivers libcjson1 libpng16-16t64 libcairo2 libedit2 dash coreutils"
# play_on_monado ARCH BUILD RUNNER...: what inside/monado.sh plays with a build, in a Debian 13 of its machine. It comes to $here/monado-ARCH.
play_on_monado() {
  local arch=$1 build=$2 out=$here/monado-$1 graphics=headless
  [ "$arch" != i386 ] || graphics=vulkan2 # without graphics an app asks Monado for the time, which is wrong in 32 bits
  shift 2
  rm -rf "$out"
  check "$arch: Monado plays demo.bin into the probe, and twice the same into hello_xr" "$@" "$project_dir/scripts/monado.sh" --root "$native/machines/monado-$arch" \
    run --proc --service-log "$here/monado-$arch.log" --env XR_RUNTIME_JSON=/usr/share/openxr/1/openxr_monado.json \
    --copy "$machines/inside/monado.sh:@/monado.sh" --copy "$project_dir/tests/data/demo.bin:@/demo.bin" --copy "$build/share/openxr:@/share/openxr" \
    --copy "$build/lib/libXrApiLayer_understudy.so:@/lib/libXrApiLayer_understudy.so" --copy "$build/bin/understudy:@/bin/understudy" \
    --copy "$build/bin/understudy_probe:@/bin/understudy_probe" --fetch "@/out:$out" -- sh ./monado.sh "$graphics"
  check "$arch: the probe is told what the recording says" "$native/bin/oracle_compare" "$project_dir/tests/data/demo.bin" "$out/probe.jsonl" \
    --layer-log "$out/layer.log" --min-lines 100
}

# on_monado ARCH BUILD RUNNER...: this machine and the other one play on Monado, each in a Debian 13 of its own.
on_monado() {
  local arch status
  for arch in amd64 "$1"; do
    status=0
    say "unpacking a Debian with Monado for $arch (usually 3 minutes)"
    "$project_dir/scripts/monado.sh" --root "$native/machines/monado-$arch" --arch "$arch" --packages "$monado_packages" prepare 2>"$here/why" || status=$?
    [ "$status" = 0 ] || { skipped=$((skipped + 1)) && summary+="skipped: Monado: $(tail -n 1 "$here/why")"$'\n' && return; }
  done
  play_on_monado amd64 "$native" env
  play_on_monado "$@"
  check "Monado: hello_xr's log is this machine's" same_log "$here/monado-amd64/hello.jsonl" "$here/monado-$1/hello.jsonl"
}
