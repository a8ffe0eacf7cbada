#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh BUILDER OUT ARCH...: tests what scripts/release.sh made in OUT, each in a system that holds nothing else. BUILDER is the system that built it:
# its lintian is asked, and its probe plays. UNDERSTUDY_COMMIT: what it was built of. Only what is for amd64 is run. The last line is "N passed, N failed"; the exit status is 1 if one failed.
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

# The list of contents must have the sums of what is installed.
contents() {
  unpack "$1"
  python3 - "$2" "$release/unpacked" <<'PYTHON'
import hashlib, json, sys
document = json.load(open(sys.argv[1]))
assert document["spdxVersion"] == "SPDX-2.3" and len(document["files"]) == 4 and len(document["packages"]) > 10
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

# package_in SUITE PACKAGE.deb [COMMAND_AS_SOMEONE]: installs it, lets a user use it, and purges it; then nothing of it is left.
package_in() {
  local suite=$1 package=$2 wheel=$3 status=0 python=()
  [ "$suite" = bullseye ] || python=(python3-venv python3-pytest)
  "$project_dir/scripts/monado.sh" --root "$release/$suite" --suite "$suite" \
    --packages "libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers${python[0]:+ ${python[*]}}" prepare || return
  fresh_copy "$release/$suite" "$used"
  cp "$package" "$used/understudy.deb"
  cp "$project_dir/tests/machines/inside/"* "$wheel" "$used/home/someone/"
  (cd "$used" && find . -path '*understudy*' | sort) >"$release/before"
  enter "$used" dpkg -i /understudy.deb || return
  as_someone "$used" "UNDERSTUDY_VERSION='$version' ./use.sh /usr" || status=$?
  [ ${#python[@]} = 0 ] || as_someone "$used" "./wheel.sh $(basename "$wheel")" || status=$?
  enter "$used" dpkg --purge understudy || return
  (cd "$used" && find . -path '*understudy*' ! -path './home/someone/*' ! -path './var/log/*' | sort) | comm -13 "$release/before" - | tee "$release/left"
  [ ! -s "$release/left" ] && [ "$status" = 0 ]
}

version="$(sed -n 's/^project(understudy VERSION \([0-9.]*\).*/\1/p' "$project_dir/CMakeLists.txt") (commit ${UNDERSTUDY_COMMIT:?})"
try "the sums" sums
for arch in "$@"; do
  case $arch in amd64) machine=x86_64 ;; arm64) machine=aarch64 ;; *) machine=i686 ;; esac
  tarball=$(echo "$out"/understudy-*-linux-$machine.tar.gz)
  try "$arch: the list of contents" contents "$tarball" "${tarball%.tar.gz}.spdx.json"
  try "$arch: what the programs need" "$project_dir/scripts/check.sh" symbols "$release/unpacked"
  try "$arch: lintian" lintian_is_quiet "$(echo "$out"/understudy_*_"$arch".deb)"
  [ "$arch" = amd64 ] || continue
  try "the tarball in Debian 11" "$project_dir/tests/machines/glibc231.sh" "$tarball" "$builder/understudy/one/build-amd64/bin/understudy_probe"
  for suite in bullseye bookworm trixie; do
    try "the package in $suite" package_in $suite "$(echo "$out"/understudy_*_amd64.deb)" "$(echo "$out"/*.whl)"
  done
done
try "Windows: the zip" unzip_windows "$(echo "$out"/*-windows-x86_64.zip)"
try "Windows: what the programs need" "$project_dir/scripts/check.sh" windows "$release/unpacked"
count() { grep -c "^$1: " "$log" || true; }
echo "$(count passed) passed, $(count failed) failed"
[ "$(count failed)" = 0 ]
