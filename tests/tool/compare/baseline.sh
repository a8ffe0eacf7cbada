#!/bin/sh
# SPDX-License-Identifier: MIT
# `run --baseline`, `--repeat` and `compare`: an app that writes the log and the screenshots itself, with knobs for what differs.
. "$(dirname "$0")/../common.sh"
make=$5
make_tree
line=$data/line.bin

# Each run of the app has 10 frames, screenshots of frames 0 and 6, and a haptic in frame 4. The knobs are variables, which an
# option of env(1) sets: HAPTIC (its frame), SHOT (the folder with its screenshots), CODE (the exit code), CUT (the log lacks the
# start of playback). With COUNT, only the runs from the second on have the knobs.
for shots in good dot moved; do mkdir "$tmp/$shots"; done
# square LEFT FILE: 12 by 12 pixels of white on grey.
square()
{
    i=0 pixels=
    while [ $i -lt 144 ]; do
        pixels="$pixels $(($1 + i % 12)) $((10 + i / 12)) 255 255 255"
        i=$((i + 1))
    done
    # shellcheck disable=SC2086 # a list of numbers
    "$make" "$2" 40 40 90 90 90 $pixels
}
for frame in 0 6; do
    for view in 0 1; do square 10 "$tmp/good/frame-00000$frame-view-$view.png"; done
done
cp "$tmp/good/"* "$tmp/dot"
cp "$tmp/good/"* "$tmp/moved"
"$make" "$tmp/dot/frame-000006-view-1.png" 40 40 90 90 90
square 13 "$tmp/moved/frame-000006-view-0.png"
cat >"$tmp/app" <<'END'
#!/bin/sh
haptic=${HAPTIC:-4} shots=${SHOT:-good} code=${CODE:-0}
if [ -n "${COUNT:-}" ]; then
    echo run >>"$COUNT"
    [ "$(wc -l <"$COUNT")" -ge "${FROM_RUN:-2}" ] || { haptic=4; shots=good; code=0; }
fi
{
    echo '{"n":1,"wall_ms":0,"e":"log","version":1}'
    echo "{\"n\":2,\"wall_ms\":0,\"e\":\"instance\",\"app\":\"fake\",\"runtime\":\"${RUNTIME:-A}\",\"runtime_version\":\"1\",\"api\":\"1.0.9\"}"
    [ -n "${CUT:-}" ] || echo '{"n":3,"wall_ms":1,"e":"play","session":1,"what":"start"}'
    i=0
    while [ "$i" -lt 10 ]; do
        echo "{\"n\":3,\"wall_ms\":2,\"frame\":$i,\"e\":\"wait\",\"session\":1,\"at_s\":$i}"
        [ "$i" != "$haptic" ] || echo "{\"n\":3,\"wall_ms\":2,\"frame\":$i,\"e\":\"haptic\",\"session\":1,\"action\":\"buzz\",\"what\":\"apply\",\"result\":\"XR_SUCCESS\"}"
        i=$((i + 1))
    done
    echo '{"n":4,"wall_ms":3,"frame":9,"e":"play","session":1,"what":"quit"}'
    printf '%s\n' "${SAYS:-}" >&2
    for file in "$(dirname "$0")/$shots"/*; do
        [ -n "${UNDERSTUDY_SHOTS_DIR:-}" ] || continue
        cp "$file" "$UNDERSTUDY_SHOTS_DIR"
        echo "{\"n\":5,\"wall_ms\":3,\"frame\":9,\"e\":\"shot\",\"session\":1,\"file\":\"$(basename "$file")\",\"width\":40,\"height\":40}"
    done
} >>"$UNDERSTUDY_EVENTS"
exit "$code"
END
plays "$tmp/app"

# held KNOBS... OPTIONS...: a run with a baseline; knobs are NAME=VALUE.
# shellcheck disable=SC2317 # expect calls it
held()
{
    knobs=
    while case $1 in *=*) true ;; *) false ;; esac; do
        knobs="$knobs $1"
        shift
    done
    # shellcheck disable=SC2086 # a list of words
    in_home TMPDIR="$tmp" $knobs "$tree_tool" run --headless --play "$line" --shoot frame:0 "$@" -- "$tmp/app"
}
base=$tmp/base

# Without a baseline, the run becomes it, unless that is forbidden or the run fails.
expect 2 held --baseline "$base",required
err_has "'required' forbids"
[ ! -e "$base" ] || fail 'the folder was made'
expect 3 held CODE=7 --baseline "$base"
err_has 'does not become the baseline'
[ ! -e "$base" ] || fail 'a failed run became the baseline'
expect 1 held CUT=1 --baseline "$base"
err_has '^FAILED  the recording was played: the log lacks the start of playback, so another program has changed the file; run the app again, '
err_has 'does not become the baseline, because it failed'
find "$tmp" -path '*/understudy-*/run.json' | grep -q . || fail 'the failed run was not kept'
rm -rf "$tmp"/understudy-*
expect 0 held --baseline "$base" --junit "$tmp/junit.xml" --report "$tmp/verdict.json"
err_has "the run is the baseline now: $base"
grep -q 'tests="1" failures="0"' "$tmp/junit.xml" || fail "JUnit of the first run: $(cat "$tmp/junit.xml")"
grep -q 'name="the recording was played"' "$tmp/junit.xml" || fail "JUnit of the first run: $(cat "$tmp/junit.xml")"
for part in allow.json run/run.json run/log.jsonl run/pictures/frame-000006-view-1.png; do
    [ -s "$base/$part" ] || fail "the baseline has no $part"
done
expect 0 held --baseline "$base",required
err_has 'the run is as the baseline .*: no difference in 10 frames and 4 pictures'
[ "$(find "$tmp" -maxdepth 1 -name 'understudy-*' | wc -l)" = 0 ] || fail 'a temporary folder is left'

# What a run that was killed has left of a baseline does not stand in the way, and the old one comes back.
mkdir -p "$tmp/part/.run-new/pictures"
cp "$base/run/run.json" "$tmp/part/.run-new"
expect 0 held --baseline "$tmp/part"
err_has "the run is the baseline now: $tmp/part"
[ "$(ls -A "$tmp/part" | tr '\n' ' ')" = 'allow.json run ' ] || fail "something is left: $(ls -A "$tmp/part")"
mv "$tmp/part/run" "$tmp/part/.run-old"
mkdir "$tmp/part/.run-new"
expect 0 held --baseline "$tmp/part",required
err_has 'the run is as the baseline'
rm -r "$tmp/part"

# Each kind of difference: the frame, the call or the view, the share, an image of the differences, and a verdict.
expect 1 held HAPTIC=7 --baseline "$base" --out "$tmp/result"
err_has 'the first difference is in frame 4 (4.000 s of the recording), in the haptic output buzz'
expect 1 held SHOT=dot --baseline "$base" --out "$tmp/result" --junit "$tmp/junit.xml" --report "$tmp/verdict.json"
err_has 'the first picture that differs is in frame 6, view-1: 9 % of the pixels differ'
err_has '1 of 4 common pictures differ'
cp "$tmp/result/verdict.json" "$tmp/result.json"
cmp -s "$tmp/result.json" "$tmp/verdict.json" || fail '--report has another verdict than the folder'
run cat "$tmp/verdict.json"
json_is failed result
json_is different comparison baseline result
json_is picture comparison baseline first
json_is 6 comparison baseline pictures first frame
json_is view-1 comparison baseline pictures first view
json_is exact comparison baseline pictures rule
json_near 0.09 comparison baseline pictures first share
grep -q '<failure message="frame 6, frame-000006-view-1.png: 9 % of the pixels' "$tmp/junit.xml" || fail "JUnit has no failure: $(cat "$tmp/junit.xml")"
difference=$("$json" "$tmp/verdict.json" comparison baseline pictures first difference)
[ "$difference" = "$tmp/result/differences/frame-000006-view-1.png" ] || fail "the image of the differences is $difference"
# It is red where the square was: (255 - 90) of 255 off, so 64 + 165 * 191 / 255 bright.
square_red()
{
    i=0 pixels=
    while [ $i -lt 144 ]; do
        pixels="$pixels $((10 + i % 12)) $((10 + i / 12)) 187 0 0"
        i=$((i + 1))
    done
    # shellcheck disable=SC2086 # a list of numbers
    "$make" "$1" 40 40 0 0 0 $pixels
}
square_red "$tmp/red.png"
expect 0 "$tool" compare --allow threshold=0 "$difference" "$tmp/red.png"

# What comes first decides: the haptic of frame 4 before the picture of frame 6, and that before one of frame 7.
expect 1 held HAPTIC=11 SHOT=dot --baseline "$base" --out "$tmp/result"
grep -q '<failure message="frame 4, in .*: .* -&gt; .*"/>' "$tmp/result/junit.xml" || fail "JUnit has not both values: $(cat "$tmp/result/junit.xml")"
[ "$("$json" "$tmp/result/verdict.json" comparison baseline first)" = event ] || fail 'the event of frame 4 does not come first'
sed 's/"frame":4,"e":"haptic"/"frame":7,"e":"haptic"/' "$base/run/log.jsonl" >"$tmp/log"
cp -R "$base" "$tmp/later"
awk '/"e":"haptic"/ { kept = $0; sub(/"frame":4/, "\"frame\":7", kept); next } { print } /"frame":7,"e":"wait"/ { print kept }' \
    "$base/run/log.jsonl" >"$tmp/later/run/log.jsonl"
expect 1 held HAPTIC=8 SHOT=dot --baseline "$tmp/later" --out "$tmp/result"
[ "$("$json" "$tmp/result/verdict.json" comparison baseline first)" = picture ] || fail 'the picture of frame 6 does not come first'

# The end.
expect 0 held CODE=7 --exit any --baseline "$tmp/ends"
expect 0 held CODE=7 --exit any --baseline "$tmp/ends"
expect 1 held CODE=8 --exit any --baseline "$tmp/ends"
err_has 'the app ends in another way: the baseline: exit code 7; this run: exit code 8'
echo '{"version": 1, "end": false}' >"$tmp/ends/allow.json"
expect 0 held CODE=8 --exit any --baseline "$tmp/ends"

# What the good run did not write on standard error: numbers may be others, and allow.json may let lines pass.
expect 0 held SAYS='loaded_12_files_at_0x7f01' --baseline "$tmp/says"
expect 0 held SAYS='loaded_7_files_at_0x9a' --baseline "$tmp/says"
expect 1 held SAYS='SCRIPT_ERROR:_null' --baseline "$tmp/says" --out "$tmp/result" --junit "$tmp/junit.xml"
err_has '^standard error of this run has 1 new line; the first is line 1: SCRIPT_ERROR:_null$'
[ "$("$json" "$tmp/result/verdict.json" comparison baseline first)" = output ] || fail 'the output is not the first difference'
[ "$("$json" "$tmp/result/verdict.json" comparison baseline output new_lines)" = 1 ] || fail 'new lines are not counted'
grep -q 'standard error has a new line, 1: SCRIPT_ERROR:_null' "$tmp/junit.xml" || fail "JUnit: $(cat "$tmp/junit.xml")"
expect 1 "$tool" compare "$tmp/says" "$tmp/result"
expect 0 "$tool" compare "$tmp/result" "$tmp/result"
echo '{"version": 1, "output": {"ignore": ["^SCRIPT_ERR.R"]}}' >"$tmp/says/allow.json"
expect 0 held SAYS='SCRIPT_ERROR:_null' --baseline "$tmp/says"
echo '{"version": 1, "output": {"ignore": ["("]}}' >"$tmp/says/allow.json"
expect 2 held --baseline "$tmp/says"
err_has 'allow.json: line 1: this is no extended regular expression'

# allow.json: masks, tolerances, ignored events; its mistakes are named with their line.
allow()
{
    printf '%s\n' "$1" >"$base/allow.json"
}
allow '{"version": 1, "masks": [{"view": "view-1", "rectangle": [10, 10, 12, 12]}]}'
expect 0 held SHOT=dot --baseline "$base"
allow '{"version": 1, "masks": [{"view": "view-0", "rectangle": [10, 10, 12, 12]}]}'
expect 1 held SHOT=dot --baseline "$base"
allow '{"version": 1, "masks": [{"rectangle": [10, 10, 12, 11]}]}'
expect 1 held SHOT=dot --baseline "$base"
err_has '0.817 % of the pixels' # the last row of the square: 12 of the 40 * 40 - 12 * 11 pixels that are compared
# The path is relative to allow.json: only a mask of black over the square lets it pass.
covered=
for place in $(seq 0 143); do covered="$covered $((10 + place % 12)) $((10 + place / 12)) 0 0 0"; done
# shellcheck disable=SC2086 # a list of numbers
"$make" "$base/mask.png" 40 40 255 255 255 $covered
allow '{"version": 1, "masks": [{"image": "mask.png"}]}'
expect 0 held SHOT=dot --baseline "$base"
# Masks that cover every picture whole leave nothing to compare, unless the limits say that any picture may pass. What else differs comes first.
"$make" "$base/mask.png" 40 40 0 0 0
for shots in dot good; do
    expect 1 held SHOT=$shots --baseline "$base" --junit "$tmp/junit.xml"
    err_has '^understudy: no pixel was compared: the masks cover each picture whole; '
    err_has 'the run cannot be held against the baseline'
    grep -q 'failures="1"' "$tmp/junit.xml" || fail "JUnit passes without a pixel: $(cat "$tmp/junit.xml")"
done
expect 1 held HAPTIC=7 --baseline "$base"
err_has 'the first difference is in frame 4'
expect 2 "$tool" compare "$base" "$base" --allow "$base/allow.json"
err_has '^understudy: no pixel was compared: the masks cover each picture whole; '
allow '{"version": 1, "masks": [{"image": "mask.png"}], "pictures": {"rule": "perceptual"}}'
expect 2 "$tool" compare "$base" "$base" --allow "$base/allow.json"
allow '{"version": 1, "masks": [{"image": "mask.png"}], "pictures": {"share": 1}}'
expect 0 held SHOT=dot --baseline "$base"
err_has '; the masks cover 4 of them whole; the limits let any picture pass$'
allow '{"version": 1, "masks": [{"view": "view-1", "image": "mask.png"}]}'
expect 0 held SHOT=dot --baseline "$base"
err_has '; the masks cover 2 of them whole$'
allow '{"version": 1, "pictures": {"share": 0.09}}'
expect 0 held SHOT=dot --baseline "$base"
allow '{"version": 1, "pictures": {"share": 0.09, "ssim": -1}}'
expect 0 held SHOT=dot --baseline "$base"
allow '{"version": 1, "pictures": {"share": 0.0899}}'
expect 1 held SHOT=dot --baseline "$base"
allow '{"version": 1, "events": {"ignore": ["haptic"]}}'
expect 0 held HAPTIC=7 --baseline "$base"
for wrong in '{"version": 2}' '{"masks": []}' '{"version": 1, "mask": []}' '{"version": 1, "masks": [{"view": "x"}]}' 'x' \
    '{"version": 1, "events": {"ignore": ["no-event"]}}' '{"version": 1, "pictures": {"rule": "none"}}' \
    '{"version": 1, "events": {"angle_rad": 5}}' '{"version": 1, "masks": [], "masks": []}' \
    '{"version": 1, "pictures": {"share": 0, "share": 0.9}}' \
    '{"version": 1, "pictures": {"threshold": 2}}' '{"version": 1, "pictures": {"ssim": -1.1}}' '{"version": 1, "masks": [{"rectangle": [1, 2, 3]}]}'; do
    allow "$wrong"
    expect 2 held --baseline "$base"
    err_has 'allow.json: line 1: '
done
rm "$base/allow.json" "$base/mask.png"
echo '{"version": 1, "pictures": {"share": 1}}' >"$tmp/allow.json"
expect 0 held SHOT=dot --baseline "$base" --allow "$tmp/allow.json"
err_has '; the limits let any picture pass$'

# A square that moves by three pixels is seen by the perceptual rule; one graphics driver is compared by pixels.
echo '{"version": 1, "pictures": {"rule": "perceptual"}}' >"$tmp/allow.json"
expect 1 held SHOT=moved --baseline "$base" --allow "$tmp/allow.json" --out "$tmp/result"
err_has 'the first picture that differs is in frame 6, view-0'
err_has 'as a person sees them'
expect 0 held --baseline "$base" --allow "$tmp/allow.json"

# Another recording, or other options, cannot be compared. Another runtime can.
expect 2 in_home "$tree_tool" run --headless --play "$data/v1.0.bin" --end quit --shoot frame:0 --baseline "$base" -- "$tmp/app"
err_has 'it was made with another recording'
expect 0 held --clock frame --baseline "$base"
expect 2 held --clock frame:90 --baseline "$base"
err_has 'it was made with --clock frame, and this run has --clock frame:90'
expect 2 held --clock wall --baseline "$base"
err_has '--baseline excludes --clock wall'
expect 2 in_home "$tree_tool" run --headless --play "$line" --end quit --baseline "$base" -- "$tmp/app"
err_has 'it was made with --shoot frame:0, and this run has no --shoot'
expect 0 held --limit 50 --baseline "$base"
expect 0 held RUNTIME=B --baseline "$base"

# DIR,update says what changed, and replaces the run, not what may differ.
echo '{"version": 1, "comment": "mine"}' >"$base/allow.json"
expect 0 held SHOT=dot --baseline "$base",update
err_has 'the first picture that differs is in frame 6, view-1'
err_has 'the run is the new baseline now'
! grep -q '\.png$' "$tmp/err" || fail "a message names what is replaced: $(cat "$tmp/err")"
grep -q mine "$base/allow.json" || fail 'allow.json was replaced'
expect 0 held SHOT=dot --baseline "$base"
expect 1 held --baseline "$base"
expect 0 held SHOT=dot --baseline "$base",update
err_has 'stays as it is'
expect 3 held CODE=7 --baseline "$base",update
expect 0 held SHOT=dot --baseline "$base"
[ "$(find "$base" -name '.run-*' | wc -l)" = 0 ] || fail 'an old run is left in the baseline'

# Folders that are no baseline, and options that do not go together.
mkdir "$tmp/other"
echo precious >"$tmp/other/file"
expect 2 held --baseline "$tmp/other"
err_has 'is not a baseline'
expect 2 held --baseline "$tmp/result"
err_has 'the folder of a single run'
expect 2 held --baseline "$base" --out "$base"
expect 2 held --baseline "$base" --out "$base/run"
[ -s "$base/run/run.json" ] || fail 'the baseline was overwritten'
expect 2 held --twice
err_has '^understudy: run: --twice is --repeat 2 now; '
expect 2 held --times 3
err_has '^understudy: run: --times is --repeat N now; '
expect 2 held --repeat 1.5

# --repeat: the screenshots of each run are compared, and each run is kept.
expect 0 held --repeat 3 --out "$tmp/result"
err_has 'deterministic in 3 runs: no difference in 10 frames and 4 pictures'
[ -s "$tmp/result/again-3/pictures/frame-000006-view-1.png" ] || fail 'the third run has no screenshots'
rm -f "$tmp/count"
expect 1 held COUNT="$tmp/count" FROM_RUN=3 SHOT=dot --repeat 5 --out "$tmp/result"
err_has 'not deterministic'
err_has 'the first picture that differs is in frame 6, view-1'
[ "$(wc -l <"$tmp/count")" = 3 ] || fail 'the runs went on after the first difference'
[ -s "$tmp/result/again-3/differences/frame-000006-view-1.png" ] || fail 'there is no image of the differences'
[ ! -e "$tmp/result/again-4" ] || fail 'an earlier run is left'

# --repeat 2 without --out: the first run's screenshots stay what they are.
rm -f "$tmp/count"
expect 1 held COUNT="$tmp/count" SHOT=dot --repeat 2 --shots "$tmp/shots"
err_has 'the first picture that differs is in frame 6, view-1'
cmp -s "$tmp/shots/frame-000006-view-1.png" "$tmp/good/frame-000006-view-1.png" || "$tool" compare --allow threshold=0 "$tmp/shots/frame-000006-view-1.png" "$tmp/good/frame-000006-view-1.png" ||
    fail 'the second run has overwritten the screenshots of the first'
[ -s "$tmp/shots/differences/frame-000006-view-1.png" ] || fail 'there is no image of the differences'
# What a message names is there: also where a picture is not the first difference.
rm -f "$tmp/count"
expect 1 held COUNT="$tmp/count" HAPTIC=3 SHOT=dot --repeat 2 --shots "$tmp/more"
err_has 'the first difference is in frame 3'
[ "$(sed -n 's/^  [^:]*: \(.*\.png\)$/\1/p' "$tmp/err" | wc -l)" = 3 ] || fail "the pictures are not named: $(cat "$tmp/err")"
sed -n 's/^  [^:]*: \(.*\.png\)$/\1/p' "$tmp/err" >"$tmp/named"
while read -r file; do
    [ -s "$file" ] || fail "a message names a file that is gone: $file"
done <"$tmp/named"
rm -f "$tmp/count"
expect 1 held COUNT="$tmp/count" CODE=5 --exit any --repeat 2
err_has 'the app ends in another way'

# compare: two kept runs, or a baseline and a run.
expect 0 held --out "$tmp/a"
expect 0 held SHOT=dot --out "$tmp/b"
expect 0 "$tool" compare "$tmp/a" "$tmp/a"
out_has 'no difference in 10 frames and 4 pictures'
expect 1 "$tool" compare "$tmp/a" "$tmp/b" --json --differences "$tmp/differences"
json_is different result
json_is view-1 pictures first view
[ -s "$tmp/differences/frame-000006-view-1.png" ] || fail 'compare wrote no image of the differences'
expect 0 "$tool" compare "$base" "$tmp/b"
expect 2 "$tool" compare "$tmp/a" "$tmp/other"
err_has 'other is neither the folder of a run'
# What the app printed is compared, or it is said that it cannot be.
cp -R "$tmp/a" "$tmp/silent"
rm "$tmp/silent/stderr.txt"
for order in "a silent" "silent a"; do
    expect 2 "$tool" compare "$tmp/${order% *}" "$tmp/${order#* }"
    err_has 'silent/stderr.txt is not there, so what the apps printed cannot be compared'
done
# One graphics driver: one pixel that is off by 1/255 is a difference, unless a threshold is given; the last equal picture is named.
cp -R "$tmp/a" "$tmp/c"
tinted()
{
    # shellcheck disable=SC2046,SC2086 # lists of numbers
    "$make" "$tmp/c/pictures/frame-000006-view-1.png" 40 40 "$1" "$1" "$1" $(
        i=0
        while [ $i -lt 144 ]; do
            echo "$((10 + i % 12)) $((10 + i / 12)) 255 255 255"
            i=$((i + 1))
        done
    ) $2
}
tinted 90 '3 3 91 90 90'
expect 1 "$tool" compare "$tmp/a" "$tmp/c"
out_has '^the first picture that differs is in frame 6, view-1: 0.0625 % of the pixels differ, the furthest by 0.004 at 3, 3$'
out_has '^  the last picture that is equal: frame 6, view-0$'
out_has '^4 pictures are compared exactly, because the graphics driver is the same (llvmpipe\|no Vulkan device'
expect 0 "$tool" compare "$tmp/a" "$tmp/c" --allow threshold=0.004
for tint in 91 95; do
    tinted $tint ''
    expect 1 "$tool" compare "$tmp/a" "$tmp/c" --json
    json_is exact pictures rule
    json_is frame-000006-view-0.png pictures first equal
done
# A picture that only one run has is counted apart.
sed -i '/frame-000006-view-0.png/d' "$tmp/c/log.jsonl"
expect 1 "$tool" compare "$tmp/a" "$tmp/c"
out_has '^the first picture that differs is in frame 6, view-0: only .*/a has it$'
out_has '^1 of 3 common pictures differ, and 1 more are on one side only$'
# Another graphics driver: the perceptual rule, and the reason.
sed 's/"vulkan":.*\[\]/"vulkan": [{"name": "Another GPU", "driver_info": "1.2"}]/; s/"driver_info":.*"\(.*\)"/"driver_info": "another"/' "$tmp/a/run.json" >"$tmp/new.json"
mv "$tmp/new.json" "$tmp/a/run.json"
grep -q another "$tmp/a/run.json" || grep -q 'Another GPU' "$tmp/a/run.json" || fail 'the test could not change the driver'
expect 1 "$tool" compare "$tmp/a" "$tmp/b"
out_has 'as a person sees them, because the graphics drivers differ'
expect 1 "$tool" compare "$tmp/a" "$tmp/b" --allow ssim=0.6
out_has 'as a person sees them, because that is what --allow or allow.json says'
finish
