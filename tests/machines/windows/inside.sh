#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# inside.sh: the part of the trial of Windows that runs under Wine, in the folder `u` with the programs, the DLLs and the recordings. It ends
# with the programs' exit codes in the file codes, one line for each.
set -u
exec </dev/null
u=$PWD
key='HKLM\Software\Khronos\OpenXR\1'
# Wine takes the letters of a path from the locale.
export WINEPREFIX=$u/wine WINEDEBUG=-all WINEARCH=win64 LC_ALL=C.UTF-8

# Direct3D under Wine needs a display before its first program starts.
Xvfb -displayfd 3 -screen 0 640x480x24 3>display >/dev/null 2>&1 &
display=$!
for _ in $(seq 300); do [ -s display ] && break || sleep 0.1; done
DISPLAY=:$(cat display)
export DISPLAY
wineboot -i >/dev/null 2>&1 || { echo "wineboot failed"; exit 1; }
c=$WINEPREFIX/drive_c/understudy
mv files "$c"
cd "$c" || exit 1

# file NAME: its path for a program.
file() { printf 'C:\\understudy\\%s' "${1//\//\\}"; }
app() {
  local name=$1 code=0 settings=()
  shift
  while [ "$1" != -- ]; do settings+=("$1") && shift; done
  shift
  local program=$1.exe
  shift
  [ "$program" != understudy_probe.exe ] || set -- "$@" --log "$name.app"
  env UNDERSTUDY_EVENTS="$(file "$name.events")" UNDERSTUDY_EVENTS_LEVEL=calls "${settings[@]}" \
    timeout -k 5 900 wine "$program" "$@" >"$name.out" 2>"$name.said" || code=$?
  echo "$name $code" >>codes
}
tool() {
  local name=$1 code=0
  shift
  UNDERSTUDY_HEADLESS_EYE_SIZE=64 timeout -k 5 900 wine bin/understudy.exe "$@" >"$name.printed" 2>&1 || code=$?
  echo "exit code $code" >>"$name.printed"
}

talk() {
  local name=$1 code=0
  shift
  env -u UNDERSTUDY_ENABLE -u UNDERSTUDY_HEADLESS_RATE_HZ -u UNDERSTUDY_HEADLESS_PERSON timeout -k 5 900 wine bin/understudy.exe "$@" >"$name.answers" 2>"$name.said" || code=$?
  echo "exit code $code" >>"$name.answers"
}

# What crashes ends, and does not wait for a person who looks at its box.
wine reg add 'HKCU\Software\Wine\WineDbg' /v ShowCrashDialog /t REG_DWORD /d 0 /f >/dev/null
for test in test_open_files test_pipes; do
  code=0
  timeout -k 5 300 wine "$test.exe" >"$test.said" 2>&1 || code=$?
  echo "$test $code" >>codes
done
tool start-no-runtime run --headless --play demo.bin -- probe.exe
wine reg add "$key" /v ActiveRuntime /t REG_SZ /d "$(file lib/headless_runtime.json)" /f >/dev/null
tool start-unregistered run --headless --play demo.bin -- probe.exe
app unregistered UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$(file demo.bin)" -- understudy_probe --graphics headless --frames 10
# registered NAME PART: what the registry has there, in NAME.said. The key above the layers' is there in any case.
registered() {
  local code=0
  wine reg query "${key/HKLM/$2}" /s >"$1.query" 2>&1 || code=$?
  tr -d '\r' <"$1.query" >"$1.said"
  echo "$1 $code" >>codes
}
# register PART NAME: another layer's value.
register() { wine reg add "${key/HKLM/$1}\\ApiLayers\\Implicit" /v "$2" /t REG_DWORD /d 0 /f >/dev/null; }
# Another's name, which comes first and is longer than a path of Windows usually is.
register HKCU "A:\\$(printf 'long%.0s' {1..100}).json"
tool install-user install
registered user HKCU
tool uninstall-user uninstall
registered user-after HKCU
register HKCU 'C:\understudy\bin\..\lib\XrApiLayer_understudy.json'
tool install-respelt install
registered respelt HKCU
register HKCU 'C:\understudy\bin\..\lib\XrApiLayer_understudy.json'
tool uninstall-respelt uninstall
registered respelt-after HKCU
cp -r bin lib moved/
(cd moved && tool install-moved install)
tool install-second install --system
rm -r moved
tool uninstall-moved uninstall
registered moved-after HKCU
registered before HKLM
tool install-system install --system
registered system HKLM
app off -- understudy_probe --graphics headless --frames 10
export UNDERSTUDY_ENABLE=1 UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving
graphics=d3d11 drawing=()
folder=. system=windows
. ./cases.sh
. ./starts.sh
app direct3d -- d3d11 calls
# R8G8B8A8 and B8G8R8A8, as sRGB and linear; textures with a format and without; 16-bit floats; and one that is not copied.
for format in '29 1' '29 65' '91 1' '28 1' '87 65' '10 1' '24 1'; do
  # shellcheck disable=SC2086 # two words
  app "draw-${format/ /-}" "${played[@]}" UNDERSTUDY_PLAY="$(file demo.bin)" UNDERSTUDY_SHOOT=frame:3 UNDERSTUDY_SHOTS_DIR="$(file "draw-${format/ /-}")" \
    -- d3d11 draw $format
done
cp libopenxr_loader.dll bin/openxr_loader.dll # for doctor
. ./drives.sh
tool drive-socket drive --socket drive.sock -- ./probe.exe
tool drive-nobody drive --headless -- ./probe.exe
tool drive-window drive --headless --window -- ./probe.exe
talk crashed drive --stdio --headless --save crashed.mcap -- ends.exe crash <drive.jsonl
start() { tool "$1" run --headless --play demo.bin "${@:2}"; }
start start-crash --out crashed -- ends.exe crash
start start-code -- ends.exe code 7
start start-words --allow-unused -- ends.exe words 'a b' '' 'say "so"' "C:\\a\\" '\\"' 'ä日'
start start-tree --limit 3 --allow-unused -- ends.exe tree held.txt
timeout -k 5 60 wine ends.exe free held.txt >free.said 2>&1
echo "free $?" >>codes
start start-folder -- ./lib
start start-window --window -- probe.exe
start start-xvfb --virtual-display -- probe.exe
tool mark-nothing mark here
# A marker is set while the app runs, in real time.
tool start-record record --headless --rate 60 --person moving -o marked.mcap -- ./probe.exe --graphics headless --wait-focus --frames 600 --log told.app &
recorder=$!
for _ in $(seq 100); do
  timeout -k 5 60 wine bin/understudy.exe mark here >marked.said 2>&1 && break || sleep 0.2
done
wait "$recorder"
tool marked info marked.mcap
tool typed info "$(file 'rec ä 日本/nothing.bin')"
wine patterns.exe >patterns.said 2>/dev/null
tr -d '\r' <patterns.said >patterns.printed

# A file that another process has open.
for share in all none; do
  mkfifo "$share.input"
  wine hold.exe demo.bin "$share" <"$share.input" >"$share.held" 2>&1 &
  exec 3>"$share.input"
  for _ in $(seq 300); do grep -q held "$share.held" && break || sleep 0.1; done
  app "held-$share" "${played[@]}" UNDERSTUDY_PLAY="$(file demo.bin)" -- "${probe[@]}"
  exec 3>&-
  wait $!
done

if [ -e hello_xr.exe ]; then
  # hello_xr leaves when its input ends, and does not end before: the input ends with the instance, of which the runtime then writes a report.
  mkfifo hello.input
  (until grep -qs '"haptics":' hello.report; do sleep 0.1; done) >hello.input &
  feeder=$!
  UNDERSTUDY_HEADLESS_REPORT=$(file hello.report) UNDERSTUDY_HEADLESS_FRAMES=200 UNDERSTUDY_HEADLESS_EYE_SIZE=128 \
    app hello "${played[@]}" UNDERSTUDY_PLAY="$(file demo.bin)" \
    UNDERSTUDY_SHOOT=frame:45 UNDERSTUDY_SHOTS_DIR="$(file shots)" -- hello_xr -g Vulkan2 <hello.input
  # The tool holds hello_xr's input open until its session ends.
  UNDERSTUDY_HEADLESS_EYE_SIZE=128 tool start-hello run --headless --play demo.bin --to 2 --clock frame:60 --limit 300 \
    --shoot frame:45 --out hello-run -- hello_xr.exe -g Vulkan2
  kill "$feeder" 2>/dev/null
fi
tool uninstall-system uninstall --system
registered system-after HKLM
tool uninstall-again uninstall --system
wineserver -k
kill "$display"
mv "$c" "$u/results"
