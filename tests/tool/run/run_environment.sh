#!/bin/sh
# SPDX-License-Identifier: MIT
# The environment that `run` gives to the app, and its messages when the layer or the runtime is missing.
. "$(dirname "$0")/../common.sh"
make_tree
share=$tree/share
cd "$data" || exit 1

# is VARIABLE VALUE: what the app saw; "-" is unset.
is()
{
    seen=$(sed -n "s/^$1=//p" "$tmp/out")
    grep -q "^$1=" "$tmp/out" || seen=-
    [ "$seen" = "$2" ] || fail "$1 is '$seen', not '$2': $ran"
}

expect 0 in_home "$tree_tool" run --allow-unused --headless --play line.bin -- env
err_is_empty
is UNDERSTUDY_ENABLE 1
is UNDERSTUDY_DISABLE -
is UNDERSTUDY_PLAY "$(pwd)/line.bin"
is UNDERSTUDY_ANCHOR auto
is UNDERSTUDY_WORLD anchored
is UNDERSTUDY_CHANNELS head,hands,gaze,pinch,controllers
is UNDERSTUDY_PICTURE world
is UNDERSTUDY_GAZE head
is UNDERSTUDY_VIEWS runtime
is UNDERSTUDY_START focus
is UNDERSTUDY_FROM -
is UNDERSTUDY_TO -
is UNDERSTUDY_PAUSE -
is UNDERSTUDY_END quit
is UNDERSTUDY_SPEED 1
is UNDERSTUDY_CLOCK wall
is UNDERSTUDY_READY_FILE -
is UNDERSTUDY_DONE_FILE -
is UNDERSTUDY_SHOOT -
is UNDERSTUDY_SHOTS_DIR -
is UNDERSTUDY_UNSORTED 0
is UNDERSTUDY_FORCE_FOCUS 0
is UNDERSTUDY_LOG_LEVEL -
is UNDERSTUDY_EVENTS -
is UNDERSTUDY_EVENTS_LEVEL -
is XDG_DATA_DIRS "$share:/usr/local/share:/usr/share"
is XR_RUNTIME_JSON "$share/understudy/headless_runtime.json"
is HOME "$tmp/home"
icd=$(ls /usr/share/vulkan/icd.d/lvp_icd*.json 2>/dev/null | paste -s -d : -)
is VK_ICD_FILENAMES "${icd:--}"
is VK_DRIVER_FILES "${icd:--}"

expect 0 in_home UNDERSTUDY_EVENTS=/x UNDERSTUDY_DISABLE=1 UNDERSTUDY_SPEED=9 UNDERSTUDY_ANCHOR=stage UNDERSTUDY_FORCE_FOCUS=1 UNDERSTUDY_WORLD=virtual \
    UNDERSTUDY_START=frame UNDERSTUDY_FROM=1 UNDERSTUDY_TO=2 UNDERSTUDY_PAUSE=1:1 UNDERSTUDY_CLOCK=frame UNDERSTUDY_END=hold \
    UNDERSTUDY_READY_FILE="$tmp/ready" \
    "$tree_tool" run --allow-unused --headless --quiet --play "$data/line.bin" -- env
is UNDERSTUDY_DISABLE -
is UNDERSTUDY_SPEED 1
is UNDERSTUDY_ANCHOR auto
is UNDERSTUDY_FORCE_FOCUS 0
is UNDERSTUDY_WORLD anchored
is UNDERSTUDY_LOG_LEVEL warn
is UNDERSTUDY_START focus
is UNDERSTUDY_FROM -
is UNDERSTUDY_TO -
is UNDERSTUDY_PAUSE -
is UNDERSTUDY_CLOCK wall
is UNDERSTUDY_END quit
is UNDERSTUDY_READY_FILE "$tmp/ready"
is UNDERSTUDY_DONE_FILE -
is UNDERSTUDY_EVENTS -

# What run ignores of the environment it says, on one line, with the option for it; not what is the default, empty or given as an option,
# and not what it passes on because it has no option. The files of a run around this one are not those of this one.
# shellcheck disable=SC2317 # expect calls it
inherit()
{
    in_home UNDERSTUDY_FAULT=lose:left@2s UNDERSTUDY_SPEED=9 UNDERSTUDY_CLOCK=wall UNDERSTUDY_FROM= UNDERSTUDY_DISABLE=1 UNDERSTUDY_LOG_FILE="$tmp/messages" \
        UNDERSTUDY_WATCH_CALLS=1 UNDERSTUDY_EVENTS_RING=/a UNDERSTUDY_RECORD_RING=/b UNDERSTUDY_LOST_FILE=/c UNDERSTUDY_RUN_STATUS=/d "$@"
}
passes()
{
    is UNDERSTUDY_FAULT -
    is UNDERSTUDY_DISABLE -
    is UNDERSTUDY_LOG_FILE "$tmp/messages"
    is UNDERSTUDY_WATCH_CALLS 1
    is UNDERSTUDY_EVENTS_RING -
    is UNDERSTUDY_LOST_FILE -
    [ "$(sed -n 's/^UNDERSTUDY_RUN_STATUS=//p' "$tmp/out")" != /d ] || fail "the run has the status file of another one: $ran"
}
play_line="$tree_tool run --allow-unused --headless --play $data/line.bin"
# shellcheck disable=SC2086
{
    expect 0 inherit $play_line -- env
    passes
    is UNDERSTUDY_RECORD_RING -
    echo 'understudy: run ignores settings of the environment: UNDERSTUDY_SPEED (use --speed), UNDERSTUDY_FAULT (use --fault), UNDERSTUDY_DISABLE' >"$tmp/says"
    cmp -s "$tmp/says" "$tmp/err" || fail "it does not say what it ignores: $(cat "$tmp/err")"
    expect 0 inherit $play_line --speed 2 -- env
    is UNDERSTUDY_SPEED 2
    err_has '^understudy: run ignores settings of the environment: UNDERSTUDY_FAULT (use --fault), UNDERSTUDY_DISABLE$'
    expect 0 inherit $play_line --quiet -- env
    err_is_empty
    # A run inside a run has its own settings.
    expect 0 in_home $play_line --anchor stage --end hold -- $play_line -- env
    err_has '^understudy: run ignores settings of the environment: UNDERSTUDY_ANCHOR (use --anchor)$'
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "a run inside a run says more: $(cat "$tmp/err")"
}
expect 5 inherit UNDERSTUDY_RECORD_MARK_ON=haptic UNDERSTUDY_RECORD=/a "$tree_tool" record -o "$tmp/i.mcap" --headless -- env
passes
is UNDERSTUDY_RECORD "$tmp/i.mcap"
is UNDERSTUDY_RECORD_MARK_ON haptic
is UNDERSTUDY_SPEED 1
err_has '^understudy: record ignores settings of the environment: UNDERSTUDY_SPEED, UNDERSTUDY_FAULT, UNDERSTUDY_DISABLE$'

# The log is empty when the app starts, and its path holds in any folder.
echo old >"$tmp/run.jsonl"
expect 0 in_home "$tree_tool" run --allow-unused --headless --log "$tmp/run.jsonl,frames" --play line.bin -- env
is UNDERSTUDY_EVENTS "$tmp/run.jsonl"
is UNDERSTUDY_EVENTS_LEVEL frames
[ -f "$tmp/run.jsonl" ] && [ ! -s "$tmp/run.jsonl" ] || fail "the log is not emptied"
expect 2 "$tree_tool" run --allow-unused --headless --log "$tmp/no/run.jsonl" --play line.bin -- env
err_has "the event log $tmp/no/run.jsonl: No such file"
ln -s "$tmp/run.jsonl" "$tmp/link"
expect 2 "$tree_tool" run --allow-unused --headless --log "$tmp/link" --play line.bin -- env
expect 2 "$tree_tool" run --allow-unused --headless --log /dev/null --play line.bin -- env
err_has "not a regular file"

# Playback: what is asked for arrives as it is.
mkdir -p "$tmp/folder"
cd "$tmp" || exit 1
expect 0 in_home "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" --start sync --from reach --to 9.5 --pause wave:0.5,4:1 --end quit:3 \
    --clock frame:90 --limit 60 -- env
is UNDERSTUDY_START sync
is UNDERSTUDY_FROM reach
is UNDERSTUDY_TO 9.5
is UNDERSTUDY_PAUSE wave:0.5,4:1
is UNDERSTUDY_END quit
is UNDERSTUDY_CLOCK frame:90
# Screenshots: the folder is made, and its path does not depend on where the app goes.
expect 0 in_home "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" --shoot 2.5s,marker:wave,frame:3 --shots screenshots -- env
is UNDERSTUDY_SHOOT 2.5s,marker:wave,frame:3
is UNDERSTUDY_SHOTS_DIR "$tmp/screenshots"
[ -d "$tmp/screenshots" ] || fail 'there is no folder for screenshots'
expect 0 in_home "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" --shoot frame:3 -- env
is UNDERSTUDY_SHOTS_DIR "$tmp/understudy-shots"
expect 0 in_home UNDERSTUDY_SHOOT=frame:9 UNDERSTUDY_SHOTS_DIR=/tmp "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" -- env
is UNDERSTUDY_SHOOT -
is UNDERSTUDY_SHOTS_DIR -
expect 2 in_home "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" --shoot frame:3 --shots absent/screenshots -- touch started
err_has 'no folder can be made at .*/absent/screenshots: No such file'
[ ! -e started ] || fail 'the app was started without a folder for its screenshots'
# An app that cannot be started leaves no folder; one that was there stays.
expect 127 in_home "$tree_tool" run --headless --play "$data/demo.bin" --shoot frame:3 --shots unused -- /nonexistent
[ ! -e "$tmp/unused" ] || fail 'an empty folder for screenshots was left'
mkdir "$tmp/unused"
expect 127 in_home "$tree_tool" run --headless --play "$data/demo.bin" --shoot frame:3 --shots unused -- /nonexistent
[ -d "$tmp/unused" ] || fail 'a folder that was there is gone'
# The headless runtime: with the frame clock, its display has that rate and never waits, unless something else is said.
# display RATE PACED [variable...] [option...]: "-" is unset.
display()
{
    wanted_rate=$1 wanted_paced=$2
    shift 2
    expect 0 in_home $set_before "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" "$@" -- env
    is UNDERSTUDY_HEADLESS_RATE_HZ "$wanted_rate"
    is UNDERSTUDY_HEADLESS_PACED "$wanted_paced"
}
set_before=
display - -
display 60 0 --clock frame
display 72 0 --clock frame:72
if command -v Xvfb >/dev/null; then # a window needs a server that answers
    display - - --clock frame --window --virtual-display
    is UNDERSTUDY_END hold
fi
display 90 1 --clock frame:72 --rate 90
display 72 0 --clock frame:72 --rate max
display 60 0 --rate max
set_before=UNDERSTUDY_HEADLESS_RATE_HZ=30
display 30 - --clock frame
display 45 1 --clock frame --rate 45
is UNDERSTUDY_HEADLESS_PERSON -
echo "0 head pose 0 0 0" >"$tmp/a.person"
(cd "$tmp" && in_home "$tree_tool" run --allow-unused --headless --play "$data/demo.bin" --person a.person -- env) >"$tmp/out"
is UNDERSTUDY_HEADLESS_PERSON "$tmp/a.person"
expect 2 in_home "$tree_tool" run --headless --play "$data/demo.bin" --person "$tmp/a.person" --log "$tmp/a.person" -- true
err_has 'a.person'
cd "$data" || exit 1
expect 0 in_home UNDERSTUDY_LOG_LEVEL=debug "$tree_tool" run --allow-unused --headless --anchor local_floor --recorded gaze,spaces --channels gaze,head --picture head --end pingpong --speed 0.25 \
    --start force-focus --profile left=oculus/touch_controller,right=/interaction_profiles/valve/index_controller \
    --play headerless-2019.bin -- env
is UNDERSTUDY_ANCHOR local_floor
is UNDERSTUDY_WORLD virtual
is UNDERSTUDY_CHANNELS gaze,head
is UNDERSTUDY_PICTURE head
is UNDERSTUDY_GAZE world
is UNDERSTUDY_PROFILE left=oculus/touch_controller,right=/interaction_profiles/valve/index_controller
is UNDERSTUDY_END pingpong
is UNDERSTUDY_SPEED 0.25
is UNDERSTUDY_FORCE_FOCUS 1
is UNDERSTUDY_LOG_LEVEL debug
err_has "UNDERSTUDY_PLAY=$(pwd)/headerless-2019.bin"
expect 0 in_home VK_DRIVER_FILES= "$tree_tool" run --allow-unused --headless --play line.bin -- env
is VK_ICD_FILENAMES -
expect 0 in_home VK_DRIVER_FILES=/mine.json "$tree_tool" run --allow-unused --headless --play line.bin -- env
is VK_ICD_FILENAMES -
is VK_DRIVER_FILES /mine.json

# Standard output is a place for the log, behind what the app wrote.
cat >"$tmp/logs" <<'END'
#!/bin/sh
echo app
echo '{"n":1,"wall_ms":0,"e":"log","version":1}
{"n":2,"frame":0,"e":"wait"}' >>"$UNDERSTUDY_EVENTS"
echo app again
END
plays "$tmp/logs"
mkdir -p "$tmp/empty"
cd "$tmp/empty" || exit 1
for more in '' '--end hold' '--repeat 2 --quiet'; do
    # shellcheck disable=SC2086
    expect 0 in_home TMPDIR="$tmp/folder" "$tree_tool" run --headless --play "$data/line.bin" --log -,frames $more -- "$tmp/logs"
    [ "$(tail -n 1 "$tmp/out")" = '{"n":2,"frame":0,"e":"wait"}' ] || fail "the log is not at the end of the output: $(cat "$tmp/out")"
    [ "$(head -n 2 "$tmp/out" | tr '\n' ' ')" = 'app app again ' ] || fail "the app's output: $(cat "$tmp/out")"
done
expect 3 in_home sh -c '"$@" >/dev/full' sh "$tree_tool" run --headless --play "$data/line.bin" --log - -- sh -c "exec '$tmp/logs' >/dev/null"
err_has 'the output could not be written'
[ -z "$(find "$tmp/empty" "$tmp/folder" -mindepth 1)" ] || fail "left behind: $(find "$tmp/empty" "$tmp/folder" -mindepth 1)"
cd "$data" || exit 1

# A folder for temporary files that is not there is named with its variable.
for more in '--repeat 2' '--log -'; do
    # shellcheck disable=SC2086
    expect 2 in_home TMPDIR="$tmp/no" "$tree_tool" run --headless --play line.bin $more -- touch "$tmp/started"
    err_has "no folder can be made in TMPDIR, which is $tmp/no: No such file or directory; set TMPDIR to"
done
# What is asked for must be in the recording.
for list in hands gaze hands,pinch,gaze; do
    expect 4 in_home "$tree_tool" run --headless --play camera-only.bin --channels $list -- touch "$tmp/started"
    err_has "camera-only.bin: --channels $list: "
done
[ ! -e "$tmp/started" ] || fail 'the app was started'
expect 0 in_home "$tree_tool" run --allow-unused --headless --play camera-only.bin --channels gaze,head -- true

# HOME: some loaders abort without it.
expect 0 env -i PATH="$PATH" XDG_CONFIG_DIRS="$tmp/none" XDG_DATA_HOME="$tmp/none" \
    "$tree_tool" run --allow-unused --headless --play line.bin -- env
err_has 'HOME is unset'
grep -q '^HOME=/' "$tmp/out" || fail 'HOME was not set'

# Once and only once on the loader's way.
expect 0 in_home XDG_DATA_DIRS=/a:/b "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS "$share:/a:/b"
expect 0 in_home XDG_DATA_DIRS= "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS "$share:/usr/local/share:/usr/share"
expect 0 in_home "XDG_DATA_DIRS=/a:$share" "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS "/a:$share"
err_is_empty
expect 0 in_home "XDG_DATA_HOME=$share" "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS -
expect 0 in_home "XDG_CONFIG_DIRS=$share" "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS -
write_layer "$tmp/other/openxr/1/api_layers/implicit.d" "$tree/lib/libXrApiLayer_understudy.so"
expect 0 in_home "XDG_DATA_DIRS=$tmp/other" "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS "$tmp/other"
err_has "installed at $tmp/other"
write_layer "$tmp/other/openxr/1/api_layers/implicit.d" /no/such/library.so
echo '{"api_layer": {"name": "another", "library_path": "x.so"}}' \
    >"$tmp/other/openxr/1/api_layers/implicit.d/another.json"
echo '{' >"$tmp/other/openxr/1/api_layers/implicit.d/broken.json"
expect 0 in_home "XDG_DATA_DIRS=$tmp/other" "$tree_tool" run --allow-unused --headless --play line.bin -- env
is XDG_DATA_DIRS "$share:$tmp/other"

# Runtimes: none, by variable, by the loader's folders.
if [ ! -e /etc/openxr/1/active_runtime.json ] && [ ! -e /usr/local/etc/openxr/1/active_runtime.json ]; then
    expect 5 in_home "$tree_tool" run --allow-unused --play line.bin -- true
    err_has 'no OpenXR runtime is installed; .*--headless'
fi
expect 5 in_home XR_RUNTIME_JSON=/no/such.json "$tree_tool" run --allow-unused --play line.bin -- true
correct='; correct it or unset XR_RUNTIME_JSON, or pass --headless$'
err_has "^understudy: XR_RUNTIME_JSON names /no/such.json, which cannot be read$correct"
expect 5 in_home "XR_RUNTIME_JSON=$data/README.md" "$tree_tool" run --allow-unused --play line.bin -- true
err_has "^understudy: XR_RUNTIME_JSON names $data/README.md, which is not the manifest of a runtime$correct"
echo '{"file_format_version": "1.0.0", "runtime": {"library_path": "/no/such/library.so"}}' >"$tmp/gone.json"
expect 5 in_home "XR_RUNTIME_JSON=$tmp/gone.json" "$tree_tool" run --allow-unused --play line.bin -- true
err_has "^understudy: XR_RUNTIME_JSON names $tmp/gone.json, whose library is missing: /no/such/library.so$correct"
expect 0 in_home "XR_RUNTIME_JSON=$share/understudy/headless_runtime.json" "$tree_tool" run --allow-unused --play line.bin -- env
is XR_RUNTIME_JSON "$share/understudy/headless_runtime.json"
is VK_ICD_FILENAMES -
mkdir -p "$tmp/home/.config/openxr/1" "$tmp/config/openxr/1"
for machine in "$(uname -m)" aarch64; do # the trial of aarch64 runs this shell as a program of x86-64
    : >"$tmp/config/openxr/1/active_runtime.$machine.json"
done
expect 0 in_home XDG_CONFIG_HOME="$tmp/config" "$tree_tool" run --allow-unused --play line.bin -- true
: >"$tmp/home/.config/openxr/1/active_runtime.json"
expect 0 in_home "$tree_tool" run --allow-unused --play line.bin -- env
is XR_RUNTIME_JSON -

# What is missing beside the tool is said, by name.
rm "$tree/lib/libunderstudy_headless.so"
expect 5 in_home "$tree_tool" run --allow-unused --headless --play line.bin -- true
err_has 'libunderstudy_headless.so is missing; build or install'
rm "$share/understudy/headless_runtime.json"
expect 5 in_home "$tree_tool" run --allow-unused --headless --play line.bin -- true
err_has 'headless_runtime.json is missing'
rm "$tree/lib/libXrApiLayer_understudy.so"
expect 5 in_home "$tree_tool" run --allow-unused --play line.bin -- true
err_has 'libXrApiLayer_understudy.so is missing; build or install'
echo '[]' >"$share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json"
expect 5 in_home "$tree_tool" run --allow-unused --play line.bin -- true
err_has 'is damaged'
rm "$share/openxr/1/api_layers/implicit.d/XrApiLayer_understudy.json"
expect 5 in_home "$tree_tool" run --allow-unused --play line.bin -- true
err_has 'XrApiLayer_understudy.json is missing'
finish
