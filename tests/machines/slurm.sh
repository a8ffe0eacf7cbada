#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Slurm: a suite of recordings and two builds of an app, in one process, in two processes, in two shards, and in four shards on a Slurm of two
# nodes, of which one is lost in the middle. All verdicts are the same, and none is counted twice. The nodes are two slurmd of this machine with a
# configuration, a key and ports of their own. It needs root or user namespaces, and Slurm, munge and pytest, which it installs; it takes 3
# minutes. TRIAL_SEEDS=10 plays 200 recordings in place of 20. As a trial of scripts/test.sh machines, it prints "SKIP: reason" and exits with 77, or its last line is "N passed, N failed, N skipped".
# shellcheck disable=SC2317 # check and the trap call the functions
. "$(dirname "$0")/lib.sh"
build=$native
PATH=$PATH:/usr/sbin:/sbin
need_packages slurm-wlm munge python3-pytest python3-pytest-xdist
own=()
[ "$(id -u)" = 0 ] || own=(--map-current-user)
unshare "${own[@]}" --pid --mount-proc --fork true 2>/dev/null || skip "the kernel gives this user no namespace for a node"
tool=$build/bin/understudy
[ -x "$build/bin/understudy_probe" ] || skip "the tests are not built in $build"

rm -rf "$here"
mkdir -p "$here/state" "$here/project/takes"
short=$(mktemp -d) # a socket's path is short
started=()
end_all() {
  exec 2>/dev/null # the shell would name each process that it has lost
  [ ${#started[@]} = 0 ] || { kill -9 "${started[@]}" && wait "${started[@]}"; } || true
  rm -rf "$short"
}
trap end_all EXIT
trap 'exit 1' HUP INT TERM

# --- the suite: every tenth recording fails with the second build ---

cd "$here/project"
for seed in $(seq 1 "${TRIAL_SEEDS:-1}"); do "$tool" perform performance:menu-poke -o "takes/seed$seed.mcap" --vary 20 --seed "$seed" >/dev/null; done
recordings=$(find takes -name '*.mcap' | wc -l)
for number in 1 2; do
  mkdir -p "app-$number" "build-$number"
  cp "$build/bin/understudy_probe" "app-$number/probe"
  for take in takes/*.mcap; do ln "$take" "build-$number/"; done
  printf '[understudy]\napp = ../app-%s/app\n' $number >"build-$number/understudy.ini"
done
# shellcheck disable=SC2016
printf '#!/bin/sh\n"${0%%/*}/probe" --wait-focus --frames 60 >/dev/null\n' >app-1/app
{ cat app-1/app && printf 'case $UNDERSTUDY_PLAY in *7.mcap) exit 3 ;; esac\n'; } >app-2/app
chmod +x app-1/app app-2/app
echo 'pytest_plugins = ["pytest_understudy"]' >conftest.py
printf '[pytest]\npythonpath = %s\naddopts = -q -p no:cacheprovider --tb=no\n' "$build/share/understudy" >pytest.ini
tests=$((2 * recordings)) fails=$(find takes -name '*7.mcap' | wc -l)
printf '%s\n' '#!/bin/sh' "cd '$here/project'" 'export PYTHONDONTWRITEBYTECODE=1' 'exec /usr/bin/python3 -m pytest build-1 build-2 "$@"' >suite
chmod +x suite

# verdicts WAY: what the suite's JUnit file says of the runs in a folder, sorted.
verdicts() {
  "$tool" report "$here/$1" -o "$here/$1.html" --junit "$here/$1.xml" >"$here/$1.said" || return
  /usr/bin/python3 - "$here/$1.xml" <<'END' >"$here/$1.verdicts"
import sys, xml.etree.ElementTree
for line in sorted(f"{case.get('classname')[-11:]} {case.get('name').split()[0]} {[part.tag for part in case]}" for case in xml.etree.ElementTree.parse(sys.argv[1]).iter("testcase")):
    print(line)
END
}
# played WAY COMMAND...: plays the suite, and compares its verdicts with those of the first way.
played() {
  local way=$1 begun=$EPOCHREALTIME
  shift
  "$@" >"$here/$way.log" 2>&1 || true # recordings fail
  awk -v from="$begun" -v to="$EPOCHREALTIME" -v way="$way" 'BEGIN { printf "%s: %.1f s\n", way, to - from }'
  check "$way: $tests runs, of which $fails fail, and no other" verdicts_are "$way"
}
verdicts_are() {
  verdicts "$1" && grep -qx "$tests runs: $((tests - fails)) passed, $fails failed" "$here/$1.said" && diff "$here/one_process.verdicts" "$here/$1.verdicts"
}
shards() {
  for shard in 1/2 2/2; do ./suite --understudy-out="$here/two_shards" --understudy-durations="$here/times.json" --understudy-shard="$shard"; done
}
played one_process ./suite --understudy-out="$here/one_process" --understudy-durations="$here/times.json"
played two_processes ./suite -n 2 --understudy-out="$here/two_processes"
played two_shards shards

# --- Slurm ---

read -r control one two < <(/usr/bin/python3 -c '
import socket
taken = [socket.socket() for _ in range(3)]
for one in taken:
    one.bind(("127.0.0.1", 0))
print(*(one.getsockname()[1] for one in taken))')
head -c 1024 /dev/urandom >"$short/key"
chmod 400 "$short/key"
chmod 755 "$short"
export SLURM_CONF=$here/slurm.conf
cat >"$SLURM_CONF" <<END
ClusterName=trial
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/munge
AuthInfo=socket=$short/munge.socket,cred_expire=15
SlurmctldPort=$control
StateSaveLocation=$here/state
SlurmdSpoolDir=$here/spool-%n
SlurmctldPidFile=$here/slurmctld.pid
SlurmdPidFile=$here/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/linear
SlurmdTimeout=10
KillWait=5
ReturnToService=0
JobRequeue=1
SlurmdParameters=config_overrides
NodeName=one NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$one CPUs=1
NodeName=two NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$two CPUs=1
PartitionName=all Nodes=one,two Default=YES MaxTime=INFINITE
END
mkdir "$here/spool-one" "$here/spool-two"
munged --foreground --force --key-file="$short/key" --socket="$short/munge.socket" --pid-file="$short/munged.pid" --seed-file="$short/seed" --log-file="$here/munged.log" \
  >"$here/munged.out" 2>&1 &
started+=($!)
slurmctld -D -L "$here/slurmctld.log" >/dev/null 2>&1 &
started+=($!)
# node NAME: its process; when that is killed, all of the node is gone, with its jobs.
node() {
  unshare "${own[@]}" --pid --mount-proc --fork --kill-child slurmd -D -N "$1" -L "$here/slurmd-$1.log" >/dev/null 2>&1 &
  process=$!
  started+=("$process")
}
node one
node two
lost=$process
# until_true SECONDS COMMAND...: a trial that hangs ends.
until_true() {
  local limit=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    [ $SECONDS -lt $limit ] || { echo "FAILED: it takes too long: $*" && tail -n 20 "$here"/slurm*.log && exit 1; }
    sleep 0.5
  done
}
both_idle() { [ "$(sinfo -h -N -o '%T' | grep -c idle)" = 2 ]; }
until_true 60 both_idle

cat >"$here/job.sh" <<END
#!/bin/sh
#SBATCH --array=1-4 --requeue --open-mode=append --output=$here/slurm-%a.log
export PATH='$PATH' HOME='$HOME'
echo "shard \$SLURM_ARRAY_TASK_ID on \$SLURMD_NODENAME, restarts: \${SLURM_RESTART_COUNT:-0}"
'$here/project/suite' --understudy-out='$here/slurm' --understudy-durations='$here/times.json' \\
  --understudy-shard=\$SLURM_ARRAY_TASK_ID/\$SLURM_ARRAY_TASK_COUNT
END
# The second node is lost when its first shard is in the middle: some of its runs have ended.
on_two() { squeue -h -t R -w two -o '%K'; }
is_in_the_middle() {
  local shard
  shard=$(on_two)
  [ -n "$shard" ] && grep -q "^shard $shard on two" "$here/slurm-$shard.log" && [ "$(find "$here/slurm" -path '*/run/run.json' | wc -l)" -gt $((recordings / 4)) ]
}
nothing_left() { [ -z "$(squeue -h)" ]; }
on_slurm() {
  local job
  job=$(sbatch --parsable "$here/job.sh")
  until_true 300 is_in_the_middle
  echo "job $job: node two is lost with shard $(on_two)"
  kill -9 "$lost"
  until_true 1200 nothing_left
}
played slurm on_slurm
grep -h 'node two is lost' "$here/slurm.log" || true
again=$(sed -n 's/.*lost with shard //p' "$here/slurm.log")
grep -ho 'shard [0-9] on .*' "$here"/slurm-[1-4].log
check "the shard of the lost node ran again on the other one" grep -q "shard $again on one, restarts: 1$" "$here/slurm-$again.log"
report
