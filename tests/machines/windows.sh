#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# windows: the layer and the headless runtime as Windows x86-64 modules, built by MinGW and loaded by the OpenXR loader under Wine. What an app
# is told there is compared with the oracle and with the same app on this machine, and what the tool prints and writes with this machine's tool. The
# loader and hello_xr are built of Debian's sources. It needs root, debootstrap and 3 GB; it takes about 8 minutes on two cores.
# shellcheck disable=SC1091,SC2034,SC2154,SC2317 # cases.sh and starts.sh, which are not followed, call these functions, use folder and system, and set frames, played and probe
. "$(dirname "$0")/lib.sh"
. "$project_dir/scripts/debian.sh"
inputs=$machines/windows
made=$native/windows # what is built for Windows
sources=$made/sources
root=$here/root # a Debian 13 with Wine
wine=$here/wine linux=$here/linux
data=$project_dir/tests/data
tool=$native/bin/understudy
mingw=x86_64-w64-mingw32
monado() { "$project_dir/scripts/monado.sh" --root "$root" --packages "bash wine64 wine xvfb mesa-vulkan-drivers libvulkan1" "$@"; }

need_packages "${windows_packages[@]}" g++-mingw-w64-x86-64-posix
find "$here" -mindepth 1 -maxdepth 1 ! -name 'root*' -exec rm -rf {} +
mkdir -p "$sources" "$here/files/rec ä 日本" "$linux/rec ä 日本"
status=0
own_sources "$sources" openxr-sdk-source libjsoncpp cmocka 2>"$here/why" || status=$?
[ "$status" != 77 ] || skip "$(tail -n 1 "$here/why")"
[ "$status" = 0 ] || { cat "$here/why"; die "the sources of the loader, hello_xr and cmocka cannot be unpacked"; }
say "unpacking a Debian with Wine (usually 3 minutes)"
monado prepare 2>"$here/why" || skip "$(sed 's/^monado.sh: //' "$here/why" | tail -n 1)"

# --- build -----------------------------------------------------------------------------------------

# make_vulkan: hello_xr needs more of Vulkan than cmake/vulkan-1.def has: all that this machine's loader has, but for other windows.
make_vulkan() {
  local loader
  loader=$(ldconfig -p | awk '/libvulkan\.so\.1 .*x86-64/ && !found++ { print $NF }') # and reads on: ldconfig must not fail
  mkdir -p "$made/vulkan/include"
  {
    printf 'LIBRARY vulkan-1.dll\nEXPORTS\n'
    nm -D --defined-only "$loader" | awk '{ sub(/@.*/, "", $NF); print $NF }' | grep '^vk' | grep -vE 'Xcb|Xlib|Wayland|DirectFB'
    echo vkCreateWin32SurfaceKHR
  } >"$made/vulkan/vulkan-1.def"
  "$mingw-dlltool" --input-def "$made/vulkan/vulkan-1.def" --output-lib "$made/vulkan/libvulkan-1.a"
  cp -rp /usr/include/vulkan /usr/include/vk_video "$made/vulkan/include"
}

# build_sdk: the loader and hello_xr, in $made/prefix. The SDK is made for Microsoft's tools: MinGW lacks a name that it compares with, and CMake files of
# debug information; its linker takes no LIBRARY without a name. Debian leaves out the copy of jsoncpp that the loader has on Windows.
# hello_xr's mirror window goes: Wine changes its size when it likes, and hello_xr then ends itself by the error of its swapchain.
build_sdk() {
  local sdk=$sources/src/openxr-sdk-source
  if ! [ -e "$sdk/src/external" ]; then # once: what is touched is built again
    sed -i '/TARGET_PDB_FILE/d' "$sdk/src/loader/CMakeLists.txt"
    sed -i '/^LIBRARY *$/d' "$sdk/src/loader/openxr-loader.def"
    sed -i '/^#define USE_MIRROR_WINDOW/d' "$sdk/src/tests/hello_xr/graphicsplugin_vulkan.cpp"
    mkdir "$sdk/src/external"
  fi
  ln -sfn "$sources/src/libjsoncpp" "$sdk/src/external/jsoncpp"
  cmake -G Ninja -S "$sdk" -B "$made/sdk" -DCMAKE_TOOLCHAIN_FILE="$project_dir/cmake/mingw-w64-x86_64.cmake" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DCMAKE_CXX_FLAGS=-DWINAPI_PARTITION_SYSTEM=0 -DDYNAMIC_LOADER=ON -DBUILD_TESTS=ON -DBUILD_API_LAYERS=OFF -DBUILD_CONFORMANCE_TESTS=OFF \
    -DCMAKE_DISABLE_FIND_PACKAGE_OpenGL=ON -DVulkan_INCLUDE_DIR="$made/vulkan/include" -DVulkan_LIBRARY="$made/vulkan/libvulkan-1.a" \
    -DCMAKE_INSTALL_PREFIX="$made/prefix" -DCMAKE_SHARED_LINKER_FLAGS=-static -DCMAKE_EXE_LINKER_FLAGS=-static &&
    cmake --build "$made/sdk" --parallel "$(nproc)" --target openxr_loader hello_xr || return
  cmake --install "$made/sdk" || [ -e "$made/prefix/cmake/OpenXRConfig.cmake" ] # the other programs are not built
}

# build_units: the tests of src/platform.
build_units() {
  local test cmocka=$sources/src/cmocka
  "$mingw-gcc-posix" -O2 -w -DHAVE_INTTYPES_H -DHAVE_MALLOC_H -DHAVE_SIGNAL_H -DHAVE_GCC_THREAD_LOCAL_STORAGE -DHAVE_STRUCT_TIMESPEC \
    -I"$cmocka/include" -c -o "$made/cmocka.o" "$cmocka/src/cmocka.c" || return
  for test in open_files pipes; do
    "$mingw-gcc-posix" -O2 -static -fstack-protector-strong -D__USE_MINGW_ANSI_STDIO=1 -DCMOCKA_STATIC -I"$cmocka/include" -I"$project_dir/src" -I"$project_dir/tests/unit/support" \
      -o "$here/files/test_$test.exe" "$project_dir/tests/unit/platform/test_$test.c" "$made/cmocka.o" "$made/understudy/archive/libunderstudy_platform.a" \
      -lsynchronization -ladvapi32 -lshell32 || return
  done
}

check "MinGW builds the DLLs, which export and need what they may" "$project_dir/scripts/check.sh" windows
make_vulkan
run_step "building the loader and hello_xr" 60 "$here/sdk.log" build_sdk || { tail -n 20 "$here/sdk.log"; die "the loader and hello_xr are not built"; }
strict=1 configure_and_build "building the probe" 10 "$made/understudy" -DOpenXR_DIR="$made/prefix/cmake" -- understudy_probe
"$mingw-gcc-posix" -O2 -static -o "$here/files/hold.exe" "$inputs/hold.c"
"$mingw-gcc-posix" -O2 -static -o "$here/files/ends.exe" "$inputs/ends.c"
"$mingw-gcc-posix" -O2 -static -I"$made/prefix/include" -o "$here/files/d3d11.exe" "$inputs/d3d11.c" "$made/prefix/lib/libopenxr_loader.dll.a" -ld3d11 -ldxgi
build_units >"$here/units.log" 2>&1 || { cat "$here/units.log"; die "the tests of src/platform are not built"; }
gcc -O2 -o "$here/patterns" "$inputs/patterns.c"
"$mingw-gcc-posix" -O2 -static -I"$made/understudy/headers/tre" -o "$here/files/patterns.exe" "$inputs/patterns.c" "$made/understudy/libunderstudy_tre.a"

# --- run -------------------------------------------------------------------------------------------

# The same on this machine. The session that is recorded here is played there.
file() { printf '%s' "$linux/$1"; }
app() {
  local name=$1 settings=()
  shift
  while [ "$1" != -- ]; do settings+=("$1") && shift; done
  shift 2
  env -i PATH="$PATH" HOME="$here" XDG_DATA_DIRS="$native/share" XR_RUNTIME_JSON="$native/share/understudy/headless_runtime.json" UNDERSTUDY_ENABLE=1 \
    UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving UNDERSTUDY_EVENTS="$(file "$name.events")" UNDERSTUDY_EVENTS_LEVEL=calls \
    "${settings[@]}" "$native/bin/understudy_probe" "$@" --log "$(file "$name.app")" 2>"$(file "$name.said")" || true
}
tool() {
  local name=$1 code=0
  shift
  (cd "$linux" && env -i PATH="$PATH" HOME="$here" UNDERSTUDY_HEADLESS_EYE_SIZE=64 "$tool" "$@") >"$(file "$name.printed")" 2>&1 || code=$?
  echo "exit code $code" >>"$(file "$name.printed")"
}
talk() {
  local name=$1 code=0
  shift
  env -i -C "$linux" PATH="$PATH" HOME="$here" "$tool" "$@" >"$(file "$name.answers")" 2>"$(file "$name.said")" || code=$?
  echo "exit code $code" >>"$(file "$name.answers")"
}
# make_run NAME SAYS WARNS ARGUMENT...: a run of this machine in the folder of runs. Its run.json names the recording as it is found under Wine, too.
make_run() {
  local name=$1 says=$2 warns=$3
  shift 3
  (cd "$linux" && env -i PATH="$PATH" HOME="$here" "$tool" run --headless --play demo.bin --clock frame:60 --limit 120 --shoot 1.2s,1.5s --out "runs ä 日本/$name" "$@" -- \
    sh -c 'echo "$1"; echo "$2" >&2; shift 2; exec "$@"' - "$says" "$warns" "$native/bin/understudy_probe" --graphics vulkan2 --frames 60 --wait-focus --log /dev/null "${fault[@]}") \
    >"$here/run-$name.log" 2>&1 || [ "$name" = failed ] || { tail -n 5 "$here/run-$name.log"; die "the run '$name' does not end well"; }
  sed -i "s|\"folder\":\t\"[^\"]*\"|\"folder\":\t\".\"|" "$linux/runs ä 日本/$name/run.json"
}
cp "$data/demo.bin" "$linux/demo.bin"
cp "$data/demo.bin" "$linux/rec ä 日本/demo.bin"
mkdir "$linux/runs ä 日本"
fault=()
make_run good "level loaded in 12 ms" "warning: no sound" --from 1 --to 2
make_run again "level loaded in 13 ms" "warning: no sound" --from 1 --to 2
make_run later "level loaded in 13 ms" "warning: no sound" --from 1.1 --to 2
echo '{"version": 1, "expect": [{"name": "it buzzes", "kind": "haptic"}, {"name": "it warns", "kind": "output", "matches": "^warn"}]}' >"$linux/buzz.expect"
make_run failed "level loaded in 13 ms" "sound" --from 1 --to 2 --expect buzz.expect
fault=(--fault wrong-colour@10)
make_run other "level loaded in 3 ms" "error E42 at 0x7f3" --from 1 --to 2
echo '{"version": 1, "pictures": {"share": 1}, "output": {"ignore": ["^error E[0-9]+ at 0x", "sound$"]}}' >"$linux/allow.json"
echo '{"version": 1, "output": {"ignore": ["("]}}' >"$linux/wrong.json"
ln -s recorded.mcap "$linux/session.mcap"
graphics=vulkan2 drawing=(XDG_DATA_DIRS="$native/share:/usr/share") # the Vulkan loader finds its drivers there
. "$inputs/cases.sh"
ln -s "$native/bin/understudy_probe" "$linux/probe.exe"
ln -s "$native/bin/understudy_probe" "$linux/rec ä 日本/probe ä.exe"
cp "$project_dir/docs/examples/touch.person" "$linux/"
mkdir -p "$linux/sessions" "$sessions"
find "$sessions" -name '*.mcap' ! -name 'windows.mcap' -exec cp {} "$linux/sessions" \;
folder=$linux system=$(uname -m)
. "$inputs/starts.sh"
cp "$inputs/"*.jsonl "$inputs/drive.txt" "$linux"
cd "$linux"
. "$inputs/drives.sh"
cd "$project_dir"

mkdir "$here/files/moved"
cp -rL "$made/understudy/lib" "$made/understudy/bin" "$made/understudy/share" "$here/files/"
cp -r "$linux/runs ä 日本" "$linux/sessions" "$linux/touch.person" "$linux/allow.json" "$linux/wrong.json" "$here/files/"
cp "$made/understudy/bin/understudy_probe.exe" "$made/prefix/bin/"* "$inputs/cases.sh" "$inputs/starts.sh" "$inputs/drives.sh" "$inputs/"*.jsonl "$inputs/drive.txt" "$data/demo.bin" "$here/files/"
cp "$made/understudy/bin/understudy_probe.exe" "$here/files/probe.exe"
cp "$made/understudy/bin/understudy_probe.exe" "$here/files/rec ä 日本/probe ä.exe"
cp "$made/prefix/bin/"*.dll "$here/files/rec ä 日本/"
cp "$data/demo.bin" "$here/files/rec ä 日本/"
cp "$linux/recorded.mcap" "$here/files/session.mcap"
run_step "running the programs under Wine" 180 "$here/inside.log" monado run --no-service --proc --copy "$here/files:@/files" \
  --copy "$inputs/inside.sh:@/inside.sh" --fetch "@/results:$wine" -- bash @/inside.sh || { tail -n 5 "$here/inside.log"; die "the programs do not run under Wine"; }

# --- judge -----------------------------------------------------------------------------------------

played_again() {
  (cd "$linux" && env -i PATH="$PATH" HOME="$here" "$tool" run --headless --play "$wine/typed ä.mcap" --clock frame --limit 60 --quiet --log again.jsonl -- ./probe.exe "${driven[@]}" told.app) &&
    "$tool" compare "$wine/typed.jsonl" "$linux/again.jsonl"
}
ended() { grep -qx "$1 0" "$wine/codes" || { cat "$wine/$1.said"; return 1; }; }
says() { grep -qF -e "$2" "$wine/$1.said" || { cat "$wine/$1.said"; return 1; }; }
says_not() { ended "$1" && ! grep -F -e "$2" "$wine/$1.said"; }
oracle() { ended "$1" && "$native/bin/oracle_compare" "$2" "$wine/$1.app" --layer-log "$wine/$1.said" --anchor local --min-lines "$frames"; }
as_linux() { ended "$1" && "$tool" compare "$linux/$1.events" "$wine/$1.events"; }

check "src/platform reads and writes files as its headers say" ended test_open_files
check "and pipes" ended test_pipes
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

# The app draws with Direct3D there, with Vulkan here. Its log has the extension, the API and the number of R8G8B8A8_SRGB.
same_but_graphics() {
  local at
  for at in "$linux" "$wine"; do
    sed -E 's/XR_KHR_(vulkan_enable2|D3D11_enable)/GRAPHICS/; s/"graphics":"(vulkan|d3d11)"/"graphics":""/; s/"format":(43|29),/"format":0,/' "$at/$1.events" >"$at/$1.same"
  done
  ended "$1" && "$tool" compare "$linux/$1.same" "$wine/$1.same"
}
pixels() { "$native/bin/understudy_pixels" "$wine/$1.png" "${@:2}"; }
check "Direct3D 11: calls are answered and refused as specified, and images are as they are asked for" ended direct3d
check "Direct3D 11: the log is that of an app with Vulkan on Linux" same_but_graphics drawn
check "Direct3D 11: the screenshots are those of an app with Vulkan on Linux" "$tool" compare "$linux/drawn" "$wine/drawn"
for blue in 5:188 45:170; do # sRGB of 0.5 and of 0.4
  frame=drawn/frame-$(printf %06d "${blue%:*}")
  check "Direct3D 11: the left eye's colour in frame ${blue%:*}" pixels "$frame-view-0" 128x128 "0,0=255,0,${blue#*:}" "127,127=255,0,${blue#*:}"
  check "Direct3D 11: the right eye's colour in frame ${blue%:*}" pixels "$frame-view-1" 128x128 "0,0=0,255,${blue#*:}" "127,127=0,255,${blue#*:}"
done
for format in 29-1 29-65 91-1 28-1 87-65 10-1; do
  check "Direct3D 11: the first layer of an image, format and usage $format" pixels "draw-$format/frame-000003-view-0" 32x16 \
    15,0=255,0,137 16,0=255,255,255 31,3=255,255,255 31,4=255,0,137 0,15=255,0,137
  check "Direct3D 11: the right half of its second layer" pixels "draw-$format/frame-000003-view-1" 16x16 \
    0,0=255,255,255 15,3=255,255,255 0,4=0,255,137 15,15=0,255,137
done
check "Direct3D 11: after screenshots, too, the app's device has no other reference" ended draw-29-1
check "Direct3D 11: a format that is not copied is named" says draw-24-1 "screenshots of format DXGI_FORMAT_R10G10B10A2_UNORM are not supported"

prints() { grep -qF -e "$2" "$wine/$1.printed" || { cat "$wine/$1.printed"; return 1; }; }
manifest='C:\understudy\lib\XrApiLayer_understudy.json'
registers() { ended "$1" && grep -qE "^ *${manifest//\\/\\\\} +REG_DWORD +0x0$" "$wine/$1.said" || { cat "$wine/$1.said"; return 1; }; }
check "install registers the layer for the user" registers user
check "uninstall removes it, behind a long name of another layer" prints uninstall-user "Removed for you."
check "it is out of the registry" says_not user-after XrApiLayer
check "the other layer stays in it" says user-after longlong
check "install finds its own layer under another name" registers respelt
check "and puts its own in place of it" says_not respelt 'bin\..'
check "uninstall finds it, too" prints uninstall-respelt "Removed for you."
check "both are out of the registry" says_not respelt-after XrApiLayer
check "a layer that is registered in another folder is not registered twice" prints install-second 'is registered at C:\understudy\moved\lib\XrApiLayer_understudy.json already'
check "and stays out of the registry" says_not before XrApiLayer
check "uninstall removes what a folder left that is gone" prints uninstall-moved "Removed for you."
check "the registry no longer has it" says_not moved-after XrApiLayer
check "install --system registers it for all, and apps load it" registers system
check "uninstall --system removes it" prints uninstall-system "Removed for all users."
check "it is out of the registry for all" says_not system-after XrApiLayer
check "nothing is left then" prints uninstall-again "Nothing was registered for all users."
"$here/patterns" >"$linux/patterns.printed"
check "regular expressions find what they find on Linux" cmp "$linux/patterns.printed" "$wine/patterns.printed"
check "a path is printed as it was typed" prints typed 'C:\understudy\rec ä 日本\nothing.bin:'
for name in info checked sampled made table packed survey edited page taken lost listed performed unperformed same differing allowed unallowed told logs \
  recordings pictures picture unpictured expected unexpected judged failing shown suite suited; do
  check "the tool prints what it prints on Linux: $name" cmp "$linux/$name.printed" "$wine/$name.printed"
done
for name in 'rec ä 日本/made.mcap' made.csv packed.mcap edited.bin page.html 'rec ä 日本/poke-001.mcap' 'rec ä 日本/poke-002.mcap' \
  'differences ä/frame-000012-view-0.png' good.expect judged.json two.html suite.xml; do
  check "the tool writes the bytes that it writes on Linux: $name" cmp "$linux/$name" "$wine/$name"
done
# But for the time and the machine.
timeless() { sed -E 's/"made":"[^"]*"//g; s/ (timestamp|hostname)="[^"]*"//g' "$1"; }
for name in failing.xml suite.html 'suite ä.html'; do
  check "and but for the time: $name" cmp <(timeless "$linux/$name") <(timeless "$wine/$name")
done
# The same on both systems is not enough: what differs fails.
for name in differing told logs recordings pictures picture failing; do check "exit code 1: $name" grep -qx "exit code 1" "$wine/$name.printed"; done
for name in same allowed judged expected shown suite suited listed performed; do check "exit code 0: $name" grep -qx "exit code 0" "$wine/$name.printed"; done
for name in unperformed unallowed unpictured unexpected; do check "exit code 2: $name" grep -qx "exit code 2" "$wine/$name.printed"; done

# --- what the tool starts --------------------------------------------------------------------------

code() { grep -qx "exit code $2" "$wine/$1.printed" || { cat "$wine/$1.printed"; return 1; }; }
same_logs() { code "$1" 0 && "$tool" compare "$linux/$2" "$wine/$2"; }
same_answer() { code "answer-$1" 0 && same_log "$linux/answer-$1.jsonl" "$wine/answer-$1.jsonl"; }
passed() { code "$1" "$3" && grep -qE "\"passed\":[[:space:]]*$2" "$wine/$4" && grep -qE "\"passed\":[[:space:]]*$2" "$linux/$4"; }
facts() { tr -d '[:space:]' <"$wine/$1/run.json" | grep -qF -e "$2" || { cat "$wine/$1/run.json"; return 1; }; }
check "without a runtime for all, run says what an administrator's apps need" prints start-no-runtime 'apps that run as administrator use only the runtime'
check "without the layer it says how to register it" prints start-unregistered "understudy install --system"
check "and starts nothing" code start-unregistered 5
check "run starts an app, and its log is that of Linux" same_logs start 'start ä 日本/log.jsonl'
check "its verdict is that of Linux" passed start true 0 start.json
check "run.json says how the app ended" facts 'start ä 日本' '"end":{"how":"exited","exit_code":0},"exit_code":0}'
check "a program, its arguments and a recording with letters outside of ASCII" same_logs start-named named.jsonl
check "--repeat 2 finds no difference" prints start-twice "deterministic: no difference in 600 frames"
check "an app that leaves early fails on both" passed start-part false 1 part.json
check "a crash is named" prints start-crash "signal 11 (access violation, 0xC0000005) ended the app"
check "and has the exit code that it has on Linux" code start-crash 139
check "run.json says so, too" facts crashed '"end":{"how":"signal","signal":11}'
check "an exit code passes" code start-code 7
check "arguments reach the app as they are" prints start-words '<a b><><say "so"><C:\a\><\\"><ä日>'
check "a time limit ends an app" code start-tree 124
check "and every process that it started" grep -qx "free 0" "$wine/codes"
check "a program that is missing" code start-missing 127
check "a recording that is missing" code start-recording 4
check "a folder is no program" code start-folder 126
check "there is no window" prints start-window "--window: the headless runtime has no window on Windows"
check "and no X server" prints start-xvfb "--virtual-display starts an X server"
check "nothing is recorded, so that there is no place for a marker" code mark-nothing 1
check "a session is recorded by the tool" code start-record 0
check "with a marker" prints marked here
check "a session of a person with controllers is recorded" code touched 0
cp "$wine/sessions/windows.mcap" "$linux/sessions/"
answer windows
check "it is this machine's" "$tool" compare "$linux/sessions/$system.mcap" "$wine/sessions/windows.mcap"
for session in "$linux"/sessions/*.mcap; do
  check "the session of $(basename "$session" .mcap) has the answers that it has on Linux" same_answer "$(basename "$session" .mcap)"
done
cp "$linux/sessions/$system.mcap" "$linux/sessions/windows.mcap" "$sessions/"
check "hello_xr is started and ends after the recording" code start-hello 0
check "its screenshots are in the run folder" test -s "$wine/hello-run/pictures/frame-000045-view-0.png"

# --- what the tool drives --------------------------------------------------------------------------

# But for the times, how far an app has come that has not asked for a frame yet, the folder that all is in, and the command line that plays again,
# whose quotes depend on it.
answers() { sed -E 's/"wall_ms":[0-9.]+/"wall_ms":0/g; s/("frame":null,"time_s":null),"state":[^,]*,"app_waits":[a-z]+/\1/; s/replay[^}]*//; s#\\{2,4}#/#g; s#C:[/\\]+understudy[/\\]#HERE/#g; s#'"$linux"'/#HERE/#g' "$1"; }
same_answers() { cmp <(answers "$linux/$1.answers") <(answers "$wine/$1.answers"); }
ends_with() { grep -qx "exit code $2" "$wine/$1.answers" || { tail -n 5 "$wine/$1.said"; return 1; }; }
for name in asked typed seen; do
  check "a drive answers as on Linux: $name" same_answers "$name"
  check "and ends well" ends_with "$name" 0
done
check "the app was told what it is told on Linux" "$tool" compare "$linux/asked ä" "$wine/asked ä"
check "before undo as well" "$tool" compare "$linux/asked ä/log-undone.jsonl" "$wine/asked ä/log-undone.jsonl"
check "by a script, too" "$tool" compare "$linux/typed.jsonl" "$wine/typed.jsonl"
check "and it draws the same" "$tool" compare "$linux/seen" "$wine/seen"
check "the recording of a drive is sound" "$tool" check "$wine/typed ä.mcap"
check "and plays on Linux with the same answers" played_again
check "an app that is missing is said" ends_with undriven 127
check "an app that crashes is told to the client" grep -q 'the app has ended: signal 11 (access violation, 0xC0000005) ended it' "$wine/crashed.answers"
check "an agent is answered as on Linux" same_answers agent
check "and the server ends with it" ends_with agent 0
members() { grep -oE '"[a-z_]+":' "$1" | tr -d '\r' | sort -u; }
check "doctor --json has the members of Linux" cmp <(members "$linux/doctored.answers") <(members "$wine/doctored.answers")
check "and finds the loader that is beside it, the runtime, the layer and Vulkan" ends_with doctored 0
check "run.json names the Vulkan devices" facts 'start ä 日本' '"vulkan":[{"name":"llvmpipe'
check "there is no socket" prints drive-socket "--socket drive.sock: there are no such sockets on Windows; start the drive with --stdio"
check "nor a prompt without input" prints drive-nobody "pass --stdio, and ask by standard input and output, or give a script"
check "nor a window" prints drive-window "--window: the headless runtime has no window on Windows"
report
