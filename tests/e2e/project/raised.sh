#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# raised.sh RECORDING: programs with raised privileges (set-user-ID, set-group-ID, capabilities of the file) that load the installed layer and the
# headless runtime: they run as without both settings, and nothing is written where the environment says.
. "$(dirname "$0")/../lib.sh"
recording=$(readlink -f "$1")
probe=$build/bin/understudy_probe
if [ -z "${UNDERSTUDY_TEST_INSIDE:-}" ]; then
  [ "$(id -u)" = 0 ] || skip "only root makes programs of other users"
  need_command unshare
  need_command setpriv
  unshare -m true 2>/dev/null || skip "no mount namespace can be made here"
  UNDERSTUDY_TEST_INSIDE=1 exec unshare -m bash "$0" "$@"
fi

# The loader reads only folders of the system here: in this mount namespace they hold ours.
for folder in /etc/xdg /usr/share/openxr; do
  mkdir -p "$folder" 2>/dev/null && mount -t tmpfs ours "$folder" || skip "$folder cannot be replaced here"
done
layers=/usr/share/openxr/1/api_layers/implicit.d
mkdir -p $layers /etc/xdg/openxr/1
sed "s|\"library_path\": \"[^\"]*\"|\"library_path\": \"$build/lib/libXrApiLayer_understudy.so\"|" \
  "$build/share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json" >$layers/XrApiLayer_understudy.json
sed "s|\"library_path\": \"[^\"]*\"|\"library_path\": \"$build/lib/libunderstudy_headless.so\"|" \
  "$build/share/understudy/headless_runtime.json" >/etc/xdg/openxr/1/active_runtime.json

# The test uses its own folder: other users may have no access to the build folder.
place=$(mktemp -d /tmp/understudy-raised.XXXXXX)
trap 'rm -rf "$place"' EXIT
chmod 755 "$place"
for kind in plain user group capability; do cp "$probe" "$place/$kind"; done
cp "$recording" "$place/recording"
chmod 644 "$place/recording"
chown 1 "$place/user" && chmod 4755 "$place/user"
chgrp 1 "$place/group" && chmod 2755 "$place/group"
# start KIND: as a user without privileges, with every setting that names a file.
start() {
  local out=$place/$1.out
  mkdir -m 1777 "$out"
  setpriv --reuid 65534 --regid 65534 --clear-groups env -i HOME="$out" UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$place/recording" \
    UNDERSTUDY_EVENTS="$out/events" UNDERSTUDY_LOG_FILE="$out/log" UNDERSTUDY_RECORD="$out/recording.mcap" UNDERSTUDY_READY_FILE="$out/ready" \
    UNDERSTUDY_DONE_FILE="$out/done" UNDERSTUDY_HEADLESS_REPORT="$out/report" "$place/$1" --frames 5 --log /dev/null >"$place/$1.log" 2>&1 ||
    { cat "$place/$1.log"; fail "$1: the app ended with $?"; }
  find "$out" -mindepth 1 -printf '%f\n' | sort >"$place/$1.files"
}
setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$build/lib/libXrApiLayer_understudy.so" || skip "others may not read the build folder"
start plain
for name in events log ready recording.mcap report; do
  grep -qx "$name" "$place/plain.files" || fail "without privileges there is no $name: $(cat "$place/plain.files" "$place/plain.log")"
done
kinds="user group"
if command -v setcap >/dev/null && setcap cap_net_raw+ep "$place/capability" 2>/dev/null; then kinds="$kinds capability"; fi
for kind in $kinds; do
  start "$kind"
  grep -q 'UNDERSTUDY_PLAY is ignored: the process has raised privileges' "$place/$kind.log" || fail "$kind: the layer was not loaded: $(cat "$place/$kind.log")"
  [ ! -s "$place/$kind.files" ] || fail "$kind: the app wrote $(cat "$place/$kind.files")"
done
echo "loaded, and left alone: $kinds"
