#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh ARCH SYSROOT SOURCE BUILD OUT: builds SOURCE for ARCH (amd64, arm64, i386) against SYSROOT (sysroot.sh) in the folder BUILD, and puts into OUT
# the package (.deb), the folder of the tarball (.tar.gz) and the list of contents (.spdx.json). Of the environment: SOURCE_DATE_EPOCH, the time that
# everything in it gets, and UNDERSTUDY_COMMIT, the commit that it names.
set -eu
arch=$1 sysroot=$2 source=$3 build=$4 out=$5
: "${SOURCE_DATE_EPOCH:?}" "${UNDERSTUDY_COMMIT:?}"
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022
here=$(cd "$(dirname "$0")" && pwd)
case $arch in
amd64) triplet=x86_64-linux-gnu prefix=$triplet- machine=x86_64 emulator= ;;
arm64) triplet=aarch64-linux-gnu prefix=$triplet- machine=aarch64 emulator=qemu-aarch64-static ;;
i386) triplet=i386-linux-gnu prefix=i686-linux-gnu- machine=i686 emulator=qemu-i386-static ;;
*) echo "build.sh: no architecture $arch" >&2; exit 2 ;;
esac

mkdir -p "$build" "$out"
# No path of this machine gets into a file, not even by way of the build's checksum that the linker makes.
map="-ffile-prefix-map=$source=. -ffile-prefix-map=$build=build -ffile-prefix-map=$sysroot=sysroot"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$here/toolchain.cmake" -DCMAKE_SYSROOT="$sysroot" \
  -DUNDERSTUDY_RELEASE_TRIPLET=$triplet -DUNDERSTUDY_RELEASE_COMPILER=$prefix -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS="-B$sysroot/usr/lib/$triplet $map" \
  -DUNDERSTUDY_BUILD_TESTS=OFF -DUNDERSTUDY_COMMIT="$UNDERSTUDY_COMMIT" -DUNDERSTUDY_RELEASE_ARCH="$arch" -DCMAKE_INSTALL_PREFIX=/usr -DCMAKE_INSTALL_LIBDIR=lib \
  ${emulator:+"-DCMAKE_CROSSCOMPILING_EMULATOR=$emulator;-L;$sysroot"} # by which the tool says what its completions are
cmake --build "$build" --parallel "$(nproc)" --target all understudy_probe # the probe is for packaging/release/test.sh alone
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")

name=understudy-$version-linux-$machine
STRIP=${prefix}strip python3 "$here/contents.py" linux "$version" "$name" "$sysroot" "$build" "$out/$name.spdx.json"

(cd "$build" && cpack -G DEB -B "$build/package")
cp "$build"/package/understudy_*.deb "$out/"

rm -rf "$build/stage"
DESTDIR=$build/stage cmake --install "$build" --strip
mv "$build/stage/usr" "$build/stage/$name"
tar -C "$build/stage" --sort=name --owner=root:0 --group=root:0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" --format=gnu -cf - "$name" |
  gzip -9n >"$out/$name.tar.gz"
