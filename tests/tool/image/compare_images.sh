#!/bin/sh
# SPDX-License-Identifier: MIT
# `compare-images`: thresholds, masks, the difference image, images that cannot be compared.
. "$(dirname "$0")/../common.sh"
make=$5 a=$tmp/a.png b=$tmp/b.png

"$make" "$a" 8 4 100 100 100
"$make" "$b" 8 4 100 100 100
expect 0 "$tool" compare-images "$a" "$b"
out_has '^the same: 0 of 32 pixels are off by more than 0.02$'

# One pixel, 51 of 255 off in green: 0.2.
"$make" "$b" 8 4 100 100 100 5 2 100 151 100
expect 1 "$tool" compare-images "$a" "$b"
out_has '^different: 1 of 32 pixels are off by more than 0.02; the furthest by 0.200, at 5, 2$'
expect 1 "$tool" compare-images --threshold 0.19 "$a" "$b"
expect 0 "$tool" compare-images --threshold 0.21 "$a" "$b"
expect 1 "$tool" compare-images --allow 0.03 "$a" "$b"
expect 0 "$tool" compare-images --allow 0.032 "$a" "$b"
expect 1 "$tool" compare-images --json "$a" "$b"
json_is different result
json_is 32 pixels
json_is 1 differing
json_near 0.2 largest
json_is 5 x
json_is 2 y
json_near 0.00625 mean

# The mask leaves that pixel out, or another one.
"$make" "$tmp/mask.png" 8 4 255 255 255 5 2 0 0 0
expect 0 "$tool" compare-images --mask "$tmp/mask.png" --json "$a" "$b"
json_is 31 pixels
"$make" "$tmp/mask.png" 8 4 255 255 255 4 2 0 0 0
expect 1 "$tool" compare-images --mask "$tmp/mask.png" "$a" "$b"

# The difference image is red where they differ, blue where the mask leaves out, black elsewhere.
expect 1 "$tool" compare-images --mask "$tmp/mask.png" --difference "$tmp/difference.png" "$a" "$b"
"$make" "$tmp/expected.png" 8 4 0 0 0 4 2 0 0 96 5 2 102 0 0
expect 0 "$tool" compare-images --threshold 0 "$tmp/difference.png" "$tmp/expected.png"

"$make" "$b" 4 8 100 100 100
expect 2 "$tool" compare-images "$a" "$b"
err_has 'a.png has 8 by 4 pixels, and .*b.png has 4 by 8'
echo nonsense >"$b"
expect 2 "$tool" compare-images "$a" "$b"
err_has 'cannot read .*b.png as a PNG image'
expect 2 "$tool" compare-images "$a" "$tmp/none.png"
expect 2 "$tool" compare-images "$a"
err_has 'two PNG files are needed'
expect 2 "$tool" compare-images --threshold 2 "$a" "$a"
expect 3 "$tool" compare-images --difference "$tmp/none/d.png" "$a" "$a"
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
expect 0 "$tool" compare-images --ssim 0.8 --json "$a" "$tmp/off1.png"
json_is same result
json_is 20 differing
json_is 1 ssim_lowest
json_is 0 patch_largest
expect 1 "$tool" compare-images --ssim 0.8 --json "$a" "$tmp/off2.png"
json_is different result
# What is left of the move is a strip of one pixel in eight, (255 - 90) / 255 off.
json_near 0.080882 patch_largest
expect 1 "$tool" compare-images --ssim 0.8 --json "$tmp/off2.png" "$a"
expect 1 "$tool" compare-images "$a" "$tmp/off1.png"
# A colour that is off everywhere by less than the structure shows is found by the mean of a patch; a mask covers a difference.
"$make" "$b" 32 32 90 90 90
"$make" "$tmp/tint.png" 32 32 90 98 90
expect 1 "$tool" compare-images --ssim 0.8 --json "$b" "$tmp/tint.png"
json_near 0.0313725 patch_largest
expect 0 "$tool" compare-images --ssim 0.8 --threshold 0.032 "$b" "$tmp/tint.png"
"$make" "$tmp/dot.png" 32 32 90 90 90 20 20 255 255 255
expect 1 "$tool" compare-images --ssim 0.8 "$b" "$tmp/dot.png"
"$make" "$tmp/mask.png" 32 32 255 255 255 20 20 0 0 0
expect 0 "$tool" compare-images --ssim 0.8 --mask "$tmp/mask.png" "$b" "$tmp/dot.png"
expect 2 "$tool" compare-images --ssim 2 "$a" "$a"
# A folder is no image.
mkdir "$tmp/folder"
expect 2 "$tool" compare-images "$tmp/folder" "$b"
err_has "folder is a folder, not a PNG image; 'understudy compare' compares the folders of two runs"
finish
