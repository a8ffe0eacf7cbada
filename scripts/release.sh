#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes a release of the last commit, and tests it: docs/releasing.md.
#   scripts/release.sh [--once] [--untested] [--arch NAME] [OUT]
#   OUT         the folder for the files, default build/release/out; it must be empty or not be there
#   --once      build once; without it, twice in different folders: both must give the same bytes
#   --untested  make the files only
#   --arch NAME  of Linux only this architecture: amd64, arm64 or i386
# In OUT: a package for Debian and Ubuntu (.deb), a tarball for every Linux with glibc 2.31 or newer (.tar.gz), a zip for Windows (.zip), the Python package
# (.whl), lists of what is linked (.spdx.json, SPDX 2.3), the sources (-source.tar.gz), and SHA256SUMS. It takes about 40 minutes on two cores and 10 GB of disk.
# It exits with 0 if all was made and no test failed, 1 if not, 77 if it cannot be done here (one line says why).
set -euo pipefail
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/roots.sh"

usage() {
  sed -n '3,11s/^# \{0,1\}//p' "$0"
  exit 2
}
export LC_ALL=C.UTF-8 # SHA256SUMS lists the files in order
release=$project_dir/build/release
# Debian's names.
arches=(amd64 arm64 i386) once='' untested='' out=''
while [ $# -gt 0 ]; do
  case $1 in
  --once) once=1 ;;
  --untested) untested=1 ;;
  --arch)
    case ${2:-} in amd64 | arm64 | i386) arches=("$2") ;; *) usage ;; esac
    shift
    ;;
  -*) usage ;;
  *)
    [ -z "$out" ] || usage
    out=$1
    ;;
  esac
  shift
done
out=$(realpath -m "${out:-$release/out}")
[ ! -e "$out" ] || [ -z "$(ls -A "$out" 2>/dev/null || echo no folder)" ] || die "$out is not empty; name another folder, or remove it"
git -C "$project_dir" rev-parse --verify -q HEAD >/dev/null || die "a release is made of a commit, and $project_dir is no clone that git may read"
[ -z "$(git -C "$project_dir" status --porcelain --untracked-files=no)" ] || say "changes that are not committed are left out"
# Somebody may commit meanwhile.
UNDERSTUDY_COMMIT=$(git -C "$project_dir" rev-parse --short=12 HEAD)
export UNDERSTUDY_COMMIT
SOURCE_DATE_EPOCH=$(git -C "$project_dir" log -1 --format=%ct "$UNDERSTUDY_COMMIT")
version=$(git -C "$project_dir" show "$UNDERSTUDY_COMMIT:CMakeLists.txt" | sed -n 's/^project(understudy VERSION \([0-9.]*\).*/\1/p')
mkdir -p "$release" "$out"
trap 'give_back "$out"' EXIT

# prepare_root NAME SUITE PACKAGE...: a system of its own in $release/NAME, which is kept for the next time.
prepare_root() {
  local name=$1 suite=$2 status=0
  shift 2
  "$project_dir/scripts/monado.sh" --root "$release/$name" --suite "$suite" --packages "$*" prepare 2>"$release/why" || status=$?
  [ "$status" = 0 ] || { sed "s/^monado.sh: /SKIP: /" "$release/why"; return "$status"; }
  reach_network "$release/$name"
}

# in_builder COMMAND...: in the system that builds, where this folder's builds are in /understudy.
in_builder() {
  enter "$builder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH" \
    "UNDERSTUDY_COMMIT=$UNDERSTUDY_COMMIT" "$@"
}

# make_sysroot ARCH: what is linked, if the same scripts have not made it before with Debian's security updates.
make_sysroot() {
  local scripts=(packaging/release/sysroot.sh scripts/debian.sh) stamp=$builder/understudy/sysroot-$1/.made-by
  ! (cd "$project_dir" && cat "${scripts[@]}") | cmp -s - "$stamp" || return 0
  rm -rf "$builder/understudy/by"
  mkdir "$builder/understudy/by"
  (cd "$project_dir" && cp --parents "${scripts[@]}" "$builder/understudy/by/")
  in_builder /understudy/by/packaging/release/sysroot.sh "$1" "$(mirror_of "$builder")" "/understudy/sysroot-$1" || return
  [ -e "$builder/understudy/sysroot-$1/without-updates" ] || (cd "$builder/understudy/by" && cat "${scripts[@]}") >"$stamp"
}

# build_in FOLDER ARCH: one build, with its results in /understudy/FOLDER/out. Folders of different names and depth must not show in the results.
build_in() {
  local folder=$1 arch=$2 at=$builder/understudy/$1
  rm -rf --one-file-system "$at/build-$arch"
  mkdir -p "$at/source" "$at/out"
  [ -e "$at/source/CMakeLists.txt" ] || git -C "$project_dir" archive --format=tar "$UNDERSTUDY_COMMIT" | tar -xC "$at/source"
  in_builder "/understudy/$folder/source/packaging/release/build.sh" "$arch" "/understudy/sysroot-$arch" "/understudy/$folder/source" \
    "/understudy/$folder/build-$arch" "/understudy/$folder/out"
}

# build_windows FOLDER: the zip for Windows. The headers of OpenXR and Vulkan are the same for every architecture.
build_windows() {
  in_builder "/understudy/$1/source/packaging/release/windows.sh" /understudy/windows-sources "/understudy/sysroot-${arches[0]}/usr/include" \
    "/understudy/$1/source" "/understudy/$1/build-windows" "/understudy/$1/out"
}

# build_common FOLDER: what is the same for every architecture.
build_common() {
  in_builder python3 "/understudy/$1/source/packaging/release/wheel.py" "/understudy/$1/source" "$version" "/understudy/$1/out"
  git -C "$project_dir" archive --format=tar --prefix="understudy-$version/" "$UNDERSTUDY_COMMIT" | gzip -9n >"$builder/understudy/$1/out/understudy-$version-source.tar.gz"
}

builder=$release/builder packages=(gcc libc6-dev cmake ninja-build pkg-config nanopb protobuf-compiler esbuild libjs-three dpkg-dev file gzip python3
  debian-archive-keyring lintian gcc-mingw-w64-x86-64-posix gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-i686-linux-gnu libc6-dev-i386-cross qemu-user-static)
mapfile -t folders < <(echo one; [ -n "$once" ] || echo another/folder)
run_step "a Debian 12 that builds" 240 "$release/builder.log" prepare_root builder bookworm "${packages[@]}" || { tail -n 1 "$release/builder.log"; exit 77; }
rm -rf --one-file-system "$builder/understudy/one" "$builder/understudy/another"
mkdir -p "$builder/understudy"
for arch in "${arches[@]}"; do
  run_step "$arch: the libraries that are linked" 45 "$release/sysroot-$arch.log" make_sysroot "$arch" ||
    { tail -n 5 "$release/sysroot-$arch.log"; die "what is linked cannot be had"; }
  for folder in "${folders[@]}"; do
    run_step "$arch: building in /understudy/$folder" 150 "$release/build-$arch.log" build_in "$folder" "$arch" ||
      { grep -E -A8 'FAILED|error:' "$release/build-$arch.log" | cut -c 1-300 | tail -n 30; die "the build failed; all of it is in $release/build-$arch.log"; }
  done
done
for folder in "${folders[@]}"; do
  run_step "Windows: building in /understudy/$folder" 60 "$release/build-windows.log" build_windows "$folder" ||
    { tail -n 30 "$release/build-windows.log"; die "the build for Windows failed; all of it is in $release/build-windows.log"; }
  build_common "$folder" >/dev/null
  (cd "$builder/understudy/$folder/out" && sha256sum -- *.* >SHA256SUMS)
done
[ -n "$once" ] || cmp "$builder/understudy/one/out/SHA256SUMS" "$builder/understudy/another/folder/out/SHA256SUMS" || die "two builds gave different bytes"
[ -n "$once" ] || echo "two builds in different folders gave the same bytes"
cp "$builder"/understudy/one/out/* "$out/"
cat "$out/SHA256SUMS"
[ -n "$untested" ] || "$project_dir/packaging/release/test.sh" "$builder" "$out" "${arches[@]}"
