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
    mount -t sysfs -o ro sysfs "$root/sys"
    mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    [ -z "$shared" ] || { mkdir -p "$root$shared"; mount --bind "$shared" "$root$shared"; }
    exec chroot "$root" "$@"' sh "$root" "$shared_folder" "$@" </dev/null
}

# mirror_of ROOT: the address that its packages are from.
mirror_of() { awk '$1 == "deb" { print $2; exit }' "$1/etc/apt/sources.list"; }

# reach_network ROOT: gives it this machine's name and the addresses of its name servers. A real machine knows its own name.
reach_network() {
  cp -L /etc/resolv.conf "$1/etc/resolv.conf"
  printf '127.0.0.1 localhost %s\n' "$(cat /proc/sys/kernel/hostname)" >"$1/etc/hosts"
}

# fresh_copy BASE ROOT: a copy of a prepared system with a user, someone.
fresh_copy() {
  rm -rf --one-file-system "$2"
  cp -a --reflink=auto "$1" "$2"
  reach_network "$2"
  chroot "$2" useradd --create-home --shell /bin/bash someone
}

# as_someone ROOT COMMAND: a shell command line of the user in such a copy, in the home, without the network.
as_someone() {
  local root=$1
  shift
  # shellcheck disable=SC2016
  unshare --net bash -c '. "$1/scripts/common.sh"; . "$1/scripts/roots.sh"; shift; enter "$@"' bash "${project_dir:?}" "$root" /usr/bin/env -i -C /home/someone PATH=/usr/bin:/bin \
    HOME=/home/someone USER=someone setpriv --reuid someone --regid someone --init-groups sh -ec "$1"
}
