# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT
# Functions of all scripts. A script sources this file; it needs bash and `set -eu`.

project_dir=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '== %s\n' "$*" >&2; }

# clock SECONDS: 75 is 1:15.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# run_step WHAT USUAL_S LOG COMMAND...: runs the command, writes its output to LOG, and says what it does and how long that usually and really
# takes. Returns the command's status.
run_step() {
  local what=$1 usual_s=$2 log=$3 begun=$SECONDS status=0
  shift 3
  say "$what (usually $(clock "$usual_s") minutes)"
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" = 0 ]; then
    say "$what: done in $(clock $((SECONDS - begun)))"
  else
    say "$what: failed after $(clock $((SECONDS - begun)))"
  fi
  return "$status"
}

# run_tests DIR [ctest option...]: prints ctest's line for each test that ends, and the output of those that fail. Writes $DIR/tally: a line
# "TALLY passed failed skipped", and one for each test that failed or was skipped. Runs two tests more at a time than there are cores, because
# many tests mostly wait for frames.
run_tests() {
  local dir=$1 word name
  shift
  (cd "$dir" && exec ctest -j $(($(nproc) + 2)) --output-on-failure --timeout 900 "$@" 2>&1) | tee "$dir/ctest.log" |
    grep --line-buffered -v '^ *Start ' || true
  awk '/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: .* sec *$/ {
      line = $0
      sub(/^[^:]*: /, "", line)
      name = line
      sub(/ .*/, "", name)
      if (line ~ /[ .*]Passed +[0-9.]+ sec/) { passed++; print "PASSED " name }
      else if (line ~ /\*+Skipped /) { skipped++; print "SKIPPED " name }
      else { failed++; print "FAILED " name }
    }
    /^[0-9]+% tests passed/ || /^No tests were found/ { complete = 1 }
    END {
      if (!complete) { failed++; print "FAILED ctest" } # or tests that never ran would not be missed
      printf "TALLY %d %d %d\n", passed, failed, skipped
    }' "$dir/ctest.log" | sort -r >"$dir/tally"
  while read -r word name; do # logs: a gigabyte of all tests
    [ "$word" != PASSED ] || rm -rf --one-file-system "${dir:?}/tests/e2e/$name"
  done <"$dir/tally"
}

# skip_reason DIR TEST: prints the reason that a skipped test gave ("SKIP: reason").
skip_reason() {
  awk -v name="$2" '
    $0 ~ "^[0-9]+/[0-9]+ Test: " name "$" { here = 1 }
    here && /^SKIP: / { sub(/^SKIP: /, ""); print; exit }
    here && /^Test (Pass|Fail|Skip)/ { exit }' "$1/Testing/Temporary/LastTest.log"
}

# count_tests DIR: adds the results that run_tests wrote to DIR/tally to $passed, $failed, $skipped and $summary.
count_tests() {
  local dir=$1 kind a b c reason
  while read -r kind a b c; do
    case $kind in
    SKIPPED)
      reason=$(skip_reason "$dir" "$a")
      summary+="skipped: $a: ${reason:-it gave no reason}"$'\n'
      ;;
    FAILED) summary+="failed: $a (in ${dir#"$project_dir"/})"$'\n' ;;
    TALLY) passed=$((passed + a)) failed=$((failed + b)) skipped=$((skipped + c)) ;;
    esac
  done <"$dir/tally"
}

die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# give_back DIR: after `sudo scripts/x.sh`, gives the built files to the user who ran sudo. Scripts call it however they end. Roots of other
# systems keep their owners.
give_back() {
  if [ "$(id -u)" = 0 ] && [ -n "${SUDO_UID:-}" ] && [ -n "${SUDO_GID:-}" ] && [ -d "$1" ]; then
    find "$1" \( -path "$1/monado-root" -o -path "$1/debian" -o -path "$1/package-root" -o -path "$1/engines" -o -path "$1/fresh" -o -path "$1/machines" -o -path "$1/release" \) -prune -o -exec chown -h "$SUDO_UID:$SUDO_GID" {} + 2>/dev/null || true
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

# Ubuntu has the browsers as snaps alone. Where a release lacks them, their tests skip.
optional_packages=(chromium firefox-esr)

# available PACKAGE...: prints those that this release has or must have. Before the first `apt-get update` all of them.
available() {
  local package
  for package in "$@"; do
    # Another package may provide the name: Ubuntu's chromium-browser is a script that asks for the snap.
    [[ " ${optional_packages[*]} " != *" $package "* ]] || apt-cache policy "$package" | grep -q 'Candidate: [^(]' || ! apt-cache show gcc >/dev/null 2>&1 ||
      continue
    echo "$package"
  done
}

apt_install() {
  local packages
  as_root apt-get update || return
  mapfile -t packages < <(available "$@")
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}"
}

# need_packages PACKAGE...: installs those that are missing. If it cannot, it says what to type.
need_packages() {
  local missing log
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null || die "these packages are missing, and this is not Debian: ${missing[*]}"
  mapfile -t missing < <(available "${missing[@]}")
  [ ${#missing[@]} -gt 0 ] || return 0
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
  libzstd-dev libnanopb-dev nanopb protobuf-compiler esbuild libjs-three libcairo2-dev libedit-dev)
run_packages=(libopenxr-loader1 libopenxr-utils mesa-vulkan-drivers)
cpack_packages=(dpkg-dev file)
test_packages=("${cpack_packages[@]}" libcmocka-dev libopengl-dev libegl-dev libx11-dev libegl-mesa0 libglx-mesa0 xvfb g++ groff-base assimp-utils man-db openxr-layer-corevalidation openxr-layer-apidump debootstrap util-linux chromium python3 python3-pytest python3-pytest-xdist python3-yaml)
# Libraries that Debian has for its own machines alone.
windows_sources=(nanopb cjson zlib libzstd libpng1.6 tre)
windows_packages=(gcc-mingw-w64-x86-64-posix dpkg-dev)
check_packages=(binutils g++ clang clang-tidy clang-format shellcheck make firefox-esr "${windows_packages[@]}")
# Node may come from elsewhere, with npm: Debian's would not go with it.
command -v node >/dev/null || check_packages+=(nodejs)
command -v npm >/dev/null || check_packages+=(npm)

generator=Ninja
preset=release
# Undefined behaviour ends a program by SIGILL: reports of it would be five sixths of a program's data, which each start fills and reads.
asan_options=handle_sigill=1
# Another compiler warns of other things: warnings are errors in the checks alone, which set this.
strict=

# is_configured DIR: a configuration that failed leaves a cache, but nothing to build with.
is_configured() { [ -e "$1/build.ninja" ] || [ -e "$1/Makefile" ]; }

# cached DIR NAME: the value of a variable in the tree's cache.
cached() { sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt"; }

# configure_and_build WHAT USUAL_S DIR [cmake option...] [-- target...]: with the options of $preset in CMakePresets.json, but a new tree has
# warnings as errors only if $strict is set. A tree that is configured keeps its generator, its build type, and what warnings are: with other
# options everything is built again, also the libraries that tests of this tree have loaded while one of them runs a script.
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
  local with=$generator werror=OFF
  if is_configured "$dir"; then
    with=$(cached "$dir" CMAKE_GENERATOR)
    werror=$(cached "$dir" UNDERSTUDY_WERROR)
    options=("-DCMAKE_BUILD_TYPE=$(cached "$dir" CMAKE_BUILD_TYPE)" "${options[@]}")
  else
    rm -f "$dir/CMakeCache.txt"
  fi
  [ -n "$strict" ] || options=("-DUNDERSTUDY_WERROR=${werror:-OFF}" "${options[@]}")
  cmake -S "$project_dir" --preset "$preset" -B "$dir" -G "$with" "${options[@]}" >"$dir/configure.log" 2>&1 ||
    { tail -n 30 "$dir/configure.log" >&2; die "the build could not be configured"; }
  run_step "$what" "$usual_s" "$dir/build.log" cmake --build "$dir" --parallel "$(nproc)" "${targets[@]}" ||
    { grep -E -A8 'FAILED|error' "$dir/build.log" | head -n 60 >&2; die "the build failed; all of it is in $dir/build.log"; }
}
