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
finish
