#!/bin/sh
# SPDX-License-Identifier: MIT
# use.sh PREFIX [PROBE]: inside a system of its own, as a plain user: uses the Understudy whose programs are in PREFIX/bin as a stranger does, with the
# system's hello_xr and OpenXR loader. With PROBE (understudy_probe), that asks for everything, and what it was told is in probe.jsonl and layer.log here.
# If PREFIX is a folder of the user, it is moved, too. Prints "passed: WHAT" or "failed: WHAT", and in that case what was said.
set -u
prefix=$1 probe=${2:-}
export LC_ALL=C.UTF-8
demo=$prefix/share/understudy/demo.bin

# try WHAT COMMAND...
try()
{
    what=$1
    shift
    if "$@" >said 2>&1 </dev/null; then
        echo "passed: $what"
    else
        echo "failed: $what: it ended with $?"
        tail -n 15 said | sed 's/^/    /'
    fi
}

# UNDERSTUDY_VERSION: the version, as a basic regular expression.
version() { "$prefix/bin/understudy" --version | tee version | grep -qx "understudy ${UNDERSTUDY_VERSION:?}" || { cat version; return 1; }; }

doctor() { "$prefix/bin/understudy" doctor --headless && ! "$prefix/bin/understudy" doctor --headless --json | grep -E '"(problem|error)":'; }

play()
{
    "$prefix/bin/understudy" run --headless --play "$demo" --clock frame --limit 300 --log run.jsonl --shoot marker:pinch --shots shots \
        --expect "$prefix/share/understudy/demo.expect.json" -- hello_xr -g Vulkan2 && ls shots/*.png
}

draw()
{
    "$prefix/bin/understudy" view "$demo" -o demo.png --at marker:pinch && "$prefix/bin/understudy" view "$demo" -o demo.html &&
        [ "$(wc -c <demo.png)" -gt 20000 ] && [ "$(wc -c <demo.html)" -gt 500000 ]
}

perform() { "$prefix/bin/understudy" perform performance:menu-ray -o ray.mcap --force && "$prefix/bin/understudy" check ray.mcap; }

probe()
{
    UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_PERSON=moving "$prefix/bin/understudy" run --headless --recorded gaze --play "$demo" --end hold -- \
        "$probe" --graphics vulkan2 --wait-focus --frames 780 --base local,stage,view --velocities --all-relations --log probe.jsonl 2>layer.log ||
        { cat layer.log; return 1; }
}

# Another program starts the app: no tool, but the layer that `install` wrote. hello_xr 1.0 leaves when its input ends.
unaided()
{
    rm -f input
    mkfifo input
    exec 9<>input
    env UNDERSTUDY_HEADLESS_FRAMES=60 UNDERSTUDY_ENABLE=1 UNDERSTUDY_PLAY="$demo" XR_RUNTIME_JSON="$prefix/share/understudy/headless_runtime.json" \
        hello_xr -g Vulkan2 <&9 >app.log 2>&1
    status=$?
    exec 9>&-
    tail -n 20 app.log
    [ "$status" = 0 ] && grep -q 'understudy.*playing' app.log
}

try "--version names what was built" version
try "doctor finds nothing bad" doctor
try "the demo plays into hello_xr, every expectation is met, and a screenshot is taken" play
try "pictures and pages are drawn" draw
try "a performance becomes a recording" perform
[ -z "$probe" ] || try "the probe asks for everything" probe
case $prefix in
"$HOME"/*)
    find "$HOME" | sort >before
    try "install" "$prefix/bin/understudy" install
    try "the installed layer plays into hello_xr without the tool" unaided
    try "doctor finds nothing bad then" doctor
    mkdir "$HOME/elsewhere and more"
    mv "$prefix" "$HOME/elsewhere and more/understudy"
    old=$prefix prefix="$HOME/elsewhere and more/understudy" demo="$HOME/elsewhere and more/understudy/share/understudy/demo.bin"
    try "the folder is moved: the installed layer plays" unaided
    try "the folder is moved: doctor finds nothing bad" doctor
    try "uninstall" "$prefix/bin/understudy" uninstall
    rm -rf shots demo.png demo.html ray.mcap
    try "the folder is moved: the demo plays" play
    mv "$prefix" "$old"
    prefix=$old
    ;;
esac
