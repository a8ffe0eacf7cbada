#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# aarch64: everything is built by a cross compiler with warnings as errors, with the libraries of a Debian 12 for arm64, and tested: qemu-user runs
# the programs, and the tests' scripts are this machine's. demo.bin plays into Debian's hello_xr for arm64, and sessions are exchanged with this
# machine. It needs root, the packages gcc-aarch64-linux-gnu and qemu-user-static, and 2 GB; it takes about 40 minutes on two cores. qemu on
# x86-64 has the strong order of this machine's memory: docs/platforms.md says what that means.
. "$(dirname "$0")/lib.sh"
command -v aarch64-linux-gnu-gcc >/dev/null || skip "there is no cross compiler (packages gcc-aarch64-linux-gnu and libc6-dev-arm64-cross)"
qemu=$(command -v qemu-aarch64-static) || skip "there is no emulator (package qemu-user-static)"
root=$here/root
unpack "$root" arm64 libc6-dev libopenxr-dev libvulkan-dev libgl-dev libxcb1-dev libcjson-dev libpng-dev libzstd-dev libnanopb-dev libcairo2-dev libedit-dev \
  libcmocka-dev libopengl-dev libegl-dev libx11-dev libegl-mesa0 libglx-mesa0 libgl1-mesa-dri libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers \
  openxr-layer-corevalidation openxr-layer-apidump

# A program for aarch64 is known by its first bytes; F: the emulator is opened now.
rule=':aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'$qemu':F'
# on_aarch64 COMMAND...: runs it where programs for aarch64 run, with the libraries in $root, beside those of this machine. Only these processes
# see that: they have a user namespace, for which the kernel (6.7 or later) keeps its own list of emulators.
on_aarch64() {
  local process status=0
  rm -f "$here/mapped"
  mkfifo "$here/mapped"
  # shellcheck disable=SC2016
  setpriv --pdeathsig KILL unshare --user --mount --pid --fork --kill-child --mount-proc sh -c 'read -r _ <"$1" && shift && exec "$@"' sh "$here/mapped" sh -ec '
    root=$1
    mount -t binfmt_misc none /proc/sys/fs/binfmt_misc
    printf %s "$2" >/proc/sys/fs/binfmt_misc/register
    mount -t overlay -o "lowerdir=/usr:$root/usr" overlay /usr
    mount --bind "$root/usr/bin/hello_xr" /usr/bin/hello_xr
    shift 2
    exec "$@"' sh "$root" "$rule" "$@" </dev/null &
  process=$!
  until [ "$(readlink "/proc/$process/ns/user")" != "$(readlink /proc/self/ns/user)" ]; do
    kill -0 "$process" || return 1
    sleep 0.1
  done
  echo '0 0 4294967295' >"/proc/$process/uid_map"
  echo '0 0 4294967295' >"/proc/$process/gid_map"
  exec 3<>"$here/mapped"
  echo >&3
  wait "$process" || status=$?
  exec 3>&-
  return "$status"
}
on_aarch64 hello_xr >"$here/emulator.log" 2>&1 || grep -q Graphics "$here/emulator.log" || # it says how it is used
  skip "the kernel does not let this user choose an emulator: $(tail -n 1 "$here/emulator.log")"
on_aarch64 bash "$machines/suite.sh" "$here/build" --toolchain cmake/aarch64-linux-gnu.cmake "-DUNDERSTUDY_SYSROOT=$root" || exit 1
count_tests "$here/build"
exchange "$here/build" on_aarch64
report
