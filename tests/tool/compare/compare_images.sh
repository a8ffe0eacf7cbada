#!/bin/sh
# SPDX-License-Identifier: MIT
# `compare` of two images: thresholds, masks, the difference image, images that cannot be compared.
. "$(dirname "$0")/../common.sh"
make=$5 a=$tmp/a.png b=$tmp/b.png

"$make" "$a" 8 4 100 100 100
"$make" "$b" 8 4 100 100 100
expect 0 "$tool" compare "$a" "$b"
out_has '^the same: 0 of 32 pixels are off by more than 0$'

# One pixel, 51 of 255 off in green: 0.2.
"$make" "$b" 8 4 100 100 100 5 2 100 151 100
expect 1 "$tool" compare "$a" "$b"
out_has '^different: 1 of 32 pixels are off by more than 0; the furthest by 0.200, at 5, 2$'
expect 1 "$tool" compare --allow threshold=0.19 "$a" "$b"
expect 0 "$tool" compare --allow threshold=0.21 "$a" "$b"
# allow FIELDS: what the option --allow reads.
allow()
{
    echo "{\"version\": 1, $1}" >"$tmp/allow.json"
}
allow '"pictures": {"share": 0.03}'
expect 1 "$tool" compare --allow "$tmp/allow.json" "$a" "$b"
allow '"pictures": {"share": 0.032}'
expect 0 "$tool" compare --allow "$tmp/allow.json" "$a" "$b"
expect 1 "$tool" compare --json "$a" "$b"
json_is different result
json_is 32 pixels
json_is 1 differing
json_near 0.2 largest
json_is 5 x
json_is 2 y
json_near 0.00625 mean

# The mask leaves that pixel out, or another one.
allow '"masks": [{"image": "mask.png"}]'
"$make" "$tmp/mask.png" 8 4 255 255 255 5 2 0 0 0
expect 0 "$tool" compare --allow "$tmp/allow.json" --json "$a" "$b"
json_is 31 pixels
"$make" "$tmp/mask.png" 8 4 255 255 255 4 2 0 0 0
expect 1 "$tool" compare --allow "$tmp/allow.json" "$a" "$b"

# A mask that covers all leaves nothing to compare; a share of all pixels lets any image pass, and says so.
"$make" "$tmp/mask.png" 8 4 0 0 0
mkdir "$tmp/one" "$tmp/other"
cp "$a" "$tmp/one/x.png"
cp "$b" "$tmp/other/x.png"
for pair in "$a $b" "$a $a" "$tmp/one $tmp/other"; do
    # shellcheck disable=SC2086
    expect 2 "$tool" compare --allow "$tmp/allow.json" $pair
    err_has '^understudy: nothing was compared: the masks cover each picture whole; make them smaller, or say with "share": 1 '
done
allow '"masks": [{"image": "mask.png"}], "pictures": {"share": 1}'
expect 0 "$tool" compare --allow "$tmp/allow.json" "$a" "$b"
out_has '^the same: 0 of 0 pixels are off by more than 0; the limits let any image pass$'
expect 0 "$tool" compare --allow "$tmp/allow.json" "$tmp/one" "$tmp/other"
out_has '; the masks cover 1 of them whole; the limits let any picture pass$'
expect 0 "$tool" compare --allow "$tmp/allow.json" --json "$tmp/one" "$tmp/other"
json_near 1 masked
allow '"masks": [{"image": "mask.png"}]'
"$make" "$tmp/mask.png" 8 4 255 255 255 4 2 0 0 0

# The difference image is red where they differ, blue where the mask leaves out, black elsewhere.
expect 1 "$tool" compare --allow "$tmp/allow.json" --differences "$tmp/difference.png" "$a" "$b"
"$make" "$tmp/expected.png" 8 4 0 0 0 4 2 0 0 96 5 2 102 0 0
expect 0 "$tool" compare --allow threshold=0 "$tmp/difference.png" "$tmp/expected.png"

# Alpha counts as a colour does, also where both pixels are black on black, and so does what 16 bits of a colour say beyond 8: one of 65535 is
# 0.000015. A file without alpha is opaque.
"$make" --alpha "$tmp/alpha.png" 8 4 0 0 0 255
"$make" --alpha "$tmp/clear.png" 8 4 0 0 0 255 5 2 0 0 0 204
"$make" "$tmp/black.png" 8 4 0 0 0
expect 0 "$tool" compare "$tmp/alpha.png" "$tmp/black.png"
for other in alpha black; do
    expect 1 "$tool" compare "$tmp/$other.png" "$tmp/clear.png" --differences "$tmp/difference.png"
    out_has '^different: 1 of 32 pixels are off by more than 0; the furthest by 0.200, at 5, 2; 1 of them in alpha, or beyond 8 bits a colour, alone$'
done
"$make" "$tmp/expected.png" 8 4 0 0 0 5 2 102 0 0
expect 0 "$tool" compare "$tmp/difference.png" "$tmp/expected.png"
expect 0 "$tool" compare "$tmp/alpha.png" "$tmp/clear.png" --allow threshold=0.2001
"$make" --deep "$tmp/deep.png" 8 4 30000 30000 30000
"$make" --deep "$tmp/deeper.png" 8 4 30000 30000 30000 5 2 30000 30001 30000
expect 0 "$tool" compare "$tmp/deep.png" "$tmp/deep.png"
expect 1 "$tool" compare "$tmp/deep.png" "$tmp/deeper.png"
out_has '^different: 1 of 32 pixels are off by more than 0; the furthest by 0.000015, at 5, 2; 1 of them in alpha, '
expect 0 "$tool" compare "$tmp/deep.png" "$tmp/deeper.png" --allow threshold=0.0001
expect 0 "$tool" compare "$tmp/alpha.png" "$tmp/clear.png" --allow ssim=0.8
err_has '^understudy: 1 pixel differs in alpha, or beyond 8 bits a colour, alone; with ssim this does not count$'

"$make" "$b" 4 8 100 100 100
expect 2 "$tool" compare "$a" "$b"
err_has 'a.png has 8 by 4 pixels, and .*b.png has 4 by 8'
echo nonsense >"$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'b.png is neither an event log .*, nor a recording, nor a PNG image'
head -c 60 "$a" >"$b"
expect 2 "$tool" compare "$a" "$b"
err_has 'cannot read .*b.png'
expect 2 "$tool" compare "$a" "$tmp/none.png"
expect 2 "$tool" compare "$a"
err_has 'two event logs, recordings, images or folders are needed'
expect 2 "$tool" compare --allow threshold=2 "$a" "$a"
expect 3 "$tool" compare --differences "$tmp/none/d.png" "$a" "$a"
# --ssim: an edge may be off by one pixel, as between two graphics drivers, but not by two. square LEFT: 10 by 10 pixels of white.
square()
{
    i=0 pixels=
    while [ $i -lt 100 ]; do
        pixels="$pixels $(($1 + i % 10)) $((10 + i / 10)) 255 255 255"
        i=$((i + 1))
    done
    # shellcheck disable=SC2086 # a list of numbers
    "$make" "$2" 32 32 90 90 90 $pixels
}
square 10 "$a"
for off in 1 2; do square $((10 + off)) "$tmp/off$off.png"; done
expect 0 "$tool" compare --allow ssim=0.8 --json "$a" "$tmp/off1.png"
json_is same result
json_is 20 differing
json_is 1 ssim_lowest
json_is 0 patch_largest
expect 1 "$tool" compare --allow ssim=0.8 --json "$a" "$tmp/off2.png"
json_is different result
# What is left of the move is a strip of one pixel in eight, (255 - 90) / 255 off.
json_near 0.080882 patch_largest
expect 1 "$tool" compare --allow ssim=0.8 --json "$tmp/off2.png" "$a"
expect 1 "$tool" compare "$a" "$tmp/off1.png"
# A colour that is off everywhere by less than the structure shows is found by the mean of a patch; a mask covers a difference.
"$make" "$b" 32 32 90 90 90
"$make" "$tmp/tint.png" 32 32 90 98 90
expect 1 "$tool" compare --allow ssim=0.8 --json "$b" "$tmp/tint.png"
json_near 0.0313725 patch_largest
expect 0 "$tool" compare --allow ssim=0.8,threshold=0.032 "$b" "$tmp/tint.png"
"$make" "$tmp/dot.png" 32 32 90 90 90 20 20 255 255 255
expect 1 "$tool" compare --allow ssim=0.8 "$b" "$tmp/dot.png"
"$make" "$tmp/mask.png" 32 32 255 255 255 20 20 0 0 0
expect 0 "$tool" compare --allow "$tmp/allow.json,ssim=0.8" "$b" "$tmp/dot.png"
cp "$tmp/allow.json" "$tmp/a,b.json"
expect 0 "$tool" compare --allow "$tmp/a,b.json,ssim=0.8" "$b" "$tmp/dot.png"
expect 2 "$tool" compare --allow "$tmp/none.json,ssim=0.8" "$b" "$tmp/dot.png"
err_has 'none.json'
expect 2 "$tool" compare --allow ssim=2 "$a" "$a"
# Folders of images: by their names, exactly, with the last one that is equal; a folder of nothing is none of them.
mkdir "$tmp/folder" "$tmp/left" "$tmp/right"
for image in one three two; do cp "$a" "$tmp/left/$image.png"; done
cp "$tmp/left/"* "$tmp/right"
expect 0 "$tool" compare "$tmp/left" "$tmp/right"
out_has '^no difference in 3 pictures, compared exactly$'
cp "$tmp/off1.png" "$tmp/right/three.png"
rm "$tmp/right/two.png"
expect 1 "$tool" compare "$tmp/left" "$tmp/right" --differences "$tmp/differences"
out_has '^the first picture that differs is in three.png: 1.95 % of the pixels differ'
out_has '^  the last picture that is equal: one.png$'
out_has '^1 of 2 common pictures differ, and 1 more are on one side only$'
[ -s "$tmp/differences/three.png" ] || fail 'there is no image of the differences'
expect 3 "$tool" compare "$tmp/left" "$tmp/right" --differences "$tmp/none/deep"
err_has 'none/deep cannot be made: No such file or directory'
expect 0 "$tool" compare "$tmp/left" "$tmp/right" --common --allow ssim=0.8
expect 2 "$tool" compare "$tmp/left" "$tmp/right" --differences "$tmp/left"
# A name may be as long as a file system takes.
long=$(printf '%0100d' 7).png
mkdir "$tmp/named" "$tmp/renamed"
cp "$a" "$tmp/named/$long"
cp "$tmp/off1.png" "$tmp/renamed/$long"
expect 1 "$tool" compare "$tmp/named" "$tmp/renamed"
out_has "^the first picture that differs is in $long: 1.95 % of the pixels differ"
expect 2 "$tool" compare "$tmp/left" "$a"
err_has 'left is a folder of PNG images, and .*a.png is a PNG image; two of one kind are needed'
expect 2 "$tool" compare "$a" "$a" --allow ignore=late
err_has '--allow ignore has no meaning for a PNG image'
# The commands of earlier versions say what to use.
for former in diff compare-images; do
    expect 2 "$tool" $former "$a" "$a"
    err_has "the command '$former' is 'understudy compare A B' now"
done
expect 2 "$tool" compare "$tmp/folder" "$b"
err_has 'folder is neither the folder of a run .*, nor a baseline, nor a folder of PNG images'
finish
