#!/bin/sh
# SPDX-License-Identifier: MIT
# `judge`: expectations of pace, resources and screenshots, met and not met. The log is written here, so that every figure is known.
. "$(dirname "$0")/../common.sh"
make=$5 log=$tmp/log.jsonl
mkdir "$tmp/shots" "$tmp/wanted"

# 99 frames of 1, 2, ..., 63, 65, ..., 100 ms of wall time and twice that of processor time, which are known when the next frame is waited for; the
# 51st display time is three periods after the 50th.
awk 'BEGIN {
    print "{\"n\":1,\"e\":\"log\",\"version\":1,\"layer\":\"0.2.0\",\"level\":\"calls\"}"
    print "{\"n\":2,\"e\":\"instance\",\"wall_machine\":\"Linux 6.1 x86_64, 2 processors: Test\"}"
    print "{\"n\":3,\"frame\":0,\"e\":\"play\",\"session\":1,\"what\":\"start\",\"wall_resident_kb\":10240}"
    for (i = 0; i < 100; i++) {
        k = ((i + 99) * 37) % 100 + 1
        spent = i > 0 ? sprintf(",\"wall_spent_ms\":%d,\"wall_processor_ms\":%d", k, 2 * k) : ""
        printf "{\"frame\":%d,\"e\":\"wait\",\"session\":1,\"wall_time_ns\":%d,\"wall_period_ns\":10000000,\"at_s\":%.2f%s}\n",
            i, (i < 50 ? i + 1 : i + 3) * 10000000, i / 100, spent
        if (i == 10) print "{\"frame\":10,\"e\":\"marker\",\"session\":1,\"name\":\"grab\",\"at_s\":0.1,\"wall_resident_kb\":20480}"
        if (i == 90) print "{\"frame\":90,\"e\":\"marker\",\"session\":1,\"name\":\"let go\",\"at_s\":0.9,\"wall_resident_kb\":25600}"
        printf "{\"frame\":%d,\"e\":\"submit\",\"session\":1,\"wall_frame_ms\":0.5,\"result\":\"XR_SUCCESS\",\"layers\":[]}\n", i
        if (i == 20 || i == 60) for (view = 0; view < 2; view++)
            printf "{\"frame\":%d,\"e\":\"shot\",\"session\":1,\"file\":\"frame-%06d-view-%d.png\",\"width\":8,\"height\":4}\n", i, i, view
    }
    print "{\"n\":4,\"frame\":99,\"e\":\"play\",\"session\":1,\"what\":\"ended\",\"wall_resident_kb\":30720}"
    print "{\"n\":5,\"e\":\"end\",\"wall_handles\":{\"sessions\":{\"created\":1,\"destroyed\":1},\"spaces\":{\"created\":84,\"destroyed\":3},\"actions\":{\"created\":4,\"destroyed\":0}}}"
}' >"$log"

judge_one()
{
    printf '{"version": 1, "expect": [%s]}' "$2" >"$tmp/wanted/expect.json"
    expect "$1" "$tool" judge "$log" --expect "$tmp/wanted/expect.json" --shots "$tmp/shots"
}
met()
{
    judge_one 0 "$1"
    out_has '^PASSED: 1 of 1 expectations met in 100 frames$'
    [ -z "${2-}" ] || out_has "$2"
}
unmet()
{
    judge_one 1 "$1"
    out_has '^FAILED: 0 of 1 expectations met in 100 frames$'
    out_has "$2"
}

times='wall time of 99 frames: median 50.000 ms, 95 % 96.000 ms, 99 % 100.000 ms, longest 100.000 ms$'
met '{"kind": "frame_time", "clock": "wall", "median_ms": 50, "p95_ms": 96, "p99_ms": 100, "longest_ms": 100}' "^ *$times"
out_has '^the frame times are those of this machine: Linux 6.1 x86_64, 2 processors: Test$'
unmet '{"kind": "frame_time", "clock": "wall", "median_ms": 49.9}' 'the median wall time is 50.000 ms, at most 49.9 ms is expected; frame 27 is the longest; frame 27 (0.270 s), xrWaitFrame, line'
expect 1 "$tool" judge "$log" --expect "$tmp/wanted/expect.json" --json --junit "$tmp/junit"
json_is 27 expectations 0 frame
cp "$tmp/junit" "$tmp/out"
out_has "^${times%$}</failure>"
unmet '{"kind": "frame_time", "clock": "wall", "p95_ms": 95.9}' 'the 95th percentile wall time is 96.000 ms'
unmet '{"kind": "frame_time", "clock": "wall", "p99_ms": 99.9}' 'the 99th percentile wall time is 100.000 ms'
unmet '{"kind": "frame_time", "clock": "wall", "longest_ms": 99.9}' 'frame 27 has 100.000 ms of wall time, at most 99.9 ms is expected; 1 of 99 frames exceed it'
unmet '{"kind": "frame_time", "clock": "wall", "longest_ms": 98}' '2 of 99 frames exceed it'
met '{"kind": "frame_time", "clock": "processor", "median_ms": 100, "longest_ms": 200}'
unmet '{"kind": "frame_time", "clock": "processor", "median_ms": 99}' 'the median processor time is 100.000 ms'
met '{"kind": "frame_time", "clock": "wall", "longest_ms": 1, "to": 0}' 'wall time of 1 frames'
expect 0 "$tool" judge "$log" --expect "$tmp/wanted/expect.json" --json
json_is 'Linux 6.1 x86_64, 2 processors: Test' machine
json_is 'wall time of 1 frames: median 1.000 ms, 95 % 1.000 ms, 99 % 1.000 ms, longest 1.000 ms' expectations 0 measured

met '{"kind": "missed", "at_most": 2}' '2 display times were skipped$'
unmet '{"kind": "missed", "at_most": 1}' '2 display times were skipped, at most 1 are expected; most of them at once before frame 50; frame 50 (0.500 s), xrWaitFrame, line'
met '{"kind": "missed", "at_most": 0, "to": 0.4}' '0 display times were skipped$'

unmet '{"kind": "balance"}' '81 handles were not destroyed: 84 spaces created, 3 destroyed'
met '{"kind": "balance", "at_most": 81}' '84 spaces created, 3 destroyed$'
met '{"kind": "balance", "handles": ["sessions"]}' 'every handle was destroyed$'
unmet '{"kind": "balance", "handles": ["actions"]}' '4 handles were not destroyed: 4 actions created, 0 destroyed'

met '{"kind": "memory", "from": "grab", "to": "let go", "at_most_mb": 5}' 'the resident memory grew by 5.0 MB, from 20.0 to 25.0 MB$'
unmet '{"kind": "memory", "from": "grab", "to": "let go", "at_most_mb": 4.9}' 'grew by 5.0 MB, from 20.0 to 25.0 MB, at most 4.9 MB are expected; more than that in frame 90; frame 90 (0.900 s), the event .marker., line'
# No rounding hides by how much it is more.
unmet '{"kind": "memory", "from": "grab", "to": "let go", "at_most_mb": 4.96}' 'grew by 5.00 MB, from 20.0 to 25.0 MB, at most 4.96 MB are expected'
unmet '{"kind": "memory", "at_most_mb": 19}' 'grew by 20.0 MB, from 10.0 to 30.0 MB'
unmet '{"kind": "memory", "from": "nowhere", "at_most_mb": 19}' "no memory is known at the marker 'nowhere'"
unmet '{"kind": "memory", "from": "let go", "to": "grab", "at_most_mb": 19}' "no memory is known at the marker 'grab'"

# View 0 has one other pixel; view 1 of the second moment is one colour.
for frame in 000020 000060; do
    "$make" "$tmp/shots/frame-$frame-view-0.png" 8 4 100 100 100 5 2 100 151 100
    "$make" "$tmp/shots/frame-$frame-view-1.png" 8 4 20 40 60 1 1 90 40 60
done
"$make" "$tmp/shots/frame-000060-view-1.png" 8 4 20 40 60
"$make" "$tmp/wanted/same.png" 8 4 100 100 100 5 2 100 151 100
"$make" "$tmp/wanted/other.png" 8 4 100 100 100
met '{"kind": "same_as", "at": 0.15, "view": 0, "file": "same.png"}' "^passed  same_as: frame 20 (0.200 s), the event 'shot', line "
unmet '{"kind": "same_as", "at": 0.15, "view": 0, "file": "other.png"}' '1 of 32 pixels are off by more than 0.02 from other.png; the furthest by 0.200, at 5, 2; frame 20 (0.200 s)'
met '{"kind": "same_as", "at": 0.15, "view": 0, "file": "other.png", "threshold": 0.21}'
met '{"kind": "same_as", "at": 0.15, "view": 0, "file": "other.png", "allow": 0.04}'
unmet '{"kind": "same_as", "at": 0.15, "view": 1, "file": "same.png"}' 'pixels are off'
unmet '{"kind": "same_as", "at": 0.7, "file": "same.png"}' 'no screenshot was taken at 0.7 s or later; pass --shoot 0.7s'
unmet '{"kind": "same_as", "at": "let go", "file": "same.png"}' "no screenshot was taken at the marker 'let go' or later; pass --shoot marker:let go"
# The screenshot of a marker may come a moment before it.
sed -i -e 's/"name":"let go","at_s":0.9/"name":"let go","at_s":0.60005/' "$log"
met '{"kind": "same_as", "at": "let go", "view": 0, "file": "same.png"}' 'frame 60 (0.600 s)'
sed -i -e 's/"name":"let go","at_s":0.60005/"name":"let go","at_s":0.9/' "$log"
unmet '{"kind": "same_as", "at": 0.15, "file": "none.png"}' 'the picture cannot be compared with none.png'
err_has 'none.png'

met '{"kind": "sees", "view": 0}'
met '{"kind": "sees", "to": 0.3}'
unmet '{"kind": "sees"}' 'the picture is one flat colour, #14283c; frame 60 (0.600 s)'
unmet '{"kind": "sees", "at": 0.5, "view": 1}' 'the picture is one flat colour'
met '{"kind": "sees", "at": 0.1, "view": 1}'
unmet '{"kind": "sees", "view": 0, "threshold": 0.21}' 'one flat colour'
unmet '{"kind": "sees", "from": 0.7}' 'no screenshot was taken; pass --shoot MOMENTS'
expect 1 "$tool" judge "$log" --expect "$tmp/wanted/expect.json"
printf '{"version": 1, "expect": [{"kind": "sees"}]}' >"$tmp/wanted/expect.json"
expect 1 "$tool" judge "$log" --expect "$tmp/wanted/expect.json"
out_has 'the folder of the screenshots is not known; pass --shots DIR'

# A log that cannot tell.
sed -i -e '/"e":"end"/d; s/,"wall_processor_ms":[0-9]*//' "$log"
judge_one 1 '{"kind": "balance"}'
out_has 'the log has no last line, which counts the handles'
judge_one 1 '{"kind": "frame_time", "clock": "processor", "median_ms": 9}'
out_has 'the log has no processor times of frames'

# Mistakes in the file.
wrong()
{
    judge_one 2 "$1"
    err_has "$2"
}
wrong '{"kind": "frame_time", "median_ms": 3}' "needs 'clock'"
wrong '{"kind": "frame_time", "clock": "cpu", "median_ms": 3}' "'clock' is one of wall, processor"
wrong '{"kind": "frame_time", "clock": "wall"}' "needs one of 'median_ms', 'p95_ms', 'p99_ms' and 'longest_ms'"
wrong '{"kind": "frame_time", "clock": "wall", "median_ms": 0}' 'needs a number of milliseconds above 0'
wrong '{"kind": "frame_time", "clock": "wall", "median_ms": -1}' 'needs a number of milliseconds above 0'
grep -q 'needs one of' "$tmp/err" && fail 'a number that is wrong counts as none'
wrong '{"kind": "same_as", "at": 0, "file": "a.png", "ssim": -1.1}' "'ssim' needs a number from -1 to 1"
# All of a picture may differ, but not fifty times that: a percentage would let every picture pass.
for key in allow threshold; do
    wrong "{\"kind\": \"same_as\", \"at\": 0, \"file\": \"a.png\", \"$key\": 50}" "'$key' needs a number from 0 to 1"
done
wrong "{\"kind\": \"same_as\", \"at\": 0, \"file\": \"a.png\", \"ssim\": 2}" "'ssim' needs a number from -1 to 1"
wrong '{"kind": "missed"}' "needs 'at_most'"
wrong '{"kind": "memory", "from": 3, "at_most_mb": 1}' "'from' needs the name of a marker"
wrong '{"kind": "balance", "handles": ["space"]}' "'handles' holds any of sessions, spaces"
wrong '{"kind": "same_as", "at": 1}' "needs 'file'"
wrong '{"kind": "sees", "file": "a.png"}' "'file' is not a key of the kind sees"
finish
