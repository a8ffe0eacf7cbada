# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT
# Functions of all scripts. A script sources this file; it needs bash and `set -eu`.

project_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$project_dir/scripts/progress.sh"
. "$project_dir/scripts/run_tests.sh"

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# give_back DIR: after `sudo scripts/x.sh`, gives the built files to the user who ran sudo. Scripts call it however they end. Roots of other
# systems keep their owners.
give_back() {
  if [ "$(id -u)" = 0 ] && [ -n "${SUDO_UID:-}" ] && [ -n "${SUDO_GID:-}" ] && [ -d "$1" ]; then
    find "$1" \( -path "$1/monado-root" -o -path "$1/package-root" -o -path "$1/engines" \) -prune -o -exec chown -h "$SUDO_UID:$SUDO_GID" {} + 2>/dev/null || true
  fi
}

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    return 127
  fi
}

# missing_packages PACKAGE...: prints those that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
  done
}

# apt_install PACKAGE...: prints apt's status lines, which run_step reads.
apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive sh -c '
    apt-get update && exec apt-get install -y --no-install-recommends -o APT::Status-Fd=1 "$@"' sh "$@"
}

# need_packages PACKAGE...: installs those that are missing. If it cannot, it says what to type.
need_packages() {
  local missing log
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || die "these packages are missing, and this is not Debian: ${missing[*]}"
  say "these packages are missing: ${missing[*]}"
  # Ask for the password here, before the progress line is drawn.
  [ "$(id -u)" = 0 ] || ! command -v sudo >/dev/null || sudo -v || true
  log=$(mktemp)
  run_step "installing ${#missing[@]} packages and what they need" $((20 + 5 * ${#missing[@]})) "$log" apt_install "${missing[@]}" || {
    grep -vE '^(dl|pm)status:' "$log" | tail -n 20 >&2
    rm -f "$log"
    die "the packages could not be installed; as root, type: apt-get update && apt-get install ${missing[*]}"
  }
  rm -f "$log"
}

build_packages=(gcc libc6-dev cmake ninja-build pkg-config libopenxr-dev libvulkan-dev libgl-dev libxcb1-dev libcjson-dev libpng-dev
  libzstd-dev libnanopb-dev nanopb protobuf-compiler esbuild libjs-three libcairo2-dev)
run_packages=(libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers)
cpack_packages=(dpkg-dev file)
test_packages=("${cpack_packages[@]}" libcmocka-dev libegl-dev libegl-mesa0 libglx-mesa0 xvfb g++ groff-base man-db openxr-layer-corevalidation openxr-layer-apidump debootstrap util-linux chromium python3 python3-pytest python3-yaml)
check_packages=(binutils g++ clang clang-tidy clang-format shellcheck make firefox-esr)

generator=Ninja
preset=release

# configure_and_build WHAT USUAL_S DIR [cmake option...] [-- target...]: with the options of $preset in CMakePresets.json
configure_and_build() {
  local what=$1 usual_s=$2 dir=$3 options=() targets=()
  shift 3
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  if [ $# -gt 0 ]; then
    shift
    targets=(--target "$@")
  fi
  mkdir -p "$dir"
  # Remove the cache of a configuration that failed, or CMake would use it.
  [ -e "$dir/build.ninja" ] || [ -e "$dir/Makefile" ] || rm -f "$dir/CMakeCache.txt"
  cmake -S "$project_dir" --preset "$preset" -B "$dir" -G "$generator" "${options[@]}" >"$dir/configure.log" 2>&1 ||
    { tail -n 30 "$dir/configure.log" >&2; die "the build could not be configured"; }
  run_step "$what" "$usual_s" "$dir/build.log" cmake --build "$dir" --parallel "$(nproc)" "${targets[@]}" ||
    { grep -E -A8 'FAILED|error' "$dir/build.log" | head -n 60 >&2; die "the build failed; all of it is in $dir/build.log"; }
}
