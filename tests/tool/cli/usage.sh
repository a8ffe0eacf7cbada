#!/bin/sh
# SPDX-License-Identifier: MIT
# Help, version, and command lines that are wrong.
. "$(dirname "$0")/../common.sh"

expect 0 "$tool" --help
out_has '^usage: understudy COMMAND'
err_is_empty
expect 0 "$tool" --version
out_has '^understudy [0-9]*\.[0-9]*\.[0-9]*\( (commit [0-9a-f]*\(, changed\)\?)\)\?$'
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
err_has 'run, drive, record, mark, recover, convert, edit, perform, info, check, sample'
expect 2 "$tool" help frobnicate
expect 2 "$tool" help run check
err_has "^understudy: help: one command is explained at a time; unexpected argument 'check'\$"
out_is_empty
expect 2 "$tool" version
err_has "^understudy: there is no command 'version'; did you mean '--version'?\$"
expect 2 "$tool" --quiet run
err_has "^understudy: the command is missing before '--quiet'; see 'understudy --help'\$"
expect 0 "$tool" help --help
out_has '^usage: understudy help COMMAND'
expect 0 "$tool" help help
out_has '^usage: understudy help COMMAND'
err_is_empty
# The help of a command names what that command takes.
expect 0 "$tool" help run
out_has 'Values: focus, sync, frame, force-focus;$'
expect 0 "$tool" help drive
out_has 'quit:S; default: quit$'
! grep -q 'pingpong\|--repeat\|of run itself' "$tmp/out" || fail 'the help of drive names what it refuses'
# Every setting of the layer is listed, with what it may be.
expect 0 "$tool" help settings
out_has '^UNDERSTUDY_FORCE_FOCUS$'
out_has '^    option of run: --start force-focus$'
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
err_has "the command takes one file; unexpected argument '.*floor.bin'; see"
expect 2 "$tool" mark two words
err_has "^understudy: mark: the command takes one name, in quotes if it has blanks; unexpected argument 'words'; see"
expect 2 "$tool" mark "$(printf %256s x)"
err_has "^understudy: mark: a marker's name has 1 to 255 bytes\$"
expect 2 "$tool" convert "$data/line.bin" line.csv
err_has "unexpected argument 'line.csv'; name the new file by --output; see"
# A script may expand to nothing.
for command in info check 'sample --time 1' 'convert -o new.csv' 'edit -o new.mcap' 'judge --expect x' expect report view 'perform -o new.mcap' recover mark compare \
    "compare $data/line.bin" "report $data"; do
    # shellcheck disable=SC2086 # a command and its options
    expect 2 "$tool" $command ''
    err_has "^understudy: ${command%% *}: an empty name was given: ''; see 'understudy ${command%% *} --help'\$"
    [ "$(wc -l <"$tmp/err")" = 1 ] || fail "$command '': more than one line"
done
expect 2 "$tool" edit "$data/line.bin" -o "$tmp/new.bin" join ''
err_has "^understudy: edit: step 1, join: an empty name was given: ''\$"
for steps in "cut 0 1 $data/line.bin" "mirror $data/line.bin"; do
    # shellcheck disable=SC2086 # steps, and a recording in the wrong place
    expect 2 "$tool" edit $steps -o "$tmp/new.bin"
    err_has "^understudy: edit: step 1: there is no step '.*'; the recording comes before the steps, and there is no file '${steps%% *}'\$"
done
expect 2 "$tool" doctor ''
err_has "^understudy: doctor: the command takes no file; unexpected argument ''; see"
expect 4 "$tool" info -- --json
err_has '^understudy: --json: '
expect 2 "$tool" sample "$data/line.bin"
err_has '--time is missing'
expect 2 "$tool" sample "$data/line.bin" --time
err_has "a value is missing after '--time'"
expect 2 "$tool" sample "$data/line.bin" --time 1 --time 2
err_has '--time is given twice'
for time in soon nan inf s 1ss 1m '1 s' '' 4.001 99 -1; do
    expect 2 "$tool" sample "$data/line.bin" --time "$time"
done
err_has "sample: --time: '-1' is outside of the recording, which lasts from 0.000 s to 4.000 s"
# A marker's name means its time, with or without 'marker:', in every option.
for time in pinch marker:pinch 4.5; do
    expect 0 "$tool" sample "$data/demo.bin" --time $time
    out_has '^at 4.5 s'
done
expect 2 "$tool" sample "$data/demo.bin" --time clap
err_has "sample: --time: there is no marker 'clap'; the recording has 'look-around'"
expect 2 "$tool" run --play "$data/demo.bin" --from "$(printf '%059d' 0 | tr 0 x)äöü" -- true
err_has "there is no marker '$(printf '%059d' 0 | tr 0 x)'; the recording has"
expect 2 "$tool" sample "$data/line.bin" --time 1 --frame unreal
err_has 'one of openxr, unity'
expect 0 "$tool" sample "$data/line.bin" --time=1 --frame=unity

expect 2 "$tool" run -- true
err_has 'pass --play FILE'
expect 2 "$tool" run true --play "$data/line.bin"
err_has '^understudy: run: --play is missing; pass --play FILE before the app$'
expect 2 "$tool" record --headless true -o "$tmp/late.mcap"
err_has '^understudy: record: --output is missing; pass --output FILE before the app$'
expect 2 "$tool" run --play "$data/line.bin" --
err_has 'the app is missing'
expect 2 "$tool" run --play "$data/line.bin" --anchor moon -- true
err_has 'auto, local, stage, local_floor'
for list in real spaces, ,gaze; do
    expect 2 "$tool" run --play "$data/line.bin" --recorded $list -- true
    err_has 'it is one of spaces, views, events, gaze'
done
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
# No rounding hides what is outside.
expect 2 "$tool" run --headless --play "$data/demo.bin" --from 1.0003 --pause 1:1 -- touch "$tmp/started"
err_has "--pause: '1' is outside of the range from 1.0003 s to 12.000 s"
expect 2 "$tool" run --headless --play "$data/demo.bin" --shoot 1s,often -- touch "$tmp/started"
err_has "--shoot: there is no marker 'often'; the recording has 'look-around'"
expect 2 "$tool" run --headless --play "$data/demo.bin" --shoot 1s,1m -- touch "$tmp/started"
err_has "--shoot: '1m' is none of 1.5s, a marker's name, marker:NAME, frame:90 and every:0.5s"
expect 2 "$tool" run --headless --play "$data/demo.bin" --shots screenshots -- touch "$tmp/started"
err_has '--shots needs --shoot'
[ ! -e "$tmp/started" ] || fail 'the app was started all the same'
expect 2 "$tool" run --play "$data/line.bin" --start never -- true
err_has 'focus, sync, frame, force-focus'
for clock in virtual frame: frame:0 frame:1001 frame:60Hz Frame; do
    expect 2 "$tool" run --play "$data/line.bin" --clock $clock -- true
    err_has 'one of wall, frame, frame:HZ'
done
for end in hold:2 quit: quit:-1 quit:86401 quit:soon quit:2sec; do
    expect 2 "$tool" run --play "$data/line.bin" --end $end -- true
    err_has "run: --end $end: seconds from 0 to 86400 may follow quit alone"
done
for option in '--rate 60' '--person moving'; do
    # shellcheck disable=SC2086 # a list of words
    expect 2 "$tool" run --play "$data/line.bin" $option -- true
    err_has "${option% *} needs --headless"
done
for rate in 0 1001 -1 60.5 fast; do
    expect 2 "$tool" run --play "$data/line.bin" --headless --rate "$rate" -- true
    err_has '--rate must be max or a whole number from 1 to 1000'
done
expect 2 env DISPLAY=:1 "$tool" run --play "$data/line.bin" --headless --window --rate max -- true
err_has '--rate max excludes --window'
expect 2 "$tool" record -o "$tmp/s.mcap" --headless --person no-such-script -- true
err_has '--person .*: No such file or directory; it must be nobody, moving, or a script that can be read'
expect 2 "$tool" run --play "$data/line.bin" --limit 0 -- true
err_has '--limit must be above 0'
expect 2 "$tool" run --play "$data/line.bin" --report "$tmp/verdict.json,on-failure" -- true
err_has 'only a page, whose name ends in .html'
# A word that is spelt wrong is no part of a name.
for value in '--baseline base,requird' '--log run.jsonl,framse' '--report run.html,on-failures'; do
    # shellcheck disable=SC2086
    expect 2 "$tool" run --play "$data/line.bin" $value -- true
    err_has "^understudy: run: ${value%%,*},.*: the word behind the comma is none of"
done
for value in '--baseline base,required,update' '--log run.jsonl,events,frames' '--report run.html,on-failure,on-failure' '--baseline base,requird,update'; do
    # shellcheck disable=SC2086
    expect 2 "$tool" run --play "$data/line.bin" $value -- true
    err_has "^understudy: run: $value: only one word may follow the name\$"
done
for value in '--repeat 2' "--baseline $tmp/base"; do
    # shellcheck disable=SC2086
    expect 2 "$tool" run --play "$data/line.bin" --log "$tmp/run.jsonl,events" $value -- true
    err_has '^understudy: run: --repeat and --baseline compare frames, and a log of the level events has none; write --log FILE,frames$'
done
# A word without a name before it is no name.
for value in '--baseline ,required' '--baseline ,update' '--log ,frames' '--log ,' '--report ,on-failure'; do
    # shellcheck disable=SC2086
    expect 2 env -C "$tmp" "$tool" run --play "$data/line.bin" $value -- true
    err_has "^understudy: run: $value: the \(name before the comma is missing\|word behind the comma is none of .*\)\$"
done
# Options of earlier versions name what to use now, with and without a value.
for former in gpu 'only-asked' 'mark-on haptic' 'ready-file x' 'done-file=x' no-create update-baseline 'report-html x.html' 'report-html-on=failure' 'log-level frames' \
    'grace 2' 'world virtual' 'views recorded' 'events recorded' 'gaze world' force-focus verbose headerless twice 'times 3'; do
    # shellcheck disable=SC2086 # an option and perhaps its value
    expect 2 "$tool" run --play "$data/line.bin" --$former -- true
    err_has "^understudy: run: --${former%%[ =]*} is .*\(now\|recognised\)"
done
# A drive has no recording before it is driven, and waits for its client.
for refused in "play $data/line.bin" 'from 1' 'to 1' 'pause 1:2' 'speed 2' 'repeat 2' 'record x.mcap'; do
    # shellcheck disable=SC2086 # an option and its value
    expect 2 "$tool" drive --$refused -- true
    err_has "^understudy: drive: --${refused%% *} cannot be used: "
done
while read -r words; do
    # shellcheck disable=SC2086 # options and their values
    expect 2 "$tool" drive --headless ${words%%:*} -- true
    err_has "^understudy: drive: ${words#*:}"
    out_is_empty
done <<'END'
--clock wall:--clock wall cannot be used: the time of a drive counts frames
--clock frame=5000:--clock must be frame or real, or frame
--clock real=5000:--clock must be frame or real, or frame
--clock really:--clock must be frame or real, or frame
--limit 0:--limit must be above 0
--expect missing.json --allow-unused:--allow-unused excludes --expect
--end hold:--end hold cannot be used
--save drive.bin:--save drive.bin: the name of a recording ends in .mcap
--force:--force belongs to --save FILE and --write-test FILE
--stdio --socket x:--stdio excludes --socket
--stdio --log -:--stdio excludes --log -
--stdio --on-leave hold:--stdio excludes --on-leave hold
--on-leave never:--on-leave cannot be 'never'; it is one of hold, continue, quit
--socket /dev/null:--socket /dev/null: there is a file that is no socket
--socket /missing/x.sock:--socket /missing/x.sock: No such file or directory
END
expect 2 "$tool" drive --headless --socket "$tmp/$(printf '%0110d' 0)" -- true
err_has 'at most 107 bytes; choose a shorter one'
# What is refused is refused before the drive says that it listens, and before it makes anything.
mkdir "$tmp/drive"
: >"$tmp/drive/file"
while read -r options; do
    # shellcheck disable=SC2086 # options and their values
    expect 2 env -u DISPLAY -C "$tmp/drive" "$tool" drive --headless --socket door $options -- true
    [ "$(grep -c listening "$tmp/err")$(ls "$tmp/drive")" = 0file ] || fail "$options: it listened, or made something: $(cat "$tmp/err"; ls "$tmp/drive")"
done <<'END'
--out file
--window
--rate 0
--limit 0
--expect missing.json
--fault nonsense
--shoot frame:-1
--log file/log.jsonl
--shots file
--baseline file
--junit missing/junit.xml
--report missing/page.html
--person missing.person
--profile nonsense
--save missing/drive.mcap
--write-test missing/test_it.py
END
run env -C "$tmp/drive" "$tool" drive --headless --socket door -- ./no-such-app
! grep listening "$tmp/err" || fail 'it listened for an app that is not there'
cp "$data/line.bin" "$tmp/in.mcap"
expect 2 "$tool" drive --headless --socket "$tmp/s" --save "$tmp/in.mcap" --expect "$tmp/in.mcap" -- true
err_has "in.mcap"
cmp -s "$data/line.bin" "$tmp/in.mcap" || fail 'an input was overwritten'
# What is empty, a folder, or not there is called that, and leaves nothing.
mkdir "$tmp/inputs" "$tmp/inputs/folder"
: >"$tmp/inputs/empty.mcap"
echo '{"version": 1, "expect": [{"kind": "no_errors"}]}' >"$tmp/any.json"
echo '0 left sqeeze 1' >"$tmp/wrong.person"
while IFS='|' read -r wanted command says; do
    # shellcheck disable=SC2086 # a command and its arguments
    expect "$wanted" env -C "$tmp/inputs" "$tool" $command
    err_has "^understudy: $says"
    [ "$(ls "$tmp/inputs" | tr '\n' ' ')" = 'empty.mcap folder ' ] || fail "$command left something: $(ls "$tmp/inputs")"
done <<'END'
4|recover empty.mcap|empty.mcap: the file is empty: there is nothing to recover
4|convert empty.mcap -o out.csv|empty.mcap: the file is empty
4|convert folder -o out.csv|folder: this is a directory, not a recording
4|edit empty.mcap -o out.mcap cut 0 1|empty.mcap: the file is empty
2|compare empty.mcap empty.mcap|empty.mcap: the file is empty
2|judge folder --expect ../any.json|folder: this is a folder, not an event log
2|judge empty.mcap --expect ../any.json|empty.mcap: the event log is empty; so is that of an app that does not load the layer$
2|judge ../any.json --expect ../any.json --report out.html|judge: --report out.html: 'judge' writes the verdict as JSON; name it .json, or make a page of a run folder with 'understudy report'$
2|run --headless --play ../in.mcap --person folder -- true|run: --person folder: this is a folder; it must be nobody, moving, or a script
2|run --headless --play ../in.mcap --person ../wrong.person -- true|run: --person: ../wrong.person:1: "left" has no "sqeeze"
2|record --headless -o out.mcap --person ../wrong.person -- true|record: --person: ../wrong.person:1: "left" has no "sqeeze"
2|run --headless --play ../in.mcap --expect empty.mcap -- true|empty.mcap: the file is empty
2|report missing|report: missing: No such file or directory
2|expect missing|expect: missing: No such file or directory
END
# The ten options that matter first come first, and the numbers of options do not grow again.
expect 0 "$tool" run --help
first=$(sed -n '/^The options that matter first:$/,/^$/s/^  --\([a-z-]*\).*/\1/p' "$tmp/out" | tr '\n' ' ')
[ "$first" = 'play headless clock limit out shoot log expect baseline window ' ] || fail "the first options are $first"
[ "$(grep -c '^  --' "$tmp/out")" -le 35 ] || fail 'run has more than 35 options'
# Those of run that drive has as well do not count again.
all=$(for command in $("$tool" --help | awk '/^usage:/ { next } /^Try this/ { exit } /^  [a-z]/ { print $1 }'); do
    "$tool" help "$command" | if [ "$command" = drive ]; then sed '/^  --headless/,$d'; else cat; fi
done | grep -c '^  --[a-z]')
[ "$all" -le 110 ] || fail "all commands together have $all options"

expect 2 "$tool" run --play "$data/line.bin" --play "$data/demo.bin" -- true
err_has '--play is given twice'

# Seconds may be written with an s, in every option that is a time.
"$tool" sample "$data/line.bin" --time 0.5 >"$tmp/plain"
expect 0 "$tool" sample "$data/line.bin" --time 0.5s
cmp -s "$tmp/plain" "$tmp/out" || fail '--time 0.5s is not --time 0.5'
for option in '--limit 1s' '--end quit:1s'; do
    # shellcheck disable=SC2086 # an option and its value
    expect 2 "$tool" run --headless --play "$data/demo.bin" $option --speed 0 -- true
    err_has '--speed must be from 0.001 to 1000'
done
expect 2 "$tool" doctor --timeout 1
err_has '--timeout is UNDERSTUDY_DOCTOR_TIMEOUT=SECONDS in the environment now'
# The marker is the first thing that is wrong: the seconds before it were understood.
expect 2 "$tool" run --headless --play "$data/demo.bin" --from 1s --to 8s --pause 2s:1s,nowhere:1 -- true
err_has "--pause: there is no marker 'nowhere'"

# What comes from outside does not reach the terminal raw.
expect 2 "$tool" "$(printf 'x\033[31m')"
err_has 'x\\u{1b}\[31m'
expect 4 "$tool" info "$tmp/$(printf 'no\377such\nfile')"
err_has 'no\\xffsuch\\nfile'
finish
