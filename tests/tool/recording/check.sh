#!/bin/sh
# SPDX-License-Identifier: MIT
# Exit codes and words of `check` on sound, repaired and unusable recordings; `info`, `sample` and `run` refuse the same ones.
. "$(dirname "$0")/../common.sh"

for file in "$data"/*.bin; do
    case $file in */nothing.bin) continue ;; esac
    expect 0 "$tool" check "$file"
    out_has ': sound (version 1\.'
    err_is_empty
    expect 0 "$tool" check --json "$file"
    json_is sound result
    json_is "$file" file
done

line=$data/line.bin
size=$(wc -c <"$line")

# unusable WHAT KIND [CURVE [BYTE]]: $tmp/bad.bin is refused by every command, in these words.
unusable()
{
    expect 2 "$tool" check "$tmp/bad.bin"
    err_has "^understudy: $tmp/bad.bin: .*$1"
    out_is_empty
    [ -z "${3-}" ] || err_has "in $3, at byte ${4-}"
    expect 2 "$tool" check --json "$tmp/bad.bin"
    json_is unusable result
    json_is "$2" error kind
    [ -z "${3-}" ] || json_is "$3" error curve
    [ -z "${4-}" ] || json_is "$4" error byte
    expect 4 "$tool" info --json "$tmp/bad.bin"
    json_is "$2" error kind
    expect 4 "$tool" sample --time 0 --json "$tmp/bad.bin"
    json_is "$2" error kind
    expect 4 "$tool" run --headless --play "$tmp/bad.bin" -- touch "$tmp/started"
    out_is_empty
    [ ! -e "$tmp/started" ] || fail "the app was started with a bad recording: $1"
}

# line.bin: header of 19 bytes, then the camera's position X: a curve header at 19 with its count at 27, two keys of 8 bytes.
patch "$line" 0 '\000'
unusable 'not an input animation' 'not an input animation'
patch "$line" 12 '\002'
unusable 'version 1.2' 'newer version'
patch "$line" 8 '\002'
unusable 'version 2.1' 'newer version'
patch "$line" 27 '\377\377\377\377'
unusable 'has -1 keys' 'impossible count' 'camera position X' 27
patch "$line" 27 '\377\377\377\177'
unusable '2147483647 keys' 'impossible count' 'camera position X' 27
patch "$line" 35 '\000\000\300\177'
unusable 'not a finite number' 'not finite' 'camera position X' 35
patch "$line" 31 '\000\000\200\177'
unusable 'not a finite number' 'not finite' 'camera position X' 31
cp "$line" "$tmp/bad.bin"
printf 'more' >>"$tmp/bad.bin"
unusable 'left over' 'trailing bytes'
: >"$tmp/bad.bin"
unusable 'empty' 'empty'
# A file of 2019 begins with the wrap mode 8. One that was cut, that has a byte more, and one that only begins like it.
head -c 1000 "$data/headerless-2019.bin" >"$tmp/bad.bin"
unusable 'read as a recording of 2019' truncated
cp "$data/headerless-2019.bin" "$tmp/bad.bin"
printf 'x' >>"$tmp/bad.bin"
unusable 'read as a recording of 2019' 'trailing bytes'
printf '\010\000\000\000 and something else' >"$tmp/bad.bin"
unusable 'read as a recording of 2019' 'impossible count' 'camera position X' 8
printf '\011\000\000\000 and something else' >"$tmp/bad.bin"
unusable 'begins neither with' 'not an input animation'
cp "$data/nothing.bin" "$tmp/bad.bin"
unusable 'no head, hand or gaze to play' 'nothing to play'
# Version 1.0 with 389 curves and no key, as one genuine file is.
{
    printf '\306\102\236\017\156\257\217\152\001\000\000\000\000\000\000\000'
    for _ in $(seq 389); do
        printf '\010\000\000\000\010\000\000\000\000\000\000\000'
    done
} >"$tmp/bad.bin"
unusable 'no curve has a key; record it again' 'nothing to play'
# Other kinds of files are called what they are, by the first bytes that their specifications give them; with one byte less they are not.
while IFS='|' read -r bytes kind advice; do
    # shellcheck disable=SC2059
    printf "$bytes" >"$tmp/bad.bin"
    expect 2 "$tool" check "$tmp/bad.bin"
    err_has "^understudy: $tmp/bad.bin: this is $kind, not an input animation file${advice:+; $advice.*} (at byte 0)"
    head -c -1 "$tmp/bad.bin" >"$tmp/short.bin"
    run "$tool" check "$tmp/short.bin"
    case $kind in
    *text* | 'a table' | 'a JSON file') ;; # there is no byte that makes it one
    *) ! grep -q "this is $kind" "$tmp/err" || fail "with a byte less it is $kind still: $bytes" ;;
    esac
done <<'KINDS'
\211PNG\r\n\032\n|a PNG image
\377\330\377|a JPEG image
GIF8|a GIF image
glTF|a binary glTF model
PK\003\004|a ZIP archive|unpack it
\037\213|a file compressed by gzip|unpack it
\3757zXZ\000|a file compressed by xz|unpack it
\050\265\057\375|a file compressed by zstd|unpack it
\000\000\000\040ftyp|an MP4 video
OggS|an Ogg file
%%PDF-|a PDF document
\177ELF|a program
version https://git-lfs.github.com/spec/v1|a placeholder of Git LFS|run 'git lfs pull'
\032\020\000\000\002$schema\000|a recording in XROR|type 'understudy convert FILE -o NEW.mcap'
\151\075\055\104|a Beat Saber replay|type 'understudy convert FILE -o NEW.mcap'
 \t\r\n {|a JSON file
[|a JSON file
\357\273\277{|a JSON file
  <|an XML or HTML file
Dear diary\n|a text file
\357\273\277|a text file
\n\f<|a text file
Gr\303\274\303\237e|a text file
time,head.x\n|a table|'understudy convert' makes a recording of one
head.x,"time",h|a table|'understudy convert' makes a recording of one
{"head.x":0,"time":|a table|'understudy convert' makes a recording of one
{"timed": 1, "a time, too": 2}|a JSON file
KINDS
# One control character is enough, and there is no text.
for byte in 000 001 010 013 016 037 177; do
    # shellcheck disable=SC2059
    printf "a\\$byte" >"$tmp/bad.bin"
    expect 2 "$tool" check "$tmp/bad.bin"
    err_has 'begins neither with'
done
printf 'GIF89a' >"$tmp/bad.bin"
unusable 'this is a GIF image, not an input animation file' 'not an input animation'

expect 2 "$tool" check --headerless "$line"
err_has 'check: --headerless is gone: a recording of 2019 is recognised'

# Keys that are not sorted by time are played sorted, and that is said. The second key of the camera's X comes to -1 s.
patch "$line" 39 '\000\000\200\277'
expect 1 "$tool" check "$tmp/bad.bin"
out_has '  repaired camera position X: keys that are not sorted by time in 1 curve, this one first; sorted'
expect 1 "$tool" check --json "$tmp/bad.bin"
json_is unsorted items 0 kind
expect 0 "$tool" info --json "$tmp/bad.bin"
json_is -1 first_key_s
expect 0 "$tool" sample --frame unity --time 0 --json "$tmp/bad.bin"
x=$("$json" "$tmp/out" head pose position_m 0)
expect 0 "$tool" sample --frame unity --time 0 --json "$line"
[ "$("$json" "$tmp/out" head pose position_m 0)" = "$x" ] || fail "X is $x at a key that was sorted behind another"

# A marker whose name is not UTF-8: Latin-1 here.
head -c $((size - 4)) "$line" >"$tmp/latin.bin"
printf '\001\000\000\000\000\000\000\000\005caf\351!' >>"$tmp/latin.bin"
expect 1 "$tool" check "$tmp/latin.bin"
out_has '  repaired markers: 1 name not in UTF-8'
expect 1 "$tool" check --json "$tmp/latin.bin"
json_is marker-name items 0 kind
expect 0 "$tool" info --json "$tmp/latin.bin"
json_is "$(printf 'caf\357\277\275!')" markers 0 name

# What of it is played, and what is not in it.
plays()
{
    expect 0 "$tool" check "$data/$1"
    out_has "^  plays    $2\$"
    expect 0 "$tool" check --json "$data/$1"
    shift 2
    for part in head left right gaze; do
        json_is "$1" plays $part
        shift
    done
}
plays line.bin 'head, left hand, right hand, gaze' true true true true
plays v1.0.bin 'head, right hand; nothing for left hand, gaze' true false true false
plays camera-only.bin 'head; nothing for left hand, right hand, gaze' true false false false
plays gaze-only.bin 'gaze; nothing for head, left hand, right hand' false false false true

# Cut anywhere, a recording is unusable; but without its empty marker list it is one of another layout.
length=1
while [ "$length" -lt "$size" ]; do
    head -c "$length" "$line" >"$tmp/bad.bin"
    wanted=2
    [ "$length" != $((size - 4)) ] || wanted=0
    expect $wanted "$tool" check "$tmp/bad.bin"
    step=131
    [ "$length" -ge 40 ] && [ "$length" -lt $((size - 40)) ] || step=1
    length=$((length + step))
done
head -c 1000 "$line" >"$tmp/bad.bin"
unusable 'cut short' 'truncated'
head -c 40 "$line" >"$tmp/bad.bin"
unusable 'cut short' 'truncated' 'camera position X' 31

# What is no file at all.
for command in check info; do
    bad=4
    [ $command = info ] || bad=2
    expect $bad "$tool" $command "$tmp/missing.bin"
    err_has 'No such file'
    expect $bad "$tool" $command "$tmp"
    err_has 'a directory'
    [ -p "$tmp/fifo" ] || mkfifo "$tmp/fifo"
    expect $bad "$tool" $command "$tmp/fifo"
    err_has 'a pipe'
    expect $bad "$tool" $command /dev/null
    err_has 'a device'
done

# Root may read everything: there, look through the eyes of nobody, if nobody may run the tool.
as=
[ "$(id -u)" != 0 ] || as='setpriv --reuid=65534 --regid=65534 --clear-groups'
chmod 755 "$tmp"
cp "$line" "$tmp/unreadable.bin"
chmod 0 "$tmp/unreadable.bin"
if $as "$tool" --version >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    expect 4 $as "$tool" info "$tmp/unreadable.bin"
    err_has 'Permission denied'
else
    echo 'skipped: an unreadable file'
fi

# Repaired: the first curve waits in a way that does not exist. Warned: poses end before the flags do.
patch "$line" 19 '\003'
expect 1 "$tool" check "$tmp/bad.bin"
out_has ': repaired '
out_has '  repaired .*camera position X: .*wrap mode'
expect 1 "$tool" check --json "$tmp/bad.bin"
json_is repaired result
json_is unknown-wrap items 0 kind
json_is repaired items 0 weight
json_is 'camera position X' items 0 curve
"$generate" --performance reach --no-camera --no-gaze --seconds 2 --rate 10 -o "$tmp/tail.bin" || fail 'generate'
cp "$tmp/tail.bin" "$tmp/before.bin"
expect 1 "$tool" check "$tmp/tail.bin"
out_has ': warned '
out_has '  remains .*lost the last frames'
cmp -s "$tmp/tail.bin" "$tmp/before.bin" || fail 'check changed the file'

# A session in which nothing was ever valid.
printf '%s\n' '0 head pose 0 1.6 0' '0 gaze tracked no' '1 session state stopping' >"$tmp/gone.person"
expect 0 "$tool" perform "$tmp/gone.person" -o "$tmp/gone.mcap"
expect 0 "$tool" edit "$tmp/gone.mcap" -o "$tmp/nobody.mcap" only gaze
expect 0 "$tool" check "$tmp/nobody.mcap"
out_has '^  plays    nothing valid: no head, left hand, right hand, gaze, controllers$'
finish
