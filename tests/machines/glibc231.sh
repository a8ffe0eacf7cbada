#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# glibc231.sh [TARBALL [PROBE]]: a user without root unpacks the tarball of a release in a Debian 11 (glibc 2.31, as in Ubuntu 20.04 and Steam's runtime
# "sniper") and plays the demo into that system's hello_xr with its loader. PROBE is understudy_probe, built as the release is. Without arguments it
# takes those that scripts/release.sh made, and makes them first if they are not there. The last line is "N passed, N failed, N skipped".
set -eu
. "$(dirname "$0")/../../scripts/common.sh"
. "$project_dir/scripts/roots.sh"

release=$project_dir/build/release
skip() {
  echo "SKIP: $*"
  echo "0 passed, 0 failed, 1 skipped"
  exit 77
}
tarball=${1:-} probe=${2:-}
if [ -z "$tarball" ]; then
  tarball=$(find "$release/out" -name 'understudy-*-linux-x86_64.tar.gz' 2>/dev/null | head -n 1)
  if [ -z "$tarball" ]; then
    status=0
    "$project_dir/scripts/release.sh" --once --untested --arch amd64 || status=$?
    [ "$status" != 77 ] || skip "no release can be made here"
    tarball=$(echo "$release"/out/understudy-*-linux-x86_64.tar.gz)
  fi
  probe=$release/builder/understudy/one/build-amd64/bin/understudy_probe
fi
[ -e "$tarball" ] || die "there is no $tarball"

base=$release/bullseye root=$release/bullseye-used status=0
"$project_dir/scripts/monado.sh" --root "$base" --suite bullseye --packages "libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers" prepare 2>"$release/why" || status=$?
[ "$status" = 0 ] || skip "$(sed 's/^monado.sh: //' "$release/why" | tail -n 1)"
fresh_copy "$base" "$root"
trap 'rm -rf --one-file-system "$root"' EXIT

home=$root/home/someone
mkdir "$home/try"
cp "$tarball" "$home/understudy.tar.gz"
[ ! -e "$probe" ] || cp "$probe" "$home/probe"
cp "$project_dir/tests/machines/inside/use.sh" "$home/"
chroot "$root" chown -R someone: /home/someone
grep -q 'bullseye' "$root/etc/os-release" || die "this is no Debian 11"
name=$(tar -tzf "$tarball" | head -n 1)
version=${name#understudy-}
version="${version%%-*} (commit [0-9a-f]*)"
as_someone "$root" "tar -xzf understudy.tar.gz && cd try && UNDERSTUDY_VERSION='$version' ../use.sh ~/${name%/} $([ ! -e "$probe" ] || echo /home/someone/probe)" \
  >"$release/glibc231.log" 2>&1 || { cat "$release/glibc231.log"; die "the user could not unpack it"; }
cat "$release/glibc231.log"

# The second method: what the probe was told, judged by a program that shares no code with the layer.
if [ -e "$home/try/probe.jsonl" ]; then
  judge=$project_dir/build/bin/oracle_compare
  configure_and_build "building the judge" 60 "$project_dir/build" -DUNDERSTUDY_BUILD_TESTS=ON -- oracle_compare
  if "$judge" "$project_dir/tests/data/demo.bin" "$home/try/probe.jsonl" --layer-log "$home/try/layer.log" --anchor local --min-lines 780; then
    echo "passed: what the probe was told is what the recording says"
  else
    echo "failed: what the probe was told is not what the recording says"
  fi | tee -a "$release/glibc231.log"
else
  echo "skipped: what the probe was told is not judged, because there is no probe" | tee -a "$release/glibc231.log"
fi
# A machine without Vulkan: the runtime is loaded all the same.
find "$root/usr/lib" -name 'libvulkan.so*' -delete
# shellcheck disable=SC2088 # the user's home
if as_someone "$root" "~/${name%/}/bin/understudy run --headless --play ~/${name}share/understudy/demo.bin --allow-unused -- openxr_runtime_list" >"$release/glibc231.said" 2>&1 &&
  grep -qi understudy "$release/glibc231.said"; then
  echo "passed: the headless runtime is loaded without a Vulkan loader"
else
  cat "$release/glibc231.said"
  echo "failed: the headless runtime is loaded without a Vulkan loader"
fi | tee -a "$release/glibc231.log"
count() { grep -c "^$1: " "$release/glibc231.log" || true; }
echo "$(count passed) passed, $(count failed) failed, $(count skipped) skipped"
[ "$(count failed)" = 0 ]
