# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Functions for scripts that run commands in a system of its own below a folder (monado.sh prepare makes one). A script sources common.sh before this
# file, and runs as root.

shared_folder=''
# enter ROOT COMMAND...: runs it in a system with file systems, processes and devices of its own, and with this machine's network.
# $shared_folder, if it is set, has its place inside too.
enter() {
  local root=$1
  shift
  # shellcheck disable=SC2016
  setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child sh -ec '
    root=$1 shared=$2
    shift 2
    mount --bind "$root" "$root" # a root of its own, in which tests can make mount namespaces
    mount -t proc proc "$root/proc"
    mount -t sysfs -o ro sysfs "$root/sys" 2>/dev/null || mount --rbind /sys "$root/sys" # an emulator is the root of a part of this machine only
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    [ -z "$shared" ] || { mkdir -p "$root$shared"; mount --bind "$shared" "$root$shared"; }
    exec chroot "$root" "$@"' sh "$root" "$shared_folder" "$@" </dev/null
}

# emulate_aarch64 COMMAND...: runs it where programs for aarch64 run, by qemu-user (package qemu-user-static). Only these processes see that: they have a
# user namespace, for which the kernel (6.7 or later) keeps its own list of emulators.
emulate_aarch64() {
  local qemu rule fifo process status=0
  qemu=$(command -v qemu-aarch64-static) || { echo "there is no emulator (package qemu-user-static)" && return 1; }
  # A program for aarch64 is known by its first bytes; F: the emulator is opened now.
  rule=':aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'$qemu':F'
  fifo=$(mktemp -u) && mkfifo -m 600 "$fifo" || return
  # shellcheck disable=SC2016
  setpriv --pdeathsig KILL unshare --user --mount --pid --fork --kill-child --mount-proc sh -c 'read -r _ <"$1" && shift && exec "$@"' sh "$fifo" sh -ec '
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    printf %s "$1" >/proc/sys/fs/binfmt_misc/register
    shift
    exec "$@"' sh "$rule" "$@" </dev/null &
  process=$!
  until [ "$(readlink "/proc/$process/ns/user")" != "$(readlink /proc/self/ns/user)" ]; do
    kill -0 "$process" || { rm "$fifo" && return 1; }
    sleep 0.1
  done
  echo '0 0 4294967295' >"/proc/$process/uid_map"
  echo '0 0 4294967295' >"/proc/$process/gid_map"
  exec 3<>"$fifo"
  echo >&3
  wait "$process" || status=$?
  exec 3>&-
  rm "$fifo"
  return "$status"
}

# mirror_of ROOT: the address that its packages are from.
mirror_of() { awk '$1 == "deb" { print $2; exit }' "$1/etc/apt/sources.list"; }

# reach_network ROOT: gives it this machine's name and the addresses of its name servers. A real machine knows its own name.
reach_network() {
  cp -L /etc/resolv.conf "$1/etc/resolv.conf"
  printf '127.0.0.1 localhost %s\n' "$(cat /proc/sys/kernel/hostname)" >"$1/etc/hosts"
}

# for_arch ARCH COMMAND...: a command, or a function of this file, for a system of that architecture (Debian's name): arm64's programs are emulated.
for_arch() {
  local arch=$1
  shift
  if [ "$arch" != arm64 ]; then "$@"; return; fi
  # shellcheck disable=SC2016
  emulate_aarch64 bash -c '. "$1/scripts/common.sh"; . "$1/scripts/roots.sh"; shift; "$@"' bash "${project_dir:?}" "$@"
}

# prepare_arm64 ROOT SUITE MIRROR PACKAGE...: a Debian for arm64, installed by its own programs, if it is not there.
prepare_arm64() {
  local root=$1 suite=$2 mirror=$3
  shift 3
  [ "$(cat "$root/.understudy-ready" 2>/dev/null)" != "$suite arm64 $*" ] || return 0
  rm -rf --one-file-system "$root"
  unshare --mount debootstrap --foreign --arch=arm64 --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" || return
  # A device can be used where an emulator is root, but not made: "lxc" tells debootstrap not to try.
  local inside=(for_arch arm64 enter "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive)
  "${inside[@]}" container=lxc /debootstrap/debootstrap --second-stage || return
  reach_network "$root"
  echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/90unsafe-io"
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d"
  apt-config dump | grep -iE '^Acquire::(Check-Valid-Until|Check-Date|https?::Proxy)' >"$root/etc/apt/apt.conf.d/90host" || true
  "${inside[@]}" sh -ec 'apt-get update && apt-get install -y --no-install-recommends "$@" && apt-get clean && rm -rf /var/lib/apt/lists/*' sh "$@" || return
  echo "$suite arm64 $*" >"$root/.understudy-ready"
}

# fresh_copy BASE ROOT [ARCH]: a copy of a prepared system with a user, someone.
fresh_copy() {
  rm -rf --one-file-system "$2"
  cp -a --reflink=auto "$1" "$2"
  reach_network "$2"
  for_arch "${3:-amd64}" chroot "$2" useradd --create-home --shell /bin/bash someone
}

# as_someone ROOT COMMAND: a shell command line of the user in such a copy, in the home, without the network.
as_someone() {
  local root=$1
  shift
  # shellcheck disable=SC2016
  unshare --net bash -c '. "$1/scripts/common.sh"; . "$1/scripts/roots.sh"; shift; enter "$@"' bash "${project_dir:?}" "$root" /usr/bin/env -i -C /home/someone PATH=/usr/bin:/bin \
    HOME=/home/someone USER=someone setpriv --reuid someone --regid someone --init-groups sh -ec "$1"
}
