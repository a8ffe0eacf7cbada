#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh BUILDER OUT ARCH...: tests what scripts/release.sh made in OUT, each in a system that holds nothing else. BUILDER is the system that built it:
# its lintian is asked, and its probe plays. UNDERSTUDY_COMMIT: what it was built of. The last line is "N passed, N failed, N skipped"; the exit status is
# 1 if one failed.
set -eu
. "$(dirname "$0")/../../scripts/common.sh"
. "$project_dir/scripts/roots.sh"
builder=$1 out=$2
shift 2
release=$project_dir/build/release
log=$release/test.log
used=$release/used
: >"$log"
trap 'rm -rf --one-file-system "$used" "$release/unpacked"' EXIT

# try WHAT COMMAND...: says whether it passed; what it said is shown if not, or if it is about single steps itself.
try() {
  local what=$1 status=0
  shift
  "$@" >"$release/said" 2>&1 || status=$?
  [ "$status" != 77 ] || { echo "skipped: $what: $(tail -n 1 "$release/said")" | tee -a "$log" && return; }
  grep -E '^(passed|failed|skipped): ' "$release/said" | sed "s/^\([a-z]*\): /\1: $what: /" | tee -a "$log" || true
  if [ "$status" = 0 ]; then
    grep -qE '^(passed|failed|skipped): ' "$release/said" || echo "passed: $what" | tee -a "$log"
  else
    echo "failed: $what" | tee -a "$log"
    tail -n 40 "$release/said" | sed 's/^/    /'
  fi
}

sums() { (cd "$out" && sha256sum --check --strict SHA256SUMS) && [ "$(find "$out" -type f | wc -l)" = $(($(wc -l <"$out/SHA256SUMS") + 1)) ]; }

unpack() {
  rm -rf "$release/unpacked"
  mkdir "$release/unpacked"
  tar -xzf "$1" -C "$release/unpacked" --strip-components=1
}

unzip_windows() {
  rm -rf "$release/unpacked"
  python3 -m zipfile -e "$1" "$release/unpacked" && mv "$release"/unpacked/*/* "$release/unpacked/"
}

# contents LIST PROGRAMS LIBRARIES: the list of contents must have the sums of what is unpacked, so many programs, and at least so many libraries.
contents() {
  python3 - "$1" "$release/unpacked" "$2" "$3" <<'PYTHON'
import hashlib, json, sys
document = json.load(open(sys.argv[1]))
assert document["spdxVersion"] == "SPDX-2.3" and len(document["files"]) == int(sys.argv[3]) and len(document["packages"]) > int(sys.argv[4])
assert all(package["versionInfo"] and package["licenseDeclared"] for package in document["packages"])
identifiers = [entry["SPDXID"] for kind in ("packages", "files") for entry in document[kind]] + ["SPDXRef-DOCUMENT"]
assert len(set(identifiers)) == len(identifiers)
for relation in document["relationships"]:
    assert relation["spdxElementId"] in identifiers and relation["relatedSpdxElement"] in identifiers, relation
for entry in document["files"]:
    data = open(sys.argv[2] + entry["fileName"][1:], "rb").read()
    assert {"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()} in entry["checksums"], entry["fileName"]
PYTHON
}

lintian_is_quiet() {
  cp "$1" "$builder/understudy/"
  enter "$builder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 lintian --allow-root --fail-on error,warning \
    "/understudy/$(basename "$1")" >"$release/lintian"
  cat "$release/lintian"
  [ ! -s "$release/lintian" ]
}

# prepare ROOT SUITE ARCH PACKAGE...: a system without Understudy, which is kept for the next time. 77: it cannot be had; the last line says why.
prepare() {
  local root=$1 suite=$2 arch=$3
  shift 3
  if [ "$arch" = arm64 ]; then
    for_arch arm64 true || { echo "the kernel does not let this user choose an emulator, or there is none (package qemu-user-static)" && return 77; }
    prepare_arm64 "$root" "$suite" "$(mirror_of "$builder")" "$@"
  else
    "$project_dir/scripts/monado.sh" --root "$root" --suite "$suite" ${foreign:+--arch "$arch"} --packages "$*" prepare
  fi
}

# with_tarball TARBALL: the command line of a user who has it at home.
with_tarball() { echo "tar -xzf $(basename "$1") && cd tarball && UNDERSTUDY_VERSION='$version' ../use.sh ~/$(basename "$1" .tar.gz)"; }

# use_in SUITE ARCH: in a system of its own a user without root uses the tarball; then the package is installed, the user uses it and the wheel, and it is
# purged: nothing of it is left.
use_in() {
  local suite=$1 arch=$2 package tarball status=0 foreign='' python=() apt=(apt-get -y --no-install-recommends)
  package=$(echo "$out"/understudy_*_"$arch".deb) tarball=$(echo "$out"/understudy-*-linux-"$(machine_of "$arch")".tar.gz)
  if [ "$arch" != amd64 ]; then foreign=-$arch; elif [ "$suite" != bullseye ]; then python=(python3-venv python3-pytest); fi
  prepare "$release/$suite$foreign" "$suite" "$arch" libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers "${python[@]}" || return
  fresh_copy "$release/$suite$foreign" "$used" "$arch"
  cp "$package" "$used/understudy.deb"
  mkdir "$used/home/someone/tarball"
  cp "$project_dir/tests/machines/inside/"* "$tarball" "$out"/*.whl "$used/home/someone/"
  for_arch "$arch" chroot "$used" chown -R someone: /home/someone
  (cd "$used" && find . -path '*understudy*' | sort) >"$release/before"
  # Debian 11 is glibc231.sh's, and what is emulated is slow.
  case $suite-$arch in
  bullseye-* | *-arm64) ;;
  *)
    { for_arch "$arch" as_someone "$used" "$(with_tarball "$tarball")" || echo "failed: it cannot be unpacked"; } | sed -E 's/^(passed|failed): /&the tarball: /'
    ;;
  esac
  for_arch "$arch" enter "$used" "${apt[@]}" install /understudy.deb || return
  for_arch "$arch" as_someone "$used" "UNDERSTUDY_VERSION='$version' ./use.sh /usr" || status=$?
  [ ${#python[@]} = 0 ] || as_someone "$used" "./wheel.sh ./*.whl" || status=$?
  for_arch "$arch" enter "$used" "${apt[@]}" purge understudy || return
  (cd "$used" && find . -path '*understudy*' ! -path './home/someone/*' ! -path './var/log/*' | sort) | comm -13 "$release/before" - | tee "$release/left"
  [ ! -s "$release/left" ] && echo "passed: nothing is left" && [ "$status" = 0 ]
}

# tarball_in SUITE: the tarball alone, in another system for amd64.
tarball_in() {
  prepare "$release/$1" "$1" amd64 libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers || return
  fresh_copy "$release/$1" "$used"
  cp "$project_dir/tests/machines/inside/use.sh" "$out"/understudy-*-linux-x86_64.tar.gz "$used/home/someone/"
  mkdir "$used/home/someone/tarball"
  chroot "$used" chown -R someone: /home/someone
  as_someone "$used" "$(with_tarball "$out"/understudy-*-linux-x86_64.tar.gz)"
}

# completes_as_amd64 TARBALL: what an emulated tool says of itself is what any other says.
completes_as_amd64() {
  local tarball
  for tarball in "$1" "$out"/understudy-*-linux-x86_64.tar.gz; do
    tar -xzOf "$tarball" --wildcards '*/completions/understudy' '*/_understudy' '*/understudy.fish' | sha256sum
  done | tee "$release/completions" && [ "$(uniq "$release/completions" | wc -l)" = 1 ]
}

machine_of() { case $1 in amd64) echo x86_64 ;; arm64) echo aarch64 ;; *) echo i686 ;; esac; }
updates_of() { [ ! -e "$builder/understudy/sysroot-$1/without-updates" ] || { echo "the mirror has none for $1" && return 77; }; }

version="$(sed -n 's/^project(understudy VERSION \([0-9.]*\).*/\1/p' "$project_dir/CMakeLists.txt") (commit ${UNDERSTUDY_COMMIT:?})"
try "the sums" sums
for arch in "$@"; do
  tarball=$(echo "$out"/understudy-*-linux-"$(machine_of "$arch")".tar.gz)
  try "$arch: the tarball" unpack "$tarball"
  try "$arch: the list of contents" contents "${tarball%.tar.gz}.spdx.json" 4 10
  try "$arch: what the programs need" "$project_dir/scripts/check.sh" symbols "$release/unpacked"
  try "$arch: Debian's security updates of what is linked" updates_of "$arch"
  try "$arch: lintian" lintian_is_quiet "$(echo "$out"/understudy_*_"$arch".deb)"
  [ "$arch" = amd64 ] || [[ " $* " != *" amd64 "* ]] || try "$arch: the shells' completions" completes_as_amd64 "$tarball"
  suites=(bookworm)
  if [ "$arch" = amd64 ]; then
    try "the tarball in Debian 11" "$project_dir/tests/machines/glibc231.sh" "$tarball" "$builder/understudy/one/build-amd64/bin/understudy_probe"
    try "the tarball in Ubuntu 24.04" tarball_in noble
    suites=(bullseye bookworm trixie)
  fi
  for suite in "${suites[@]}"; do try "$arch in $suite" use_in "$suite" "$arch"; done
done
zip=$(echo "$out"/*-windows-x86_64.zip)
try "Windows: the zip" unzip_windows "$zip"
try "Windows: the list of contents" contents "${zip%.zip}.spdx.json" 3 6
try "Windows: what the programs need" "$project_dir/scripts/check.sh" windows "$release/unpacked"
count() { grep -c "^$1: " "$log" || true; }
echo "$(count passed) passed, $(count failed) failed, $(count skipped) skipped"
[ "$(count failed)" = 0 ]
