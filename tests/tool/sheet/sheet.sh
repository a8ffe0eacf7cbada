#!/bin/sh
# SPDX-License-Identifier: MIT
# `view` with an image: PNG and SVG, moments, and what is refused. What the image shows is checked by test_sheet.c.
. "$(dirname "$0")/../common.sh"
demo=$data/demo.bin

# size_of PNG: its width and height.
size_of()
{
    od -An -tu1 -j16 -N8 "$1" | awk '{ print $1 * 16777216 + $2 * 65536 + $3 * 256 + $4, $5 * 16777216 + $6 * 65536 + $7 * 256 + $8 }'
}

# Six markers make two rows; three moments make one, which is 262 lower.
expect 0 "$tool" view "$demo" -o "$tmp/sheet.png"
out_has "^$tmp/sheet.png$"
expect 0 "$tool" view "$demo" -o "$tmp/one_row.png" --at 1s,marker:pinch,8
two=$(size_of "$tmp/sheet.png") one=$(size_of "$tmp/one_row.png")
[ "${two% *}" = 1280 ] || fail "the sheet is ${two% *} wide"
[ $((${two#* } - ${one#* })) = 262 ] || fail "two rows are ${two#* } high, and one is ${one#* }"
expect 0 "$tool" view "$demo" -o "$tmp/sheet.svg" --at every:1s
head -c 100 "$tmp/sheet.svg" | grep -q '<?xml' || fail "the SVG is none"

# The same recording gives the same image.
expect 0 "$tool" view "$demo" -o "$tmp/again.png"
cmp -s "$tmp/sheet.png" "$tmp/again.png" || fail "two images of a recording differ"

# The recording's name stands in it without its folder. A moment has the name of its marker, however it was written.
(cd "$data" && "$tool" view demo.bin -o "$tmp/again.png" >/dev/null) || fail 'no image of a recording in the current folder'
cmp -s "$tmp/sheet.png" "$tmp/again.png" || fail "the image shows the recording's folder"
for at in 4.5 pinch marker:pinch; do
    expect 0 "$tool" view "$demo" -o "$tmp/at.png" --at $at
    [ -e "$tmp/pinch.png" ] || cp "$tmp/at.png" "$tmp/pinch.png"
    cmp -s "$tmp/at.png" "$tmp/pinch.png" || fail "the image of $at has another name"
done

# Files of a hand, of the gaze and of the head alone, and a file of 2019.
for file in hands-only gaze-only camera-only floor v1.1-28-markers; do
    expect 0 "$tool" view "$data/$file.bin" -o "$tmp/$file.png"
done
expect 0 "$tool" view "$data/headerless-2019.bin" -o "$tmp/old.png"

# What is refused, and what to do.
expect 2 "$tool" view "$demo" -o "$tmp/no.png" --at marker:nowhere
err_has 'view: --at: .*nowhere'
expect 2 "$tool" view "$demo" -o "$tmp/no.png" --at 99s
err_has "view: --at: '99s' is outside"
expect 2 "$tool" view "$demo" -o "$tmp/no.png" --at frame:3
err_has "frame of a run; write a time"
expect 2 "$tool" view "$demo" -o "$tmp/no.png" --at every:0.1s
err_has 'more than 24 moments'
expect 2 "$tool" view "$demo" -o "$tmp/no.jpg"
err_has 'view: --output .*no.jpg: let the name end in .html for a page, or in .png or .svg for an image$'
[ ! -e "$tmp/no.jpg" ] || fail 'a page was written as no.jpg'
expect 2 "$tool" view "$demo" -o "$tmp/no.html" --at 1s
err_has 'view: --at is for an image; let the name of --output end in .png or .svg'
expect 2 "$tool" view "$demo" -o "$tmp/no.png" --run "$tmp/nowhere"
err_has 'nowhere/log.jsonl'
# The pictures of a run stand beside the recording that it played; of another one it is said.
mkdir -p "$tmp/run/pictures"
cp "$tmp/sheet.png" "$tmp/run/pictures/frame-000000-view-0.png"
cat >"$tmp/run/log.jsonl" <<'END'
{"n":1,"wall_ms":0,"e":"log","version":1}
{"n":2,"wall_ms":0,"e":"instance","play":"demo.bin"}
{"n":3,"wall_ms":0,"frame":0,"e":"wait","session":1,"at_s":0}
{"n":4,"wall_ms":0,"frame":0,"e":"shot","session":1,"file":"frame-000000-view-0.png"}
END
expect 0 "$tool" view "$demo" -o "$tmp/beside.png" --run "$tmp/run"
err_is_empty
expect 0 "$tool" view "$data/floor.bin" -o "$tmp/beside.png" --run "$tmp/run"
err_has '^understudy: view: the run in .*/run played demo.bin, and not floor.bin: its pictures may show other movements$'
expect 4 "$tool" view "$data/nothing.bin" -o "$tmp/no.png"
[ ! -e "$tmp/no.png" ] || fail "a refused command left an image"
cp "$demo" "$tmp/copy.png"
expect 2 "$tool" view "$tmp/copy.png" -o "$tmp/copy.png"
cmp -s "$demo" "$tmp/copy.png" || fail "the recording was overwritten"
expect 3 "$tool" view "$demo" -o "$tmp/no/folder.png"
err_has 'no/folder.png cannot be written'

finish
