#!/bin/sh
# SPDX-License-Identifier: MIT
# `run` as a launcher: exit codes, streams, signals, and apps that cannot be started.
. "$(dirname "$0")/../common.sh"
make_tree

wait_until_ready()
{
    tries=0
    until [ -e "$tmp/ready" ] || [ $tries = 500 ]; do
        sleep 0.02
        tries=$((tries + 1))
    done
}

# None of these apps uses OpenXR.
play="$tree_tool run --headless --allow-unused --play $data/line.bin"

# shellcheck disable=SC2086
{
    expect 0 in_home $play -- true
    out_is_empty
    err_is_empty
    expect 7 in_home $play -- sh -c 'exit 7'
    err_is_empty
    expect 255 in_home $play sh -c 'exit 255'
    expect 137 in_home $play -- sh -c 'kill -9 $$'
    err_has 'signal 9 (.*) ended the app'
    expect 143 in_home $play -- sh -c 'kill -TERM $$'
    expect 0 in_home $play -- printf '%s|' --play 'a b' -- --help ''
    [ "$(cat "$tmp/out")" = '--play|a b|--|--help||' ] || fail "arguments changed: $(cat "$tmp/out")"

    # Streams: byte for byte, and none of ours among them.
    head -c 300000 /dev/urandom >"$tmp/in"
    in_home $play -- cat <"$tmp/in" >"$tmp/through" 2>"$tmp/err" || fail 'cat'
    cmp "$tmp/in" "$tmp/through" || fail 'standard input or output was touched'
    [ ! -s "$tmp/err" ] || fail "unasked words: $(cat "$tmp/err")"
    expect 0 in_home $play -- sh -c 'echo to-error >&2'
    [ "$(cat "$tmp/err")" = to-error ] || fail 'standard error was touched'
    expect 0 in_home $play -- sh -c 'ls /proc/self/fd | wc -l'
    with=$(cat "$tmp/out")
    expect 0 in_home sh -c 'ls /proc/self/fd | wc -l'
    [ "$with" = "$(cat "$tmp/out")" ] || fail 'descriptors leak into the app'

    expect 127 in_home $play -- no-such-app-anywhere
    err_has 'there is no app no-such-app-anywhere'
    expect 127 in_home $play -- ./no-such-app
    # Of a long name, the first 800 bytes are shown, but no half of an "ä".
    folders=$(printf '%0398d' 0 | sed 's|0|d/|g')
    expect 127 in_home "$tree_tool" run --headless --play "$data/line.bin" --junit "$tmp/junit.xml" -- "${folders}123$(printf '%0200d' 0 | sed 's/0/ä/g')"
    err_has "there is no app ${folders}123\.\.\.; check its name, or pass its path\$"
    grep -q "there is no app ${folders}123\.\.\.; check its name" "$tmp/junit.xml" || fail 'a long name in the report'
    ln -sf "$data/line.bin" "$tmp/text"
    long=$(printf '%0400d' 0 | sed 's|0|./|g')${tmp#/}/text
    expect 126 in_home env -C / $play -- "$long"
    err_has "^understudy: $(echo "$long" | cut -c1-800)\.\.\. cannot be executed: it is not marked as executable"
    expect 127 in_home $play -- ''
    err_has '^understudy: the name of the app is empty$'
    expect 126 in_home $play -- "$data/line.bin"
    err_has 'cannot be executed'
    expect 126 in_home $play -- "$tmp"
    printf '#!/no/such/interpreter\n' >"$tmp/script"
    chmod +x "$tmp/script"
    expect 126 in_home $play -- "$tmp/script"
    err_has 'interpreter'
    # Nothing is handed to a shell: a text is no program, by its path and in PATH.
    mkdir "$tmp/bin"
    echo "touch '$tmp/started'" >"$tmp/bin/understudy-text"
    expect 126 in_home $play -- "$tmp/bin/understudy-text"
    err_has 'understudy-text cannot be executed: it is not marked as executable'
    chmod +x "$tmp/bin/understudy-text"
    expect 126 in_home $play -- "$tmp/bin/understudy-text"
    err_has 'it is neither a program for this machine nor a script whose first line begins with #!'
    expect 126 in_home PATH="$tmp/bin:$PATH" $play -- understudy-text
    err_has 'neither a program for this machine'
    [ ! -e "$tmp/started" ] || fail 'a text was run by a shell'
    expect 126 in_home $play -- "$tmp/bin"
    err_has 'it is a folder'
    # A folder or a file without permission of the same name, earlier in PATH, is passed over.
    mkdir -p "$tmp/first/true"
    : >"$tmp/first/printf"
    expect 0 in_home PATH="$tmp/first:/no/such/folder:$PATH" $play -- true
    expect 126 in_home PATH="$tmp/first" $play -- printf
    expect 127 in_home PATH="/no/such/folder" $play -- printf
    expect 0 in_home PATH="$PATH" sh -c "cd /usr/bin && PATH= $play -- printf x"

    # Ended by us: after the limit, or when playback is over and the grace time too; politely at first.
    expect 124 in_home $play --limit 0.2 -- sleep 600
    err_has 'the app is still running after the limit of 0.2 s; terminating it'
    expect 124 in_home $play --limit 0.2 -- sh -c "trap 'exit 0' TERM; while :; do sleep 0.1; done"
    expect 0 in_home $play --end quit:0.2 -- sh -c "$pretend_ended; exec sleep 600"
    err_has 'the app is still running 0.2 s after playback ended; terminating it'
    expect 0 in_home $play --end quit:0.2 -- sh -c "trap '' TERM; $pretend_ended; while :; do sleep 0.1; done"
    err_has 'the app did not exit after SIGTERM; killing it'
    expect 7 in_home $play --limit 60 -- sh -c "$pretend_ended; exit 7"
    err_is_empty
    # With another end the app goes on.
    expect 5 in_home $play --end hold -- sh -c "$pretend_ended; sleep 0.2; exit 5"

    # An input that is /dev/null or closed stays open until the app is told to exit, or is ended; nobody else holds its other end.
    expect 3 in_home $play --limit 60 -- sh -c "timeout 0.2 cat; [ \$? = 124 ] || exit 1; $pretend_exiting; cat; exit 3" </dev/null
    expect 4 in_home $play --limit 60 -- sh -c "$pretend_exiting; cat; exit 4" <&-
    out_is_empty
    expect 0 in_home $play --end quit:0.2 -- sh -c "trap '' TERM; $pretend_ended; cat; echo ended" </dev/null
    out_has '^ended$'
    expect 0 in_home $play -- sh -c 'ls -l /proc/$$/fd; readlink /proc/$$/fd/0' </dev/null
    [ "$(grep -c -F "$(tail -n 1 "$tmp/out")" "$tmp/out")" = 2 ] || fail "the app has both ends: $(cat "$tmp/out")"
    # Any other input is the app's.
    echo line >"$tmp/input"
    expect 0 in_home $play -- cat <"$tmp/input"
    out_has '^line$'

    # A signal that is sent to the tool reaches the app, and its answer comes back.
    for name in TERM HUP USR1; do
        rm -f "$tmp/ready"
        # Not in_home: a function in the background is one process more.
        env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" $play -- \
            sh -c "trap 'exit 9' $name; : >'$tmp/ready'; i=0
                while [ \$i -lt 500 ]; do sleep 0.02; i=\$((i + 1)); done" &
        process=$!
        wait_until_ready
        kill -$name $process
        code=0
        wait $process || code=$?
        [ $code = 9 ] || fail "SIG$name did not reach the app: $code"
    done
} 2>&1

# Without that option it is said, and no success. An app that fails by itself keeps its code.
used="$tree_tool run --headless --play $data/line.bin"
# shellcheck disable=SC2086
{
    expect 5 in_home $used -- ls /
    err_has 'nothing was played: the layer was not loaded'
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "more than one line: $(cat "$tmp/err")"
    expect 7 in_home $used -- sh -c 'exit 7'
    err_has 'nothing was played'
    expect 5 in_home $used -- sh -c "$pretend_instance"
    err_has 'nothing was played: the app made an OpenXR instance, but playback never started.*standard input'
    expect 0 in_home $used --allow-unused -- sh -c "$pretend_instance"
    err_is_empty
    expect 0 in_home $used -- sh -c "$pretend_playing"
    err_is_empty
    expect 127 in_home $used -- no-such-app-anywhere
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "more than one line: $(cat "$tmp/err")"

    # How the app is to end.
    for how in any 134 SIGABRT ABRT; do
        expect 0 in_home $used --exit $how -- sh -c "$pretend_playing; kill -ABRT \$\$"
        expect 0 in_home $used --exit $how -- sh -c "$pretend_playing; exit 134"
    done
    for how in 0 6 SEGV 1; do
        expect 134 in_home $used --exit $how -- sh -c "$pretend_playing; kill -ABRT \$\$"
        err_has "the app did not end as --exit $how says"
    done
    expect 0 in_home $used --exit 7 -- sh -c "$pretend_playing; exit 7"
    expect 3 in_home $used --exit 7 -- sh -c "$pretend_playing"
    err_has 'did not end as --exit 7 says: its exit code is 0$'
    expect 0 in_home $used --exit any -- sh -c "$pretend_playing; exit 7"
    # An app that hangs, is not there, or plays nothing is not excused.
    expect 124 in_home $used --exit any --limit 0.2 -- sh -c "$pretend_playing; exec sleep 60"
    expect 127 in_home $used --exit any -- no-such-app-anywhere
    expect 5 in_home $used --exit any -- sh -c 'exit 7'
    expect 0 in_home $used --exit any --end quit:0.1 -- sh -c "$pretend_playing; $pretend_ended; exec sleep 60"
    for how in all -1 256 1x SIGFOO sigabrt ' 1'; do
        expect 2 in_home $used --exit "$how" -- true
        err_has 'it is any, an exit code from 0 to 255, or the name of a signal'
    done
}

[ -z "$(find "$tmp/home" "$tmp/none" -mindepth 1)" ] || fail 'something was written into the home'
finish
