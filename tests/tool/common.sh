# shellcheck shell=sh disable=SC2034
# SPDX-License-Identifier: MIT
# What the tests of the tool share; sourced with the test's arguments. A test goes on after a failure, and fails at its end.
tool=$1 json=$2 generate=$3 data=$4
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
failures=0

fail()
{
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# Run a command; what it prints is in $tmp/out and $tmp/err, its exit code in $code.
run()
{
    code=0
    "$@" >"$tmp/out" 2>"$tmp/err" || code=$?
    ran="$*"
}

# expect CODE COMMAND...: it must end with that code.
expect()
{
    wanted=$1
    shift
    run "$@"
    [ "$code" = "$wanted" ] && return
    fail "exit code $code, not $wanted: $ran"
    sed 's/^/    /' "$tmp/out" "$tmp/err" | head -n 20
}

# The last command's standard output, or error, must hold a line that matches.
out_has()
{
    grep -q -e "$1" "$tmp/out" || fail "no '$1' in the output of: $ran: $(head -c 400 "$tmp/out")"
}
err_has()
{
    grep -q -e "$1" "$tmp/err" || fail "no '$1' in the errors of: $ran: $(head -c 400 "$tmp/err")"
}
err_is_empty()
{
    [ ! -s "$tmp/err" ] || fail "it was not quiet: $ran: $(head -c 400 "$tmp/err")"
}
out_is_empty()
{
    [ ! -s "$tmp/out" ] || fail "unasked output: $ran: $(head -c 400 "$tmp/out")"
}

# json_is VALUE NAME...: the last command's output must be JSON with this value at this path.
json_is()
{
    value=$1
    shift
    found=$("$json" "$tmp/out" "$@") || fail "no JSON, or nothing at '$*': $ran"
    [ "$found" = "$value" ] || fail "'$*' is $found, not $value: $ran"
}

# json_near VALUE NAME...: the same for a number, within 1e-5.
json_near()
{
    value=$1
    shift
    found=$("$json" "$tmp/out" "$@") || fail "no JSON, or nothing at '$*': $ran"
    awk -v a="$found" -v b="$value" 'BEGIN { d = a - b; exit !(d < 1e-5 && d > -1e-5) }' ||
        fail "'$*' is $found, not $value: $ran"
}

# patch FILE OFFSET BYTES: write bytes, given as octal escapes, into a copy named $tmp/bad.bin.
patch()
{
    cp "$1" "$tmp/bad.bin"
    chmod u+w "$tmp/bad.bin"
    # shellcheck disable=SC2059 # escapes are meant
    printf "$3" | dd of="$tmp/bad.bin" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

finish()
{
    [ "$failures" = 0 ] || echo "$failures failures"
    [ "$failures" = 0 ]
    exit
}

# A tree of the tool's own, with a layer and a runtime that are there but empty, and a home that must stay empty.
make_tree()
{
    tree=$tmp/tree
    layers=share/openxr/1/api_layers/implicit.d
    mkdir -p "$tree/bin" "$tree/lib" "$tree/$layers" "$tree/share/understudy" "$tmp/home" "$tmp/none"
    cp "$tool" "$tree/bin/understudy"
    : >"$tree/lib/libXrApiLayer_understudy.so"
    : >"$tree/lib/libunderstudy_headless.so"
    write_layer "$tree/$layers" ../../../../../lib/libXrApiLayer_understudy.so
    echo '{"file_format_version": "1.0.0", "runtime": {"library_path": "../../lib/libunderstudy_headless.so"}}' \
        >"$tree/share/understudy/headless_runtime.json"
    tree_tool=$tree/bin/understudy
}

# write_layer FOLDER LIBRARY
write_layer()
{
    mkdir -p "$1"
    printf '{"file_format_version": "1.0.0", "api_layer": {"name": "XR_APILAYER_NOVENDOR_understudy", "library_path": "%s"}}\n' \
        "$2" >"$1/XrApiLayer_understudy.json"
}

# in_home [VARIABLE=VALUE...] COMMAND...: with an environment in which the loader would find nothing, and without the signals that
# the test's caller ignores: a background job without job control ignores SIGINT, and nohup SIGHUP. The tool then ignores them, too.
in_home()
{
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} "$@"
}

# What an app does as far as `run` can tell: it makes an instance, and playback starts. Put in front of an app that is a script: the
# page of run_status.h has the number of instances at byte 16, of starts at 20, of ends at 24, and of apps that are to exit at 28.
pretend_instance='printf "\001" | dd of="$UNDERSTUDY_RUN_STATUS" bs=1 seek=16 conv=notrunc 2>/dev/null'
pretend_playing="$pretend_instance; "'printf "\001" | dd of="$UNDERSTUDY_RUN_STATUS" bs=1 seek=20 conv=notrunc 2>/dev/null'
# The shell that does this makes it: the processes with the layer begin at byte 36.
pretend_player='for byte in $(($$ & 255)) $(($$ >> 8 & 255)) $(($$ >> 16 & 255)); do printf "\\$(printf %03o $byte)"; done |
    dd of="$UNDERSTUDY_RUN_STATUS" bs=1 seek=36 conv=notrunc 2>/dev/null; '"$pretend_instance"
# Playback has reached its end.
pretend_ended='printf "\001" | dd of="$UNDERSTUDY_RUN_STATUS" bs=1 seek=24 conv=notrunc 2>/dev/null'
# The app was told to exit.
pretend_exiting='printf "\001" | dd of="$UNDERSTUDY_RUN_STATUS" bs=1 seek=28 conv=notrunc 2>/dev/null'
# plays SCRIPT: make it executable, and it does that first.
plays()
{
    { echo '#!/bin/sh'; echo "$pretend_playing"; tail -n +2 "$1"; } >"$1.plays"
    chmod +x "$1.plays"
    mv "$1.plays" "$1"
}
