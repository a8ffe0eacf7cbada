#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# aarch64: everything is built by a cross compiler with warnings as errors, with the libraries of a Debian 12 for arm64, and tested: qemu-user runs
# the programs, and the tests' scripts are this machine's. demo.bin plays into Debian's hello_xr for arm64, sessions are exchanged with this
# machine, and demo.bin plays on Monado, in a Debian 13 for arm64. It needs root, a cross compiler and an emulator, which it installs, and 4 GB; it takes
# about 50 minutes on two cores. qemu on x86-64 has the strong order of this machine's memory: docs/platforms.md says what that means.
. "$(dirname "$0")/lib.sh"
need_packages gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user-static
root=$here/root
unpack "$root" arm64 libc6-dev libopenxr-dev libvulkan-dev libgl-dev libxcb1-dev libcjson-dev libpng-dev libzstd-dev libnanopb-dev libcairo2-dev libedit-dev \
  libcmocka-dev libopengl-dev libegl-dev libx11-dev libegl-mesa0 libglx-mesa0 libgl1-mesa-dri libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers \
  openxr-layer-corevalidation openxr-layer-apidump

# on_aarch64 COMMAND...: runs it where programs for aarch64 run, with the libraries in $root, beside those of this machine.
on_aarch64() {
  # shellcheck disable=SC2016
  emulate_aarch64 sh -ec '
    root=$1
    mount -t overlay -o "lowerdir=/usr:$root/usr" overlay /usr
    mount --bind "$root/usr/bin/hello_xr" /usr/bin/hello_xr
    shift
    exec "$@"' sh "$root" "$@"
}
on_aarch64 hello_xr >"$here/emulator.log" 2>&1 || grep -q Graphics "$here/emulator.log" || # it says how it is used
  skip "the kernel does not let this user choose an emulator: $(tail -n 1 "$here/emulator.log")"
on_aarch64 bash "$machines/suite.sh" "$here/build" --toolchain cmake/aarch64-linux-gnu.cmake "-DUNDERSTUDY_SYSROOT=$root" || exit 1
count_tests "$here/build"
exchange "$here/build" on_aarch64
on_monado arm64 "$here/build" emulate_aarch64
report
