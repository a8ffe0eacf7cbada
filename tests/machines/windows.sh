#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows.sh: the layer and the headless runtime as Windows x86-64 modules, built by MinGW and loaded by the OpenXR loader under Wine. What an app
# is told there is compared with the oracle and with the same app on this machine. Ends with "N passed, N failed, N skipped".
#   UNDERSTUDY_OPENXR_SDK=DIR      OpenXR-SDK-Source, whose loader and hello_xr are built
#   UNDERSTUDY_NANOPB_SOURCE=DIR   nanopb's sources, as cmake/windows.cmake needs them
#   UNDERSTUDY_BUILD=DIR           the build for this machine, default build
#   UNDERSTUDY_WINE_ROOT=DIR       a Debian 13 with Wine, which is made if it is not there; default build/wine-root (2.2 GB)
# shellcheck disable=SC1091,SC2154,SC2317 # cases.sh, which is not followed, calls these functions and sets frames, played and probe
set -euo pipefail

source=$(cd "$(dirname "$0")/../.." && pwd)
build=${UNDERSTUDY_BUILD:-$source/build}
root=${UNDERSTUDY_WINE_ROOT:-$source/build/wine-root}
here=$source/tests/machines/windows
made=$source/build/windows # what is built for Windows
work=$made/trial
data=$source/tests/data
packages="bash wine64 wine xvfb mesa-vulkan-drivers libvulkan1"
mingw=x86_64-w64-mingw32
passed=0 failed=0 skipped=0

finish() {
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ] || exit 1
  [ "$passed" != 0 ] || exit 77
  exit 0
}
skip_all() {
  echo "SKIP: $*"
  skipped=1
  finish
}
pass() {
  echo "pass: $1"
  passed=$((passed + 1))
}
fail() {
  echo "FAIL: $1"
  failed=$((failed + 1))
}
# check WHAT COMMAND...: passes if the command succeeds. It prints what the command said if it fails.
check() {
  local what=$1
  shift
  if "$@" >"$work/check" 2>&1; then pass "$what"; else
    tail -n 5 "$work/check"
    fail "$what"
  fi
}

monado() { "$source/scripts/monado.sh" --root "$root" --packages "$packages" "$@"; }

for program in $mingw-gcc-posix $mingw-g++-posix; do
  command -v "$program" >/dev/null || skip_all "$program is not installed (package gcc-mingw-w64-x86-64-posix or g++-mingw-w64-x86-64-posix)"
done
sdk=${UNDERSTUDY_OPENXR_SDK:-} nanopb=${UNDERSTUDY_NANOPB_SOURCE:-}
[ -e "$sdk/src/loader" ] || skip_all "UNDERSTUDY_OPENXR_SDK does not name a folder of OpenXR-SDK-Source"
[ -e "$nanopb/pb_encode.c" ] || skip_all "UNDERSTUDY_NANOPB_SOURCE does not name a folder of nanopb's sources"
[ -x "$build/bin/oracle_compare" ] || skip_all "$build holds no build with tests"
rm -rf "$work"
mkdir -p "$work/files/rec ä 日本" "$work/linux"
monado prepare 2>"$work/prepare" || skip_all "$(tail -n 1 "$work/prepare")"

# --- build -----------------------------------------------------------------------------------------

# build NAME [option of cmake...] -- TARGET...
build() {
  local name=$1 options=()
  shift
  while [ "$1" != -- ]; do options+=("$1") && shift; done
  shift
  cmake -G Ninja -B "$made/$name" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw-w64-x86_64.cmake" -DCMAKE_BUILD_TYPE=RelWithDebInfo "${options[@]}" \
    >"$work/$name.log" 2>&1 && ninja -j "$(nproc)" -C "$made/$name" "$@" >>"$work/$name.log" 2>&1 && return 0
  tail -n 20 "$work/$name.log"
  fail "$name is built"
  finish
}
# hello_xr needs more of Vulkan than cmake/vulkan-1.def has: all that this machine's loader has, but for other windows.
mkdir -p "$made/vulkan"
vulkan=$(ldconfig -p | awk '/libvulkan\.so\.1 .*x86-64/ { print $NF; exit }')
{
  printf 'LIBRARY vulkan-1.dll\nEXPORTS\n'
  nm -D --defined-only "$vulkan" | awk '{ sub(/@.*/, "", $NF); print $NF }' | grep '^vk' | grep -vE 'Xcb|Xlib|Wayland|DirectFB'
  echo vkCreateWin32SurfaceKHR
} >"$made/vulkan/vulkan-1.def"
"$mingw-dlltool" --input-def "$made/vulkan/vulkan-1.def" --output-lib "$made/vulkan/libvulkan-1.a"
mkdir -p "$made/vulkan/include"
cp -r /usr/include/vulkan /usr/include/vk_video "$made/vulkan/include"
# MinGW lacks a name that the SDK compares with.
build sdk -S "$sdk" -DCMAKE_CXX_FLAGS=-DWINAPI_PARTITION_SYSTEM=0 -DDYNAMIC_LOADER=ON -DBUILD_TESTS=ON -DBUILD_API_LAYERS=OFF \
  -DBUILD_CONFORMANCE_TESTS=OFF -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON -DVulkan_INCLUDE_DIR="$made/vulkan/include" \
  -DVulkan_LIBRARY="$made/vulkan/libvulkan-1.a" -DCMAKE_INSTALL_PREFIX="$made/prefix" -DCMAKE_SHARED_LINKER_FLAGS=-static \
  -DCMAKE_EXE_LINKER_FLAGS=-static -- openxr_loader hello_xr
cmake --install "$made/sdk" >"$work/install.log" 2>&1 || [ -e "$made/prefix/cmake/OpenXRConfig.cmake" ]
build understudy -S "$source" -DUNDERSTUDY_WERROR=ON -DUNDERSTUDY_NANOPB_SOURCE="$nanopb" -DOpenXR_DIR="$made/prefix/cmake" -- all understudy_probe
"$mingw-gcc-posix" -O2 -static -o "$work/files/hold.exe" "$here/hold.c"

# --- run -------------------------------------------------------------------------------------------

# The same on this machine. The session that is recorded here is played there.
file() { printf '%s' "$work/linux/$1"; }
app() {
  local name=$1 settings=()
  shift
  while [ "$1" != -- ]; do settings+=("$1") && shift; done
  shift 2
  env -i PATH="$PATH" HOME="$work" XDG_DATA_DIRS="$build/share" XR_RUNTIME_JSON="$build/share/understudy/headless_runtime.json" UNDERSTUDY_ENABLE=1 \
    UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_EVENTS="$(file "$name.events")" UNDERSTUDY_EVENTS_LEVEL=calls \
    "${settings[@]}" "$build/bin/understudy_probe" "$@" --log "$(file "$name.app")" 2>"$(file "$name.said")" || true
}
mkdir -p "$work/linux/rec ä 日本"
cp "$data/demo.bin" "$work/linux/demo.bin"
cp "$data/demo.bin" "$work/linux/rec ä 日本/demo.bin"
ln -s recorded.mcap "$work/linux/session.mcap"
. "$here/cases.sh"

cp "$made/understudy/lib/"* "$made/understudy/bin/understudy_probe.exe" "$made/prefix/bin/"* "$here/cases.sh" "$data/demo.bin" "$work/files/"
cp "$data/demo.bin" "$work/files/rec ä 日本/"
cp "$work/linux/recorded.mcap" "$work/files/session.mcap"
monado run --no-service --proc --copy "$work/files:@/files" --copy "$here/inside.sh:@/inside.sh" --fetch "@/results:$work/wine" \
  -- bash @/inside.sh >"$work/inside" 2>&1 || { tail -n 5 "$work/inside"; fail "the programs run under Wine"; finish; }

# --- judge -----------------------------------------------------------------------------------------

wine=$work/wine linux=$work/linux
tool=$build/bin/understudy
ended() { grep -qx "$1 0" "$wine/codes" || { cat "$wine/$1.said"; return 1; }; }
says() { grep -qF -e "$2" "$wine/$1.said" || { cat "$wine/$1.said"; return 1; }; }
says_not() { ! grep -F -e "$2" "$wine/$1.said"; }
oracle() { ended "$1" && "$build/bin/oracle_compare" "$2" "$wine/$1.app" --layer-log "$wine/$1.said" --anchor local --min-lines "$frames"; }
as_linux() { ended "$1" && "$tool" compare "$linux/$1.events" "$wine/$1.events"; }
# only_exports DLL NAME, only_imports DLL: of Windows' own DLLs.
only_exports() { [ "$("$mingw-objdump" -p "$1" | sed -n '/\[Ordinal\/Name Pointer\]/,/^$/p' | awk 'NR > 1 && NF { print $NF }')" = "$2" ]; }
only_imports() { ! "$mingw-objdump" -p "$1" | awk '/DLL Name:/ { print $3 }' | grep -viE '^(advapi32|kernel32|msvcrt|ucrtbase|api-ms-win-[a-z0-9-]*)\.dll$'; }

layer=$made/understudy/lib/XrApiLayer_understudy.dll headless=$made/understudy/lib/understudy_headless.dll
check "the layer exports one function" only_exports "$layer" xrNegotiateLoaderApiLayerInterface
check "the runtime exports one function" only_exports "$headless" xrNegotiateLoaderRuntimeInterface
check "the layer needs Windows' own DLLs alone" only_imports "$layer"
check "the runtime needs Windows' own DLLs alone" only_imports "$headless"
check "a layer that is not registered is not loaded" says_not unregistered understudy:
check "a registered layer is quiet without UNDERSTUDY_ENABLE" says_not off understudy:
check "the app is told what the recording says" oracle played "$data/demo.bin"
check "two runs are equal" "$tool" compare "$wine/played.events" "$wine/twice.events"
check "the event log is that of Linux" as_linux played
check "which names the recording without its folders" grep -q '"play":"demo.bin"' "$wine/played.events"
check "a path with blanks and letters outside of ASCII" oracle named "$data/demo.bin"
check "its event log is that of Linux" as_linux named
check "a missing recording is named in UTF-8" says missing "C:\\understudy\\rec ä 日本\\nothing.bin"
check "a recording that another process has open" oracle held-all "$data/demo.bin"
check "one that another process shares with nobody is refused by name" says held-none "C:\\understudy\\demo.bin"
check "a session is recorded" ended recorded
check "Linux finds the recorded session sound" "$tool" check "$wine/recorded.mcap"
check "it plays under Wine" ended own
cp "$wine/recorded.mcap" "$linux/recorded.mcap"
rm "$linux"/own.*
app own "${played[@]}" UNDERSTUDY_PLAY="$(file recorded.mcap)" -- "${probe[@]}"
check "and on Linux with the same answers" as_linux own
check "a session recorded on Linux plays as on Linux" as_linux replayed
check "hello_xr with Vulkan ends well" ended hello
check "hello_xr plays the recording" says hello "playback starts"
check "its screenshots are written" test -s "$wine/shots/frame-000045-view-0.png"
finish
