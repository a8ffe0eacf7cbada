#!/bin/sh
# SPDX-License-Identifier: MIT
# `sample` against the straight line that tests/generate/performance.h states.
. "$(dirname "$0")/../common.sh"
line=$data/line.bin

# At 1.5 s, Unity's axes: head (0.75, 0, -0.375), palms (-+0.2, -0.3, 0.55).
expect 0 "$tool" sample "$line" --time 1.5 --json
json_is openxr frame
json_is interpolated head how
json_near 0.75 head pose position_m 0
json_near 0 head pose position_m 1
json_near 0.375 head pose position_m 2
json_near 1 head pose rotation 3
json_near 0.5 head pose linear_m_s 0
json_near 0.25 head pose linear_m_s 2
json_near 0 head pose angular_rad_s 1
json_near -0.2 left joints PALM position_m 0
json_near 0.2 right joints PALM position_m 0
json_near -0.3 right joints PALM position_m 1
json_near -0.55 right joints PALM position_m 2
json_near -0.1 right joints PALM linear_m_s 2
json_near -0.48 right joints WRIST position_m 2
json_is true right tracked
json_is false right pinching
json_is true gaze valid
json_near -1 gaze direction 2
json_near 0.75 gaze origin_m 0
json_near 0.5 gaze origin_m_s 0
[ "$("$json" "$tmp/out" right joints | tr ',' '\n' | grep -c '_m":')" = 26 ] || fail 'not 26 joints'

expect 0 "$tool" sample "$line" --time 1.5 --json --frame unity
json_is unity frame
json_near -0.375 head pose position_m 2
json_near 0.55 right joints PALM position_m 2
json_near 0.1 right joints PALM linear_m_s 2
json_near 1 gaze direction 2

# A turned rotation: x and y change their sign between the two, z and w do not.
expect 0 "$tool" sample "$line" --time 1 --json --frame unity
x=$("$json" "$tmp/out" right joints THUMB_TIP rotation 0) y=$("$json" "$tmp/out" right joints THUMB_TIP rotation 1)
z=$("$json" "$tmp/out" right joints THUMB_TIP rotation 2) w=$("$json" "$tmp/out" right joints THUMB_TIP rotation 3)
expect 0 "$tool" sample "$line" --time 1 --json
json_near "$(awk "BEGIN { print -($x) }")" right joints THUMB_TIP rotation 0
json_near "$(awk "BEGIN { print -($y) }")" right joints THUMB_TIP rotation 1
json_near "$z" right joints THUMB_TIP rotation 2
json_near "$w" right joints THUMB_TIP rotation 3

# How a value was made, at the edges and beyond.
expect 0 "$tool" sample "$line" --time 0 --json
json_is exact head how
for section in camera-only:left hands-only:head hands-only:gaze gaze-only:right; do
    expect 0 "$tool" sample "$data/${section%:*}.bin" --time 0 --json
    json_is absent "${section#*:}" how
done

# The recording's own clock, or from the start.
expect 0 "$tool" sample "$data/headerless-2019.bin" --time 0.5 --json
json_is before-start head how
expect 0 "$tool" sample "$data/headerless-2019.bin" --time +0.5 --json
json_near 41.7000008 time_s
json_is interpolated head how

# A hand that is lost, and a pinch.
expect 0 "$tool" sample "$data/v1.1-8.bin" --time 1.1 --json
json_is false right tracked
json_is true left tracked
expect 0 "$tool" sample "$data/demo.bin" --time 4.5 --json
json_is true right pinching

expect 0 "$tool" sample "$line" --time 1.5
out_has '^head: interpolated$'
out_has '^  LITTLE_TIP '
out_has '^gaze: interpolated$'
[ "$(grep -c _TIP "$tmp/out")" = 10 ] || fail 'not 10 finger tips'
finish
