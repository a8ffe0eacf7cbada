#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# sysroot.sh ARCH MIRROR DIR: makes DIR, what a release is compiled and linked against: the C library of Debian 11 (glibc 2.31), and the static
# libraries of Debian 12. ARCH is Debian's name (amd64, arm64, i386), MIRROR the address of a Debian mirror. Needs root's apt, but changes nothing of
# this system: what it downloads is unpacked below DIR. Ends with 1 if something cannot be had.
#
# The libraries are Debian 12's, because they still get security updates; any symbol that Debian 11's glibc lacks fails the link. Besides:
# DIR/archives.tsv says of each static library: its path, its package, the source's name and version; DIR/licences has each package's copyright file.
# DIR/without-updates is there if Debian 12's security updates for ARCH cannot be had: then the libraries are those of its last point release.
set -eu
. "$(dirname "$0")/../../scripts/debian.sh"
arch=$1 mirror=$2 dir=$3
security=${UNDERSTUDY_SECURITY_MIRROR:-http://deb.debian.org/debian-security}
keyring=/usr/share/keyrings/debian-archive-keyring.gpg
old=bullseye new=bookworm
# What cmake/requirements.cmake asks for, with the libraries that only a static link names.
libraries=(libopenxr-dev libvulkan-dev libgl-dev libxcb1-dev libzstd-dev libnanopb-dev libcairo2-dev libedit-dev libncurses-dev libbsd-dev libcjson-dev
  libpng-dev zlib1g-dev)
c_library=(libc6 libc6-dev linux-libc-dev libcrypt1)
# Debian's static libpng, zlib and cJSON are missing or cannot be part of a shared object: these are compiled here.
sources=(cjson libpng1.6 zlib)

case $arch in
amd64) triplet=x86_64-linux-gnu ;;
arm64) triplet=aarch64-linux-gnu ;;
i386) triplet=i386-linux-gnu c_library+=(libc6-i686) ;;
*) echo "sysroot.sh: no architecture $arch" >&2; exit 2 ;;
esac
[ "$arch" != i386 ] || unset 'c_library[4]'
case $arch in i386) compiler=i686-linux-gnu-gcc ;; *) compiler=$triplet-gcc ;; esac
lib=$dir/usr/lib/$triplet
rm -rf "$dir"
mkdir -p "$lib" "$dir/licences"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

apt_options=(-o "APT::Architecture=$arch" -o "APT::Architectures=$arch")
# prepare SUITE: what it has, apt_in "$work/SUITE" knows.
prepare() {
  local suite=$1 state=$work/$1 kind
  make_apt "$state"
  for kind in deb deb-src; do
    echo "$kind [signed-by=$keyring] $mirror $suite main"
    [ "$suite" = $old ] || echo "$kind [signed-by=$keyring] $security $suite-security main"
  done >"$state/sources.list"
  apt_in "$state" apt-get update && return
  [ "$suite" != $old ] || return 1
  # A mirror may be in the middle of its own update.
  sed -i '/-security /d' "$state/sources.list"
  apt_in "$state" apt-get update
  echo "$suite" >"$dir/without-updates"
}

# unpack PACKAGE.deb...: into DIR, with notes on the static libraries in it.
unpack() {
  local file name version source path
  for file in "$@"; do
    dpkg-deb -x "$file" "$dir"
    name=$(dpkg-deb -f "$file" Package) version=$(dpkg-deb -f "$file" Version) source=$(dpkg-deb -f "$file" Source)
    case $source in *'('*) version=${source#*(} version=${version%)} ;; esac
    source=${source:-$name} source=${source%% *}
    dpkg-deb --fsys-tarfile "$file" | tar -t | sed -n 's/^\.\(.*\.a\)$/\1/p' | while read -r path; do
      printf '%s\t%s\t%s\t%s\n' "$path" "$name" "$source" "$version"
    done >>"$dir/archives.tsv"
  done
}

# compile NAME VERSION LIBRARY OPTIONS FILE...: the files of an unpacked source as a static library.
compile() {
  local source=$work/$new/src/$1 name=$1 version=$2 library=$3 options=$4 file objects=()
  shift 4
  for file in "$@"; do
    # shellcheck disable=SC2086 # a list of words
    "$compiler" --sysroot="$dir" -O2 -fPIC -fstack-protector-strong -D_FORTIFY_SOURCE=2 "-ffile-prefix-map=$source=." $options -c "$source/$file.c" \
      -o "$source/$file.o"
    objects+=("$source/$file.o")
  done
  rm -f "$lib/$library"
  "${compiler%gcc}ar" rcsD "$lib/$library" "${objects[@]}"
  cp "$source/debian/copyright" "$dir/licences/$name"
  printf '/usr/lib/%s/%s\t%s\t%s\t%s\n' "$triplet" "$library" "$name" "$name" "$version" >>"$dir/archives.tsv.new"
}

prepare $old
prepare $new
(cd "$work/$old/cache/archives" && apt_in "$work/$old" apt-get download "${c_library[@]}")
apt_in "$work/$new" apt-get install -y --no-install-recommends --download-only "${libraries[@]}"
# The closure has programs, too, and Debian 12's C library.
mapfile -t files < <(find "$work/$new/cache/archives" -name '*.deb' \( -name 'lib*' -o -name 'x11proto*' -o -name 'zlib*' -o -name 'uuid*' -o -name 'xtrans*' \) \
  ! -name 'libc6*' ! -name 'libc-*' ! -name 'libcrypt*' ! -name 'libllvm*' ! -name 'libgl1-mesa-dri*' ! -name 'libpython*' ! -name 'libicu*' | sort)
unpack "${files[@]}" "$work/$old"/cache/archives/*.deb

# An absolute link would lead out of DIR.
find "$dir" -type l -lname '/*' | while read -r path; do
  ln -sfn "$(realpath -m --relative-to="$(dirname "$path")" "$dir$(readlink "$path")")" "$path"
done
# Nothing of a release is linked with shared libraries but with the C library's, and with those never statically. The probe of the tests is linked with
# the loaders of OpenXR and Vulkan.
find "$lib" -maxdepth 1 -name '*.so' ! -name 'lib[cm].so' ! -name 'lib[cm]-*' ! -name libmvec.so ! -name libpthread.so ! -name libdl.so ! -name librt.so \
  ! -name libvulkan.so ! -name libopenxr_loader.so -delete
for name in m m-2.31 mvec pthread dl c rt util anl BrokenLocale resolv crypt; do rm -f "$lib/lib$name.a"; done

: >"$dir/archives.tsv.new"
for name in "${sources[@]}"; do
  version=$(get_source "$work/$new" "$name")
  case $name in
  cjson) compile cjson "$version" libcjson.a "" cJSON ;;
  zlib) compile zlib "$version" libz.a "-D_LARGEFILE64_SOURCE=1 -DHAVE_UNISTD_H" adler32 compress crc32 deflate gzclose gzlib gzread gzwrite infback inffast inflate \
    inftrees trees uncompr zutil ;;
  libpng1.6)
    cp "$work/$new/src/$name/scripts/pnglibconf.h.prebuilt" "$work/$new/src/$name/pnglibconf.h"
    compile "$name" "$version" libpng16.a "-DPNG_ARM_NEON_OPT=0" png pngerror pngget pngmem pngpread pngread pngrio pngrtran pngrutil pngset pngtrans \
      pngwio pngwrite pngwtran pngwutil
    ;;
  esac
done
# What was compiled here takes the place of Debian's library of that name.
awk -F '\t' 'FNR == NR { ours[$1] = 1; print; next } !($1 in ours)' "$dir/archives.tsv.new" "$dir/archives.tsv" | sort >"$dir/archives.sorted"
mv "$dir/archives.sorted" "$dir/archives.tsv"
rm "$dir/archives.tsv.new"
cut -f 2 "$dir/archives.tsv" | sort -u | while read -r name; do
  [ -e "$dir/licences/$name" ] || cp -L "$dir/usr/share/doc/$name/copyright" "$dir/licences/$name"
done
