#!/bin/sh
# SPDX-License-Identifier: MIT
# `record` with an app that records nothing: the command line, and existing files.
. "$(dirname "$0")/../common.sh"
make_tree
app=$tmp/app
printf '#!/bin/sh\n%s\nenv >%s\nexit "${1-0}"\n' "$pretend_instance" "$tmp/environment" >"$app"
chmod +x "$app"

expect 2 "$tool" record --headless -- true
err_has 'record: --output is missing; pass --output FILE'
expect 2 "$tool" record -o "$tmp/a.mcap" --limit 0 -- true
for former in gpu only-asked 'mark-on haptic' 'ready-file x' 'grace 2' verbose; do
    # shellcheck disable=SC2086 # an option and perhaps its value
    expect 2 "$tool" record -o "$tmp/a.mcap" --$former -- true
    err_has "^understudy: record: --${former% *} is .* now"
done
expect 2 "$tool" record -o "$tmp/a.mcap" --window -- "$app"
err_has 'record: --window needs --headless'
for display in '' DISPLAY=; do
    expect 2 env -u DISPLAY $display "$tool" record -o "$tmp/a.mcap" --headless --window -- "$app"
    err_has 'record: --window needs an X server, and DISPLAY is not set'
done
[ ! -e "$tmp/environment" ] || fail 'the app was started without a window'
expect 2 "$tool" record -o "$tmp/a.mcap"
err_has 'the app is missing'
expect 2 "$tool" record -o "$app" --force -- "$app"
err_has 'is the app itself and would be overwritten'
expect 2 in_home "$tree_tool" record -o "$tmp/none/no/a.mcap" --headless -- "$app"
err_has 'record: .*/none/no/a.mcap cannot be written: '
mkdir "$tmp/folder.mcap"
expect 2 in_home "$tree_tool" record -o "$tmp/folder.mcap" --headless -- "$app"
err_has 'is not a regular file'
for name in take.bin take .mcap take.mcap.json; do
    expect 2 in_home "$tree_tool" record -o "$tmp/$name" --headless -- "$app"
    err_has "^understudy: record: --output $tmp/$name: the name of a recording ends in .mcap\$"
    expect 2 in_home "$tree_tool" run --play "$data/line.bin" --record "$tmp/$name" --headless -- "$app"
    err_has "^understudy: run: --record $tmp/$name: the name of a recording ends in .mcap\$"
    expect 2 "$tool" recover "$tmp/folder.mcap" --output "$tmp/$name"
    err_has "^understudy: recover: --output $tmp/$name: the name of a recording ends in .mcap\$"
    [ ! -e "$tmp/$name" ] || fail "$name was made"
done

# The app gets the settings; nothing is recorded, and nothing is left.
expect 5 in_home UNDERSTUDY_RECORD_ONLY_ASKED=1 UNDERSTUDY_RECORD_MARK_ON=haptic "$tree_tool" record -o "$tmp/a.mcap" --headless -- "$app"
err_has 'nothing was recorded: the app made an OpenXR instance, but no frame in a session'
for setting in "UNDERSTUDY_RECORD=$tmp/a.mcap" UNDERSTUDY_RECORD_ONLY_ASKED=1 UNDERSTUDY_RECORD_MARK_ON=haptic UNDERSTUDY_ENABLE=1; do
    grep -qx "$setting" "$tmp/environment" || fail "the app has no $setting"
done
ring=$(sed -n 's/^UNDERSTUDY_RECORD_RING=//p' "$tmp/environment")
[ -n "$ring" ] && [ ! -e "$ring" ] || fail "the ring '$ring' was left"
! grep -q '^UNDERSTUDY_PLAY=' "$tmp/environment" || fail 'something is going to play'
[ ! -e "$tmp/a.mcap" ] || fail 'an empty recording was left'
expect 7 in_home "$tree_tool" record -o "$tmp/a.mcap" --headless -- "$app" 7
expect 127 in_home "$tree_tool" record -o "$tmp/a.mcap" --headless -- "$tmp/nowhere"
expect 5 in_home "$tree_tool" record -o "$tmp/a.mcap" --headless -- true
err_has 'nothing was recorded: the layer was not loaded'

# `mark` says which recording it marks, and of several it marks none. One that has not begun would not have the marker.
recorders=
for n in 1 2; do
    rm -f "$tmp/runs"
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} \
        "$tree_tool" record -o "$tmp/mark-$n.mcap" --headless -- sh -c "$pretend_instance; : >'$tmp/runs'; exec sleep 60" >/dev/null 2>&1 </dev/null &
    recorders="$recorders $!"
    while [ ! -e "$tmp/runs" ] && kill -0 $! 2>/dev/null; do sleep 0.01; done
done
expect 2 "$tool" mark here
err_has '^understudy: mark: [0-9]* recordings are made now; pass --pid P of one:$'
cp "$tmp/err" "$tmp/listed"
n=0
for recorder in $recorders; do
    n=$((n + 1))
    grep -qx "understudy:   --pid $recorder  $tmp/mark-$n.mcap" "$tmp/listed" || fail "recording $n is not listed: $(cat "$tmp/listed")"
    kill -0 "$recorder" || fail 'the recorder is gone'
    run "$tool" mark here --pid "$recorder"
    [ "$code" = 1 ] || fail "mark before the session: exit code $code"
    err_has "^understudy: mark: process $recorder does not record to $tmp/mark-$n.mcap yet: its app has begun no OpenXR session\$"
    kill "$recorder"
    wait "$recorder" || :
    run "$tool" mark here --pid "$recorder"
    err_has "^understudy: mark: process $recorder does not record\$"
done

# A signal ends the recording, and an app that then ends well has recorded nothing all the same. The e2e test record has one that has.
for name in INT TERM; do
    rm -f "$tmp/runs"
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} \
        "$tree_tool" record -o "$tmp/a.mcap" --headless -- \
        sh -c "trap 'exit 0' INT TERM; $pretend_instance; : >'$tmp/runs'; while :; do sleep 0.05; done" >"$tmp/out" 2>"$tmp/err" </dev/null &
    recorder=$! ran="record, SIG$name"
    while [ ! -e "$tmp/runs" ] && kill -0 $recorder 2>/dev/null; do sleep 0.01; done
    kill -$name $recorder
    code=0
    wait $recorder || code=$?
    [ $code = 5 ] || fail "exit code $code, not 5: $ran: $(cat "$tmp/err")"
    err_has 'nothing was recorded: the app made an OpenXR instance, but no frame in a session'
done

# A file that is there stays: without --force, and with it where nothing is recorded.
echo precious >"$tmp/b.mcap"
expect 2 in_home "$tree_tool" record -o "$tmp/b.mcap" --headless -- "$app"
err_has 'b.mcap is there already; choose another name, or pass --force to replace it'
for command in "$app" "$tmp/nowhere"; do
    run in_home "$tree_tool" record -o "$tmp/b.mcap" --force --headless -- "$command"
    [ "$(cat "$tmp/b.mcap")" = precious ] || fail "the file that was there is lost: $ran"
done
[ "$(find "$tmp" -maxdepth 1 -name 'b.mcap*' | wc -l)" = 1 ] || fail 'a file was left beside the recording'
finish
