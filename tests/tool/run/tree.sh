#!/bin/sh
# SPDX-License-Identifier: MIT
# The end of a run, whatever its cause, ends every process that the app started: grandchildren behind a shell, and daemons. No signal
# arrives twice.
. "$(dirname "$0")/../common.sh"
make_tree
command -v setsid >/dev/null || { echo 'SKIP: setsid is not installed'; exit 77; }
# The two bytes of an ELF file that name its machine.
machine_of()
{
    od -An -t x1 -j 18 -N 2 "$1"
}
[ "$(machine_of "$tree_tool")" = "$(machine_of /proc/self/exe)" ] ||
    { echo 'SKIP: an emulator runs the tool, and refuses to hand it the orphans of its app (PR_SET_CHILD_SUBREAPER)'; exit 77; }
play="$tree_tool run --headless --play $data/line.bin"

# Every process of a run has this in its environment.
mark=UNDERSTUDY_TEST_TREE=$$.$(date +%N)
alive()
{
    grep -lzx -e "$mark" /proc/[0-9]*/environ 2>/dev/null
}
# Started in the background as it is, so that $! is the tool. What this shell's background jobs or the test's caller ignore (SIGINT, and
# SIGHUP under nohup) the tool and the app ignore, too, and would never end: env gives it back.
begin()
{
    rm -f "$tmp"/pid-* "$tmp"/got-*
    # shellcheck disable=SC2086 # $play is a command of several words
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" "$mark" TEST_TMP="$tmp" \
        PRETEND_PLAYER="$pretend_player" ${ASAN_OPTIONS+"ASAN_OPTIONS=$ASAN_OPTIONS"} $play "$@" >"$tmp/out" 2>"$tmp/err" </dev/null &
    process=$!
}
wait_for()
{
    tries=0
    until [ -s "$1" ] || [ $tries = 3000 ]; do
        sleep 0.02
        tries=$((tries + 1))
    done
    [ -s "$1" ] || fail "nothing wrote $1"
}
# On a busy machine a time limit can be over before the app has begun: such a run proves nothing, and the next one has a longer limit.
began()
{
    [ -s "$tmp/pid-1" ] || fail "$1: the app did not begin"
}
# ends CODE WHAT: the run ends with it, and a moment later nothing of it lives. Only a failure waits as long as is allowed here.
ends()
{
    code=0
    wait $process || code=$?
    [ "$code" = "$1" ] || fail "$2: exit code $code, not $1: $(cat "$tmp/err")"
    gone "$2"
}
gone()
{
    tries=0
    while [ -n "$(alive)" ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    left=$(alive)
    [ -z "$left" ] && return
    fail "$1: still there: $(for at in $left; do tr '\0' ' ' <"${at%environ}cmdline"; done)"
    for at in $left; do
        at=${at#/proc/}
        kill -9 "${at%/environ}" 2>/dev/null
    done
}

# A shell that waits for its child; a child that heeds no SIGTERM; a daemon, whose parent ends; one beside a living app. The daemon has
# the layer as far as the tool can tell: for one that has not, the tool would wait ten seconds only, which a busy machine may need to
# send a signal.
cat >"$tmp/wrapper" <<'END'
#!/bin/sh
sh -c 'echo $$ >"$TEST_TMP/pid-1"; sleep 600; :'
exit 0
END
cat >"$tmp/stubborn" <<'END'
#!/bin/sh
sh -c 'trap "" TERM INT; echo $$ >"$TEST_TMP/pid-1"; while :; do sleep 0.1; done'
exit 0
END
cat >"$tmp/daemon" <<'END'
#!/bin/sh
(setsid sh -c "$PRETEND_PLAYER; "'echo $$ >"$TEST_TMP/pid-1"; sleep 600; :' </dev/null >/dev/null 2>&1 &)
exit 0
END
cat >"$tmp/both" <<'END'
#!/bin/sh
(setsid sh -c 'trap "" TERM; echo $$ >"$TEST_TMP/pid-1"; while :; do sleep 0.1; done' </dev/null >/dev/null 2>&1 &)
exec sleep 600
END
chmod +x "$tmp/wrapper" "$tmp/stubborn" "$tmp/daemon" "$tmp/both"

for app in wrapper stubborn daemon both; do
    for s in 0.5 5 30; do
        begin --limit $s -- "$tmp/$app"
        ends 124 "--limit, $app"
        [ ! -s "$tmp/pid-1" ] || break
    done
    began "--limit, $app"
    for s in 0.3 5 30; do
        begin --allow-unused --end "quit:$s" -- sh -c "$pretend_ended; exec \"\$TEST_TMP/$app\""
        ends 0 "--end quit, $app"
        [ ! -s "$tmp/pid-1" ] || break
    done
    began "--end quit, $app"
    for name in TERM:143 INT:130 HUP:129; do
        # These two take their four seconds each time.
        case $name:$app in TERM:*:stubborn | HUP:*:stubborn | INT:*:both | HUP:*:both) continue ;; esac
        begin -- "$tmp/$app"
        wait_for "$tmp/pid-1"
        [ -n "$(alive)" ] || fail "the test does not see the processes of $app"
        kill -${name%:*} $process
        ends ${name#*:} "SIG${name%:*}, $app"
    done
    # The tool itself is killed: whoever looks after the app ends it, within the time that SIGTERM and SIGKILL take.
    begin -- "$tmp/$app"
    wait_for "$tmp/pid-1"
    status=$(tr '\0' '\n' <"/proc/$(cat "$tmp/pid-1")/environ" | sed -n 's/^UNDERSTUDY_RUN_STATUS=//p')
    kill -9 $process
    ends 137 "SIGKILL of the tool, $app"
    # The supervisor ends a moment after the last process that it looked after.
    tries=0
    while [ -e "$status" ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    [ -n "$status" ] && [ ! -e "$status" ] || fail "SIGKILL of the tool, $app: left behind: $status"
    # And if that is killed, the tool does.
    begin -- "$tmp/$app"
    wait_for "$tmp/pid-1"
    for at in /proc/[0-9]*/comm; do
        [ "$(cat "$at" 2>/dev/null)" = understudy-tree ] || continue
        at=${at%/comm}
        grep -qzx -e "$mark" "$at/environ" 2>/dev/null && kill -9 "${at#/proc/}"
    done
    ends 126 "SIGKILL of the supervisor, $app"
    grep -q 'the supervisor of the app was killed' "$tmp/err" || fail "the supervisor's death is not said"
done 2>/dev/null

# What is said of an app that does not end by a signal is true: what ended it.
while IFS='|' read -r app said; do
    begin -- sh -c "$app echo \$\$ >\"\$TEST_TMP/pid-1\"; while :; do sleep 0.05; done"
    wait_for "$tmp/pid-1"
    kill -INT $process
    ends 130 "SIGINT, $app"
    [ "$(grep 'ended\|exit' "$tmp/err" | grep -v 'killing it')" = "understudy: $said" ] || fail "SIGINT, $app: $(cat "$tmp/err")"
done <<'END'
trap "" INT;|the app did not exit after signal 2 (Interrupt); signal 15 (Terminated) ended it
trap "" INT TERM;|the app did not exit after signal 2 (Interrupt); signal 9 (Killed) ended it
trap "" INT; trap "exit 4" TERM;|the app did not exit after signal 2 (Interrupt), but after SIGTERM, with exit code 4
:;|signal 2 (Interrupt) ended the app
END
begin -- "$tmp/daemon"
wait_for "$tmp/pid-1"
kill -INT $process
ends 130 'SIGINT, a daemon'
grep -q "^understudy: signal 2 (Interrupt) came after the app's end; the processes that it had left were ended$" "$tmp/err" || fail "a daemon: $(cat "$tmp/err")"

# What the app leaves running when it ends by itself is not ended, if it has nothing to do with OpenXR: it may be a service.
# Only what has the layer is waited for; tests/e2e/run/verdict.sh has that case.

# --repeat 2 ends as a whole: there is no second run.
begin --repeat 2 -- sh -c 'echo x >>"$TEST_TMP/pid-1"; trap "exit 0" INT TERM; while :; do sleep 0.05; done'
wait_for "$tmp/pid-1"
kill -INT $process
ends 130 '--repeat 2, SIGINT'
[ "$(wc -l <"$tmp/pid-1")" = 1 ] || fail '--repeat 2: a second run began after SIGINT'

# An app that ends well when it is told to has not passed: the run, or the drive, was interrupted.
run=$play
drive="$tree_tool drive --headless --socket $tmp/door --save $tmp/drive.mcap --force"
for name in TERM:143 INT:130; do
    play=$drive
    begin -- sh -c 'trap "exit 0" INT TERM; echo $$ >"$TEST_TMP/pid-1"; while :; do sleep 0.05; done'
    wait_for "$tmp/pid-1"
    kill -${name%:*} $process
    ends ${name#*:} "drive, SIG${name%:*}, an app that ends with 0"
    play=$run
    begin -- sh -c 'trap "exit 0" INT TERM; echo $$ >"$TEST_TMP/pid-1"; while :; do sleep 0.05; done'
    wait_for "$tmp/pid-1"
    kill -${name%:*} $process
    ends ${name#*:} "SIG${name%:*}, an app that ends with 0"
done

# Once: by a signal to the tool, by one to the whole group, and by Ctrl-C on a terminal.
cat >"$tmp/count" <<'END'
#!/bin/sh
trap 'echo got >>"$TEST_TMP/got-1"' INT TERM
echo ready >"$TEST_TMP/pid-1"
until [ -e "$TEST_TMP/got-1" ]; do
    sleep 0.05
done
sleep 1
exit 7
END
chmod +x "$tmp/count"
begin -- "$tmp/count"
wait_for "$tmp/pid-1"
kill -INT $process
ends 7 'SIGINT to the tool'
[ "$(cat "$tmp/got-1")" = got ] || fail "SIGINT arrived $(wc -l <"$tmp/got-1") times"

# A group that gets it as a whole, as from GNU's timeout(1), which sends what it gets to its child and then to its group: without a terminal the app
# has a group of its own.
cat >"$tmp/relay" <<'END'
#!/bin/sh
trap 'trap "" TERM; kill -TERM $child; kill -TERM 0' TERM
"$@" &
child=$!
wait $child
code=$?
while [ $code -gt 128 ] && kill -0 $child 2>/dev/null; do
    wait $child
    code=$?
done
exit $code
END
chmod +x "$tmp/relay"
begin_group()
{
    rm -f "$tmp"/pid-* "$tmp"/got-*
    env -i --default-signal PATH="$PATH" HOME="$tmp/home" XDG_CONFIG_DIRS="$tmp/none" "$mark" TEST_TMP="$tmp" \
        setsid "$@" >"$tmp/out" 2>"$tmp/err" </dev/null &
    process=$!
}
# shellcheck disable=SC2086
begin_group "$tmp/relay" $play -- "$tmp/count"
wait_for "$tmp/pid-1"
kill -TERM $process
ends 7 'SIGTERM to the group'
[ "$(cat "$tmp/got-1")" = got ] || fail "SIGTERM to the group arrived $(wc -l <"$tmp/got-1") times"

# Ctrl-C on a terminal reaches the app once, and the tool.
if command -v script >/dev/null; then
    export TEST_TMP="$tmp"
    on_terminal()
    {
        rm -f "$tmp"/pid-* "$tmp"/got-* "$tmp/code"
        (wait_for "$tmp/pid-1"; printf '\003'; wait_for "$tmp/code") |
            in_home "$mark" TEST_TMP="$tmp" PRETEND_PLAYER="$pretend_player" script -qefc "trap : INT; $play $1; echo \$? >'$tmp/code'" /dev/null >"$tmp/out" 2>&1
        code=$(cat "$tmp/code")
    }
    on_terminal "-- '$tmp/count'"
    [ "$code" = 7 ] || fail "Ctrl-C: exit code $code, not 7: $(cat "$tmp/out")"
    [ "$(cat "$tmp/got-1")" = got ] || fail "Ctrl-C arrived $(wc -l <"$tmp/got-1") times"
    on_terminal "--repeat 2 -- sh -c 'echo x >>\"\$TEST_TMP/pid-1\"; trap \"exit 0\" INT; while :; do sleep 0.05; done'"
    [ "$code" = 130 ] || fail "--repeat 2, Ctrl-C: exit code $code, not 130: $(cat "$tmp/out")"
    [ "$(wc -l <"$tmp/pid-1")" = 1 ] || fail '--repeat 2: a second run began after Ctrl-C'
    for app in wrapper daemon both; do
        on_terminal "-- '$tmp/$app'"
        [ "$code" = 130 ] || fail "Ctrl-C, $app: exit code $code, not 130: $(cat "$tmp/out")"
        gone "Ctrl-C, $app"
    done
fi
finish
