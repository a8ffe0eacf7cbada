#!/bin/sh
# SPDX-License-Identifier: MIT
# `doctor` names what is wrong, in a tree made for it, where nothing else of this machine is found. Argument 5 is a library
# that crashes, hangs, exits or refuses when it is asked anything, 6 one that calls a function which nobody has.
. "$(dirname "$0")/../common.sh"
broken=$5 incomplete=$6
skip()
{
    echo "SKIP: $*"
    exit 77
}
ls /usr/lib/*/libopenxr_loader.so.1 >/dev/null 2>&1 || skip 'there is no OpenXR loader here'
icd=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | head -n 1)
[ -n "$icd" ] || skip 'there is no Vulkan driver for the processor here'
[ ! -e /etc/openxr ] || skip 'this machine has /etc/openxr, which no variable hides'

make_tree
built=$(dirname "$tool")/..
cp "$built/lib/libXrApiLayer_understudy.so" "$built/lib/libunderstudy_headless.so" "$tree/lib"
cp "$built/share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json" "$tree/$layers"
cp "$built/share/understudy/headless_runtime.json" "$tree/share/understudy"
runtime=$tree/share/understudy/headless_runtime.json
others=$tmp/data/openxr/1/api_layers/implicit.d
mkdir -p "$others"

as=
patience_s=100
# doctor CODE [VARIABLE=VALUE...] [-- OPTION...]: on the headless runtime, unless a variable says otherwise.
doctor()
{
    wanted_code=$1
    shift
    settings=
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        settings="$settings $1"
        shift
    done
    [ $# = 0 ] || shift
    # shellcheck disable=SC2086
    expect "$wanted_code" in_home XDG_DATA_DIRS="$tmp/data" XR_RUNTIME_JSON="$runtime" VK_DRIVER_FILES="$icd" VK_ICD_FILENAMES="$icd" \
        UNDERSTUDY_DOCTOR_TIMEOUT=$patience_s $settings $as "$tree_tool" doctor "$@"
}
# finds KIND WEIGHT COMMAND [VARIABLE=VALUE...]: that finding, and no other, with a command like this.
finds()
{
    kind=$1 weight=$2 command=$3
    shift 3
    code_for=1
    [ "$weight" = problem ] || code_for=0
    # Where something hangs, a machine that is busy may make other things late too: among the rest is enough, and once.
    case "$*" in
    *US_BROKEN=hang*)
        patience_s=5
        doctor 1 "$@" -- --json
        patience_s=100
        out_has "\"kind\":.*\"$kind\""
        return
        ;;
    esac
    doctor $code_for "$@" -- --json
    json_is "$kind" findings 0 kind
    json_is "$weight" findings 0 weight
    "$json" "$tmp/out" findings 0 command | grep -q -e "$command" ||
        fail "$kind: the command is $("$json" "$tmp/out" findings 0 command)"
    [ "$(grep -c '"kind":' "$tmp/out")" = 1 ] || fail "more than $kind: $(grep '"kind":' "$tmp/out" | tr -d '\t\n')"
    doctor $code_for "$@"
    out_has "^$weight: "
    out_has "^    ${command#^}"
}
# other NAME LIBRARY [MORE]: another layer that is always on.
other()
{
    printf '{"file_format_version": "1.0.0", "api_layer": {"name": "%s", "library_path": "%s", "api_version": "1.0",
        "implementation_version": "1", "disable_environment": "NO_%s"%s}}\n' "$1" "$2" "$1" "${3:-}" >"$others/$1.json"
}

# All is well.
doctor 0
err_is_empty
out_has "^OpenXR loader .*libopenxr_loader\.so\.1"
out_has "^runtime  *Understudy headless runtime, $runtime, by XR_RUNTIME_JSON"
out_has "XR_APILAYER_NOVENDOR_understudy, $tree/.*found by 'understudy run' only"
out_has "^ *XR_FB_hand_tracking_aim"
out_has '^Vulkan  *[a-zA-Z]'
out_has '^No problems found'
doctor 0 -- --json
json_is fine result
json_is true runtime answers
json_is waiting layers 0 state
json_is true layers 0 only_by_run
[ "$(sed -n 's/.*"supplied".*\(XR_FB_hand_tracking_aim\).*/\1/p' "$tmp/out")" ] || fail 'what is supplied is not told'
! grep '"supplied"' "$tmp/out" | grep -q 'XR_EXT_hand_tracking"' || fail 'the runtime has XR_EXT_hand_tracking'
doctor 0 XR_RUNTIME_JSON= -- --headless
out_has 'by --headless'
[ -z "$(find "$tmp/home" -mindepth 1)" ] || fail "doctor wrote into the home: $(find "$tmp/home")"

# Variables.
finds disabled problem '^unset UNDERSTUDY_DISABLE$' UNDERSTUDY_DISABLE=
finds disabled problem '^unset UNDERSTUDY_DISABLE$' UNDERSTUDY_DISABLE=0 UNDERSTUDY_ENABLE=1
finds not-enabled problem '^export UNDERSTUDY_ENABLE=1$' UNDERSTUDY_PLAY="$data/line.bin"
finds not-installed problem '^understudy install$' UNDERSTUDY_ENABLE=1
expect 1 env -i PATH="$PATH" XDG_DATA_DIRS="$tmp/data" XDG_CONFIG_DIRS="$tmp/none" XR_RUNTIME_JSON="$runtime" VK_ICD_FILENAMES="$icd" \
    ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} "$tree_tool" doctor --json
json_is home-unset findings 0 kind
finds home-missing note 'export HOME=' HOME=/no/such/home

# Installed for one user: found by loaders; enabled; its recording; twice.
expect 0 in_home "$tree_tool" install
doctor 0 -- --json
json_is false layers 0 only_by_run
doctor 0 UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$data/line.bin"
out_has '\.json (on)$'
mkfifo "$tmp/pipe"
finds play-unusable problem 'unset UNDERSTUDY_PLAY' UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$tmp/pipe"
out_has 'this is a pipe'
finds layer-twice problem '^understudy uninstall$' XDG_CONFIG_DIRS="$tree/share"
rm "$tmp/home/.local/share/understudy/installed"
finds layer-twice problem "^mv .*\\.off$" XDG_CONFIG_DIRS="$tree/share"
rm -r "$tmp/home/.local"

# Runtimes.
finds runtime-missing problem '^understudy run --headless' XR_RUNTIME_JSON=
finds runtime-broken problem '^unset XR_RUNTIME_JSON$' XR_RUNTIME_JSON=/no/such.json
out_has 'cannot be read'
finds runtime-broken problem '^unset XR_RUNTIME_JSON$' XR_RUNTIME_JSON="$data/README.md"
out_has "is not the manifest of a runtime"
mkdir -p "$tmp/config/openxr/1"
echo '{"runtime": {"library_path": "/no/such.so"}}' >"$tmp/config/openxr/1/active_runtime.json"
finds runtime-library-missing problem "^mv $tmp/config/.*\\.off$" XR_RUNTIME_JSON= XDG_CONFIG_HOME="$tmp/config"
echo "{\"runtime\": {\"library_path\": \"$data/README.md\"}}" >"$tmp/config/openxr/1/active_runtime.json"
finds runtime-unloadable problem '^understudy run --headless' XR_RUNTIME_JSON= XDG_CONFIG_HOME="$tmp/config"
echo "{\"runtime\": {\"library_path\": \"$broken\"}}" >"$tmp/config/openxr/1/active_runtime.json"
for how in crash:crashes exit:crashes refuse:refuses; do
    finds runtime-${how#*:} problem '^understudy run --headless' XR_RUNTIME_JSON= XDG_CONFIG_HOME="$tmp/config" US_BROKEN=${how%:*}
done
echo "{\"runtime\": {\"library_path\": \"$incomplete\"}}" >"$tmp/config/openxr/1/active_runtime.json"
finds runtime-crashes problem '^understudy run --headless' XR_RUNTIME_JSON= XDG_CONFIG_HOME="$tmp/config"
out_has 'ends the app that loads it (.*undefined symbol: us_no_such_function)'
echo "{\"runtime\": {\"library_path\": \"$broken\"}}" >"$tmp/config/openxr/1/active_runtime.json"
finds runtime-hangs problem '^understudy run --headless' XR_RUNTIME_JSON= XDG_CONFIG_HOME="$tmp/config" US_BROKEN=hang

# A folder of layers in which anyone may put one.
chmod o+w "$others"
finds folder-open note "^chmod o-w $others$"
chmod o-w "$others"

# Other people's layers: those that loaders pass over, and those that keep every app from starting.
echo '{' >"$others/a.json"
finds other-broken note "^mv $others/a.json $others/a.json.off$"
out_has 'it is no JSON'
echo '{"file_format_version": "1.0.0", "api_layer": {"name": "a", "library_path": "./a.so", "api_version": "1.0",
    "implementation_version": "1"}}' >"$others/a.json"
finds other-broken note '^mv .*\.off$'
out_has 'disable_environment'
rm "$others/a.json"
other A ./no-such.so
finds other-broken note '^mv .*\.off$'
out_has 'the library that it names is missing'
other A "$data/README.md"
finds other-unloadable problem '^export NO_A=1$'
doctor 0 NO_A=1
out_has 'off: NO_A is set'
other A "$data/README.md" ', "enable_environment": "WANT_A"'
doctor 0
out_has 'waits for WANT_A'
finds other-unloadable problem '^export NO_A=1$' WANT_A=
other A "$broken"
finds other-refuses problem '^export NO_A=1$'
finds other-crashes problem '^export NO_A=1$' US_BROKEN=crash
out_has 'signal 6'
finds other-hangs problem '^export NO_A=1$' US_BROKEN=hang
other A "$broken" ', "functions": {"xrNegotiateLoaderApiLayerInterface": "other_name"}'
finds other-foreign problem '^export NO_A=1$'
out_has 'lacks the function other_name'
rm "$others/A.json"

# Ours.
cp "$broken" "$tree/lib/libXrApiLayer_understudy.so"
finds layer-crashes problem '^apt-get install --reinstall understudy' US_BROKEN=crash
finds layer-hangs problem '^apt-get install --reinstall understudy' US_BROKEN=hang
finds layer-refuses problem '^apt-get install --reinstall understudy'
echo text >"$tree/lib/libXrApiLayer_understudy.so"
finds layer-unloadable problem '^apt-get install --reinstall understudy'
rm "$tree/lib/libXrApiLayer_understudy.so"
finds layer-missing problem '^apt-get install --reinstall understudy'
cp "$built/lib/libXrApiLayer_understudy.so" "$tree/lib"

# The loader.
mkdir "$tmp/lib"
: >"$tmp/lib/libopenxr_loader.so.1"
finds loader-missing problem '^apt-get install libopenxr-loader1$' LD_LIBRARY_PATH="$tmp/lib"
out_has '^OpenXR loader *none works'
cp "$broken" "$tmp/lib/libopenxr_loader.so.1"
finds loader-foreign problem '^apt-get install libopenxr-loader1$' LD_LIBRARY_PATH="$tmp/lib"
cp "$incomplete" "$tmp/lib/libopenxr_loader.so.1"
finds loader-missing problem '^apt-get install libopenxr-loader1$' LD_LIBRARY_PATH="$tmp/lib"
out_has 'undefined symbol: us_no_such_function'

# Vulkan without a driver.
finds vulkan-driver-missing problem '^apt-get install mesa-vulkan-drivers' VK_ICD_FILENAMES=/no/driver.json VK_DRIVER_FILES=/no/driver.json

# No child can be made: there is one descriptor to read files with, and a pipe needs two.
printf '#!/bin/sh\nexec 3>&-\nulimit -n 4\nexec "$@"\n' >"$tmp/few"
as="sh $tmp/few"
doctor 1
out_has '^problem: The OpenXR loader could not be tried: Too many open files'
as=

# What only an ordinary person meets; root takes another's place.
as='setpriv --reuid 65534 --regid 65534 --clear-groups'
[ "$(id -u)" = 0 ] || as=
chmod a+rx "$tmp"
chmod a+rwx "$tmp/home"
# shellcheck disable=SC2086 # a command of several words
if in_home $as true 2>/dev/null; then
    chmod a-rwx "$others"
    finds folder-unreadable problem "^chmod u+rx $others$"
    chmod u+rwx,a+rx "$others"
    chmod a-w "$tmp/home"
    finds home-read-only note '^export XDG_DATA_HOME='
    chmod u+w "$tmp/home"
fi
as=

expect 2 in_home UNDERSTUDY_DOCTOR_TIMEOUT=0 "$tree_tool" doctor
err_has "UNDERSTUDY_DOCTOR_TIMEOUT is '0'; it must be a number of seconds from 0.1 to 600"
expect 2 in_home UNDERSTUDY_DOCTOR_TIMEOUT=1m "$tree_tool" doctor
expect 2 in_home "$tree_tool" doctor file
# A closed output.
if [ -e /dev/full ]; then
    code=0
    in_home "$tree_tool" doctor >/dev/full 2>"$tmp/err" || code=$?
    [ $code = 3 ] || fail "a full disk gives $code"
fi
finish
