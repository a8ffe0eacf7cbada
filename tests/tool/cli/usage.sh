#!/bin/sh
# SPDX-License-Identifier: MIT
# Help, version, and command lines that are wrong.
. "$(dirname "$0")/../common.sh"

expect 0 "$tool" --help
out_has '^usage: understudy COMMAND'
err_is_empty
expect 0 "$tool" --version
out_has '^understudy [0-9]*\.[0-9]*\.[0-9]*$'
for command in run info check sample; do
    expect 0 "$tool" $command --help
    out_has "^usage: understudy $command "
    out_has '^Exit codes:'
    expect 0 "$tool" help $command
    out_has "^usage: understudy $command "
    expect 2 "$tool" $command
    err_has "understudy $command --help"
    out_is_empty
done
expect 0 "$tool" info "$data/line.bin" --help
out_has '^usage: understudy info '
expect 2 "$tool"
err_has 'understudy --help'
expect 2 "$tool" smaple
err_has "did you mean 'sample'"
expect 2 "$tool" frobnicate
err_has 'run, record, mark, recover, convert, compress, info, check, sample'
expect 2 "$tool" help frobnicate
expect 0 "$tool" help help
out_has '^usage: understudy help COMMAND'
err_is_empty
# Every setting of the layer is listed, with what it may be.
expect 0 "$tool" help settings
out_has '^UNDERSTUDY_FORCE_FOCUS$'
out_has '^    option of run: --force-focus$'
out_has '^    values: auto, local, stage, local_floor$'
out_has '^    values: 0.001 to 1000$'
out_has '^    default: head,hands,gaze,pinch,controllers$'
err_is_empty

expect 2 "$tool" info --jsn "$data/line.bin"
err_has "did you mean '--json'"
expect 2 "$tool" info -x "$data/line.bin"
err_has "unknown option '-x'"
expect 2 "$tool" info --frobnicate "$data/line.bin"
err_has "unknown option '--frobnicate'"
expect 2 "$tool" info --json=yes "$data/line.bin"
err_has "no value is allowed after '--json'"
expect 2 "$tool" info "$data/line.bin" "$data/floor.bin"
err_has 'the command takes one file'
expect 4 "$tool" info -- --json
err_has '^understudy: --json: '
expect 2 "$tool" sample "$data/line.bin"
err_has '--time is missing'
expect 2 "$tool" sample "$data/line.bin" --time
err_has "a value is missing after '--time'"
expect 2 "$tool" sample "$data/line.bin" --time 1 --time 2
err_has '--time is given twice'
for time in soon nan inf s 1ss 1m '1 s' ''; do
    expect 2 "$tool" sample "$data/line.bin" --time "$time"
done
expect 2 "$tool" sample "$data/line.bin" --time 1 --frame unreal
err_has 'one of openxr, unity'
expect 0 "$tool" sample "$data/line.bin" --time=-1 --frame=unity

expect 2 "$tool" run -- true
err_has 'pass --play FILE'
expect 2 "$tool" run --play "$data/line.bin" --
err_has 'the app is missing'
expect 2 "$tool" run --play "$data/line.bin" --anchor moon -- true
err_has 'auto, local, stage, local_floor'
expect 2 "$tool" run --play "$data/line.bin" --world real -- true
err_has 'anchored, virtual'
expect 2 "$tool" run --play "$data/line.bin" --channels head,legs,gaze -- true
err_has "'legs'.*head, hands, gaze, pinch, controllers"
for list in , head, ,head head,,gaze Head; do
    expect 2 "$tool" run --play "$data/line.bin" --channels "$list" -- true
done
for list in oculus/touch left=oculus/touch middle=khr/simple_controller left=khr/simple_controller,left=khr/simple_controller; do
    expect 2 "$tool" run --play "$data/line.bin" --profile "$list" -- true
    err_has "run: --profile: '"
    err_has '^understudy:   oculus/touch_controller$'
    err_has '^understudy:   khr/simple_controller$'
done
expect 2 "$tool" run --play "$data/line.bin" --gaze sky -- true
err_has 'head, world'
expect 2 "$tool" run --play "$data/line.bin" --picture sky -- true
err_has 'world, head'
expect 2 "$tool" run --play "$data/line.bin" --end never -- true
err_has 'hold, loop, pingpong, reset'
for speed in 0 -1 fast 1e9 inf; do
    expect 2 "$tool" run --play "$data/line.bin" --speed $speed -- true
done
# Moments are looked up before the app starts.
expect 2 "$tool" run --headless --play "$data/demo.bin" --from nowhere -- touch "$tmp/started"
err_has "run: --from: there is no marker 'nowhere'; the recording has 'look-around' (0.000 s), 'reach' (2.800 s), 'pinch'"
expect 2 "$tool" run --headless --play "$data/line.bin" --to nowhere -- touch "$tmp/started"
err_has "run: --to: there is no marker 'nowhere': the recording has none"
expect 2 "$tool" run --headless --play "$data/demo.bin" --from wave --to reach -- touch "$tmp/started"
err_has 'run: --to: the range ends before it begins'
expect 2 "$tool" run --headless --play "$data/demo.bin" --to 12.5 -- touch "$tmp/started"
err_has "run: --to: '12.5' is outside of the range from 0.000 s to 12.000 s"
expect 2 "$tool" run --headless --play "$data/demo.bin" --pause 3 -- touch "$tmp/started"
err_has "run: --pause: '3' is not a pause; write AT:SECONDS"
expect 2 "$tool" run --headless --play "$data/demo.bin" --shoot 1s,marker:nowhere -- touch "$tmp/started"
err_has "--shoot: there is no marker 'nowhere'; the recording has 'look-around'"
expect 2 "$tool" run --headless --play "$data/demo.bin" --from 1 --shoot 0.5s -- touch "$tmp/started"
err_has "--shoot: '0.5s' is outside of the played range"
expect 2 "$tool" run --headless --play "$data/demo.bin" --shoot 1s,often -- touch "$tmp/started"
err_has "--shoot: 'often' is none of 1.5s, marker:NAME, frame:90 and every:0.5s"
expect 2 "$tool" run --headless --play "$data/demo.bin" --shots screenshots -- touch "$tmp/started"
err_has '--shots needs --shoot'
[ ! -e "$tmp/started" ] || fail 'the app was started all the same'
expect 2 "$tool" run --play "$data/line.bin" --start never -- true
err_has 'focus, sync, frame'
for clock in virtual frame: frame:0 frame:1001 frame:60Hz Frame; do
    expect 2 "$tool" run --play "$data/line.bin" --clock $clock -- true
    err_has 'one of wall, frame, frame:HZ'
done
expect 2 "$tool" run --play "$data/line.bin" --grace 2 -- true
err_has '--grace needs --end quit'
expect 2 "$tool" run --play "$data/line.bin" --end quit --grace -1 -- true
expect 2 "$tool" run --play "$data/line.bin" --limit 0 -- true
err_has '--limit must be above 0'
expect 2 "$tool" run --play "$data/line.bin" --quiet --verbose -- true
expect 2 "$tool" run --play "$data/line.bin" --gpu -- true

expect 2 "$tool" run --play "$data/line.bin" --play "$data/demo.bin" -- true
err_has '--play is given twice'
expect 2 "$tool" run --play "$data/line.bin" --log-level frames -- true
err_has '--log-level needs --log'

# Seconds may be written with an s, in every option that is a time.
"$tool" sample "$data/line.bin" --time 0.5 >"$tmp/plain"
expect 0 "$tool" sample "$data/line.bin" --time 0.5s
cmp -s "$tmp/plain" "$tmp/out" || fail '--time 0.5s is not --time 0.5'
for option in --limit --grace; do
    expect 2 "$tool" run --headless --play "$data/demo.bin" --end quit $option 1s --speed 0 -- true
    err_has '--speed must be from 0.001 to 1000'
done
expect 2 "$tool" doctor --timeout 0.01s
err_has '--timeout must be from'
# The marker is the first thing that is wrong: the seconds before it were understood.
expect 2 "$tool" run --headless --play "$data/demo.bin" --from 1s --to 8s --pause 2s:1s,nowhere:1 -- true
err_has "--pause: there is no marker 'nowhere'"

# What comes from outside does not reach the terminal raw.
expect 2 "$tool" "$(printf 'x\033[31m')"
err_has 'x\\u{1b}\[31m'
expect 4 "$tool" info "$tmp/$(printf 'no\377such\nfile')"
err_has 'no\\xffsuch\\nfile'
finish
