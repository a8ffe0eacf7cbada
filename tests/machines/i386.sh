#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# i386: a Debian 12 for i386, whose programs an x86-64 kernel runs. Everything is built in it with warnings as errors, and tested. demo.bin plays
# into its hello_xr, sessions are exchanged with this machine, and demo.bin plays on Monado, in a Debian 13 for i386. It needs root, debootstrap and 4 GB; it
# takes about 20 minutes on two cores.
. "$(dirname "$0")/lib.sh"
[ "$(uname -m)" = x86_64 ] || skip "i386 programs need an x86-64 kernel, and this one is for $(uname -m)"
root=$here/root
unpack "$root" i386 "${build_packages[*]} ${run_packages[*]} libcmocka-dev libopengl-dev libegl-dev libx11-dev libegl-mesa0 libglx-mesa0 xvfb xauth python3 python3-yaml ccache procps util-linux man-db groff-base openxr-layer-corevalidation openxr-layer-apidump"
shared_folder=$project_dir
on_i386() {
  enter "$root" setarch i686 /usr/bin/env -i -C "$project_dir" PATH=/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin HOME=/root \
    CMAKE_C_COMPILER_LAUNCHER=ccache "$@"
}
on_i386 bash "$machines/suite.sh" "$here/build" || exit 1
count_tests "$here/build"
exchange "$here/build" on_i386
on_monado i386 "$here/build" env
report
