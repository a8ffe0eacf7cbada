#!/bin/sh
# SPDX-License-Identifier: MIT
# What `info` says of recordings whose contents are known.
. "$(dirname "$0")/../common.sh"

# layout_is FILE VERSION KEY_SIZE MARKERS CAMERA HANDS GAZE [LAYOUT]
layout_is()
{
    expect 0 "$tool" info --json "$data/$1"
    err_is_empty
    json_is "$2" layout version
    json_is "$3" layout key_size_bytes
    json_is "$4" layout has_marker_list
    json_is "$5" layout has_camera
    json_is "$6" layout has_hands
    json_is "$7" layout has_gaze
    json_is "$(wc -c <"$data/$1" | tr -d ' ')" file_size_bytes
    expect 0 "$tool" info "$data/$1"
    out_has "^  layout    version $2${8-}, keys of"
}

layout_is v1.0.bin 1.0 28 false true true false
layout_is v1.0-markers.bin 1.0 28 true true true false
layout_is v1.1-8.bin 1.1 8 false true true true
layout_is v1.1-8-markers.bin 1.1 8 true true true true
layout_is v1.1-28.bin 1.1 28 false true true true
layout_is v1.1-28-markers.bin 1.1 28 true true true true
layout_is headerless-2019.bin 1.0 28 true true true false ' without its header'
layout_is camera-only.bin 1.1 8 true true false false
layout_is hands-only.bin 1.1 8 true false true false
layout_is gaze-only.bin 1.1 8 true false false true
layout_is curves.bin 1.1 28 true true true true
layout_is demo.bin 1.1 8 true true true true

expect 0 "$tool" info --json "$data/demo.bin"
json_is 12 duration_s
json_is 395 curve_count
rate=$("$json" "$tmp/out" rate_hz)
awk -v r="$rate" 'BEGIN { exit !(r > 29.9 && r < 30.1) }' || fail "$rate frames a second, not 30"
json_is local anchor
json_is 2 right pinch_count
json_is 0 left pinch_count
json_is true head present
json_is gaze-sweep markers 5 name
json_is 10 markers 5 time_s

expect 0 "$tool" info --json "$data/v1.0-markers.bin"
json_near -0.1 first_key_s
json_is 0 start_s
json_is 'naïve ✓' markers 1 name
json_is "$(printf 'red \033[31m')" markers 2 name
expect 0 "$tool" info "$data/v1.0-markers.bin"
out_has 'naïve ✓'
out_has 'red \\u{1b}\[31m'

expect 0 "$tool" info --json "$data/headerless-2019.bin"
json_near 41.2000008 start_s
json_near 1.2 duration_s

expect 0 "$tool" info --json "$data/line.bin"
json_is 26 left joints_with_keys
json_is 1 left tracked_share
json_is 1 gaze valid_share
json_is 4 duration_s
expect 0 "$tool" info --json "$data/floor.bin"
json_is floor anchor
expect 0 "$tool" info --json "$data/camera-only.bin"
json_is true head present
json_is false left present
json_is false gaze present

expect 0 "$tool" info --json "$data/curves.bin"
for kind in linear hermite weighted; do
    [ "$("$json" "$tmp/out" segments $kind)" -gt 0 ] || fail "no $kind segment"
done
json_is 0 segments stepped

# Lost for a moment: 0.2 s of every 1.7 s without gaze, and keys at 20 a second.
expect 0 "$tool" info --json "$data/gaze-only.bin"
share=$("$json" "$tmp/out" gaze valid_share)
awk -v s="$share" 'BEGIN { exit !(s > 0.8 && s < 0.95) }' || fail "gaze valid share $share"

# What a hand is tracked and what it is not are counted in one way: together they are the time that is played.
for recording in demo v1.1-8 curves; do
    expect 0 "$tool" check "$data/$recording.bin"
    sed -n 's/^  note  *\(left\|right\): not tracked in .*, \([0-9.]*\) s in all$/\1 \2/p' "$tmp/out" >"$tmp/gaps"
    expect 0 "$tool" info "$data/$recording.bin"
    sed -n 's/^  \(left\|right\) .* (\([0-9.]*\) s), .*/\1 \2/p; s/^  time  *\([0-9.]*\) s,.*/time \1/p' "$tmp/out" >"$tmp/tracked"
    awk 'NR == FNR { gap[$1] = $2; next } $1 == "time" { time = $2; next } { seen = 1; d = gap[$1] + $2 - time; if ($2 > 0 && (d > 0.0015 || d < -0.0015)) bad = 1 }
        END { exit bad || !seen }' "$tmp/gaps" "$tmp/tracked" || fail "$recording: $(cat "$tmp/gaps" "$tmp/tracked") do not go together"
done

# A file name that is no UTF-8 still gives valid JSON.
cp "$data/line.bin" "$tmp/$(printf 'n\377.bin')"
expect 0 "$tool" info --json "$tmp/$(printf 'n\377.bin')"
json_is "$(wc -c <"$data/line.bin" | tr -d ' ')" file_size_bytes
iconv -f UTF-8 -t UTF-8 "$tmp/out" >/dev/null 2>&1 || fail 'the JSON is not UTF-8'
# Without its header each file of version 1.0 says the same of all else, as each of tests/unit's layouts does.
for name in v1.0 v1.0-markers; do
    tail -c +17 "$data/$name.bin" >"$tmp/bare.bin"
    expect 0 "$tool" info --json "$tmp/bare.bin"
    json_is true layout headerless
    expect 0 "$tool" compare "$data/$name.bin" "$tmp/bare.bin"
    out_has '^no difference at [1-9][0-9]* times in '
done
finish
