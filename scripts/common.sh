# SPDX-License-Identifier: MIT
# What the scripts share; sourced, not run. Needs bash and `set -eu`.

project_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '== %s\n' "$*" >&2; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# With `sudo scripts/x.sh`, what is built belongs to the person who typed it, however the script ends. Roots of
# other systems keep their owners.
give_back() {
  if [ "$(id -u)" = 0 ] && [ -n "${SUDO_UID:-}" ] && [ -n "${SUDO_GID:-}" ] && [ -d "$1" ]; then
    find "$1" \( -path "$1/monado-root" -o -path "$1/package-root" \) -prune -o -exec chown -h "$SUDO_UID:$SUDO_GID" {} + 2>/dev/null || true
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

# The packages of a list that are not installed.
missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || echo "$package"
  done
}

# Install what is missing of the packages named; says which, and what to type where it cannot.
need_packages() {
  local missing
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [ -n "$missing" ] || return 0
  command -v apt-get >/dev/null || die "these packages are missing, and this is not Debian: $missing"
  say "installing $missing"
  # shellcheck disable=SC2086
  as_root sh -c '
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    if ! { apt-get update && apt-get install -y --no-install-recommends "$@"; } >"$log" 2>&1; then
      tail -n 20 "$log" >&2
      exit 1
    fi
    rm -f "$log"' sh $missing ||
    die "the packages could not be installed; as root, type: apt-get update && apt-get install $missing"
}

build_packages=(gcc libc6-dev cmake ninja-build pkg-config libopenxr-dev libvulkan-dev libcjson-dev libpng-dev)
run_packages=(libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers)
test_packages=(libcmocka-dev dpkg-dev file g++ groff-base man-db openxr-layer-corevalidation openxr-layer-apidump debootstrap util-linux)

# What the sanitized build of the tests is configured with.
asan_options=(-DUNDERSTUDY_BUILD_TESTS=ON -DCMAKE_BUILD_TYPE=Debug -DUNDERSTUDY_SANITIZED=ON
  "-DCMAKE_C_FLAGS=-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -O1")

# configure_and_build DIR [cmake option...] [-- target...]
configure_and_build() {
  local dir=$1 options=() targets=()
  shift
  while [ $# -gt 0 ] && [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  if [ $# -gt 0 ]; then
    shift
    targets=(--target "$@")
  fi
  mkdir -p "$dir"
  # A configuration that failed half-way would be taken for a finished one.
  [ -e "$dir/build.ninja" ] || rm -f "$dir/CMakeCache.txt"
  cmake -S "$project_dir" -B "$dir" -G Ninja "${options[@]}" >"$dir/configure.log" 2>&1 ||
    { tail -n 30 "$dir/configure.log" >&2; die "the build could not be configured"; }
  cmake --build "$dir" "${targets[@]}" >"$dir/build.log" 2>&1 ||
    { grep -E -A8 'FAILED|error' "$dir/build.log" | head -n 60 >&2; die "the build failed; all of it is in $dir/build.log"; }
}
