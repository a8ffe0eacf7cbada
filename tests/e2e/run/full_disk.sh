#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# full_disk.sh RECORDING: what a run says and leaves where the event log, its buffer or screenshots find no room, and what a drive
# answers: the reason in errno's own words, whole lines and screenshots, exit code 3, and an app that goes on. Small file systems are
# mounted in a mount namespace of the test's own.
if [ -z "${UNDERSTUDY_IN_NAMESPACE-}" ]; then
  map=
  [ "$(id -u)" = 0 ] || map=-r
  unshare -m $map mount -t tmpfs tmpfs /mnt 2>/dev/null || {
    echo "SKIP: no file system can be mounted here"
    exit 77
  }
  UNDERSTUDY_IN_NAMESPACE=1 exec unshare -m $map bash "$0" "$@"
fi
. "$(dirname "$0")/../lib.sh"
recording=$1
export UNDERSTUDY_HEADLESS_RATE_HZ=0
export TMPDIR=$work/temporary
mkdir "$TMPDIR"
cd "$work"
# Other runs have their files in the machine's /dev/shm; this test has one of its own.
mount -t tmpfs -o size=256m tmpfs /dev/shm

# small FOLDER SIZE: a new and empty file system there.
small() {
  mkdir -p "$1"
  mount -t tmpfs -o "size=$2" tmpfs "$1"
}
# play CODE OPTION... -- APP: the exit code must be that; what was said is in ./said.
play() {
  local wanted=$1 code=0
  shift
  "$tool" run --headless --play "$recording" --clock frame --limit 300 "$@" >out 2>said </dev/null || code=$?
  [ "$code" = "$wanted" ] || fail "exit code $code, not $wanted: $*: $(cat said)"
}
said() { grep -q -e "$1" said || fail "'$1' was not said: $(cat said)"; }
not_said() { ! grep -q -e "$1" said || fail "'$1' was said: $(cat said)"; }
nothing_left() {
  [ -z "$(ls -A "$TMPDIR")" ] || fail "files were left in TMPDIR: $(ls "$TMPDIR")"
  [ -z "$(find /dev/shm -name 'understudy-*')" ] || fail "files were left in /dev/shm"
}
# incomplete LOG WHY: every line is whole, their numbers have no gaps, and the last one says why.
incomplete() {
  local code=0
  [ "$(tail -c 1 "$1" | od -An -tu1 | tr -d ' ')" = 10 ] || fail "$1 does not end with a whole line"
  awk -F'[:,]' '$1 != "{\"n\"" || $2 != NR || !/}$/ { exit 1 }' "$1" || fail "the lines of $1 are not whole and counted"
  tail -n 1 "$1" | grep -q "\"e\":\"incomplete\",\"why\":\"$2\"}" || fail "$1 does not say why it ends: $(tail -n 1 "$1")"
  [ "$(grep -c '"e":"incomplete"' "$1")" = 1 ] || fail "$1 says it more than once"
  "$tool" compare "$1" "$1" 2>said >out || code=$?
  [ $code = 2 ] || fail "compare of an incomplete log: $code"
  said "the log is incomplete ($2) and cannot be compared"
  code=0
  "$tool" judge "$1" --expect expect.json --junit junit.xml >said || code=$?
  [ $code = 1 ] || fail "judge of an incomplete log: $code"
  said "^FAILED: 1 of 1 expectations met in .* frames; the log is incomplete: $2$"
  grep -q 'tests="2" failures="1"' junit.xml || fail "JUnit's report has no failure: $(cat junit.xml)"
}
probe=$build/bin/understudy_probe
echo '{"version": 1, "expect": [{"kind": "frames", "at_least": 1}]}' >expect.json

# The event log: the disk fills while the app runs.
small disk 300k
play 3 --log disk/run.jsonl -- "$probe" --all-relations
line=$(($(wc -l <disk/run.jsonl) - 1))
said "^understudy: the event log $work/disk/run.jsonl is incomplete: No space left on device: everything after line $line is missing$"
said "^understudy: run: the event log is incomplete: No space left on device"
grep -q '"e":"end","wall_frames":100' out || fail "the app was disturbed"
[ "$(grep -c 'understudy: the event log' said)" = 1 ] || fail "the layer said it more than once"
incomplete disk/run.jsonl 'No space left on device'
# A run that finds no room keeps the earlier log.
cp disk/run.jsonl earlier
play 2 --log disk/run.jsonl -- touch "$work/ran"
said 'run: the event log .*/disk/run.jsonl: No space left on device'
cmp disk/run.jsonl earlier || fail "the earlier log is gone"
[ "$(ls -A disk)" = run.jsonl ] || fail "something is left: $(ls -A disk)"
rm disk/run.jsonl
play 3 --log disk/run.jsonl -- "$probe" --all-relations --fault crash@90
incomplete disk/run.jsonl 'No space left on device'
rm disk/run.jsonl
play 3 --log disk/run.jsonl --expect expect.json --report report.json -- "$probe" --all-relations
said '^FAILED: 1 of 1 expectations met in .* frames; the log is incomplete: No space left on device$'
grep -q '"result":.*"failed"' report.json && grep -q '"incomplete":.*"No space left on device"' report.json || fail "the report does not say it"
nothing_left

# What is in the way of run.json is said once, although it is written several times.
small kept 400k
play 3 --out kept/run -- "$probe" --all-relations --frames 400
said "^understudy: $work/kept/run/run.json cannot be written: No space left on device$"
[ "$(grep -c 'run.json cannot be written' said)" = 1 ] || fail "it was said more than once: $(cat said)"
umount kept
nothing_left

# On a disk that is already full, no app is started.
head -c 400k /dev/zero >disk/ballast 2>/dev/null || true
rm -f disk/run.jsonl
head -c 400k /dev/zero >>disk/ballast 2>/dev/null || true
play 2 --log disk/run.jsonl -- touch "$work/ran"
said 'run: the event log .*/disk/run.jsonl: No space left on device'
play 2 --report disk/report.json --expect expect.json -- touch "$work/ran"
said 'run: --report disk/report.json cannot be written: No space left on device'
play 2 --out disk -- touch "$work/ran"
said 'run: --out disk: it is there and is not the folder of a run'
# What is in the way of the disk's user is said, and not an option that nobody gave.
mkdir disk/temporary
TMPDIR=$work/disk/temporary play 2 --repeat 2 -- touch "$work/ran"
said 'run: the event log .*/disk/temporary/.*: No space left on device'
TMPDIR=$work/disk/temporary "$tool" run --headless --play performance:standing -- touch "$work/ran" >out 2>said && fail "a performance played without room for its recording"
[ $? = 2 ] || fail "a performance without room for its recording: $(cat said)"
said 'run: the recording of .*/standing.person, .*/disk/temporary/.*, cannot be written: No space left on device; set TMPDIR to a folder with room for it$'
rmdir disk/temporary
[ ! -e ran ] || fail "the app was started"

# The layer cannot write what `run` could: somebody put a folder into its place.
play 3 --log gone.jsonl -- sh -c "rm gone.jsonl && mkdir gone.jsonl && exec '$probe' --frames 20"
said '^understudy: run: the event log is incomplete: it could not be started: Is a directory$'
grep -q '"e":"end","wall_frames":20' out || fail "the app was disturbed"
# Where a verdict finds no room, the verdict of an earlier run stays complete. Neither a verdict nor a baseline leaves an incomplete file.
{
  echo '{"version": 1, "expect": ['
  for i in $(seq 100); do echo "{\"kind\": \"frames\", \"name\": \"number $i\", \"at_least\": 1},"; done
  echo '{"kind": "frames", "at_least": 1}]}'
} >many.json
small reports 48k
for option in --report --junit; do
  rm -f reports/*
  play 0 $option reports/verdict --expect many.json -- "$probe"
  cp reports/verdict earlier
  head -c 48k /dev/zero >reports/ballast 2>/dev/null || true
  truncate -s -4k reports/ballast
  play 3 $option reports/verdict --expect many.json -- "$probe"
  said '^understudy: reports/verdict cannot be written: No space left on device$'
  cmp reports/verdict earlier || fail "$option: the earlier verdict is gone"
  [ "$(ls -A reports | tr '\n' ' ')" = 'ballast verdict ' ] || fail "$option left something: $(ls -A reports)"
done
small bases 200k
play 3 --end quit --baseline bases/new -- "$probe" --all-relations
said 'run: --baseline bases/new: the baseline cannot be written: No space left on device'
[ -z "$(ls -A bases)" ] || fail "a part of a baseline is left: $(find bases)"
mount -o remount,size=4m bases
play 0 --end quit --baseline bases/new -- "$probe" --all-relations
said 'the run is the baseline now: bases/new'
mount -o "remount,size=$(du -sk bases | cut -f1)k" bases
play 3 --end quit --speed 0.5 --baseline bases/new,update -- "$probe" --all-relations
said 'the baseline cannot be written: No space left on device'
play 0 --end quit --baseline bases/new,required -- "$probe" --all-relations
said 'the run is as the baseline'
rm -r "$TMPDIR"/understudy-* # the runs that became no baseline are kept
nothing_left

# The signal of a limit for file sizes must not end any program.
(
  ulimit -f 150
  play 3 --log limit.jsonl -- "$probe" --all-relations --log /dev/null
)
said "the event log $work/limit.jsonl is incomplete: File too large: everything after line"
said "neither /dev/shm nor the disk has room for the event log's buffer (File too large)"
incomplete limit.jsonl 'File too large'
nothing_left

# The log's buffer: no room in memory, then nowhere.
mount -t tmpfs -o size=1m tmpfs /dev/shm
play 0 --log room.jsonl -- "$probe"
said "/dev/shm has no room for the event log's buffer; using $TMPDIR/understudy-ring-.* on disk"
play 0 --expect expect.json -- "$probe"
said '^PASSED: 1 of 1 expectations met'
play 139 --log room.jsonl -- "$probe" --fault crash@50
tail -n 1 room.jsonl | grep -q '"frame":4[5-9]' || fail "the last lines of an app that crashed are missing"
nothing_left
small tiny 1m
small elsewhere 2m
# A checkout below /tmp stays where it is.
mount --rbind "$source" /mnt
mount -t tmpfs -o size=1m tmpfs /tmp
case $source in
/tmp/*)
  mkdir -p "$source"
  mount --rbind /mnt "$source"
  ;;
esac
TMPDIR=$work/tiny play 0 --log elsewhere/room.jsonl -- "$probe" --frames 20
said "neither /dev/shm nor the disk has room for the event log's buffer (No space left on device); if the app crashes, the log lacks"
tail -n 1 elsewhere/room.jsonl | grep -q '"e":"end"' || fail "without a buffer the log is not whole"
umount --recursive --lazy /tmp /mnt

# Many runs side by side in a container's usual 64 MB.
mount -t tmpfs -o size=64m tmpfs /dev/shm
runs=24
for i in $(seq $runs); do
  mkfifo "hold$i"
  "$tool" run --headless --play "$recording" --clock frame --log "side$i.jsonl" -- sh -c "read -r _; exec $probe --frames 3" \
    <"hold$i" >"side$i.out" 2>"side$i.said" &
  processes[i]=$!
  eval "exec $((i + 20))>hold$i"
done
for i in $(seq $runs); do eval "echo >&$((i + 20))"; done
for i in $(seq $runs); do
  wait "${processes[i]}" || fail "run $i of $runs ended with $?: $(cat "side$i.said")"
  tail -n 1 "side$i.jsonl" | grep -q '"e":"end"' || fail "the log of run $i of $runs is not whole"
done
grep -l "has no room for the event log's buffer; using" side*.said >/dev/null || fail "24 buffers do not fit into 64 MB, and nobody said so"
umount /dev/shm

# Pictures.
command -v hello_xr >/dev/null || skip "hello_xr is not installed: no screenshots were taken"
small screenshots 3m
code=0
UNDERSTUDY_HEADLESS_EYE_SIZE=512 "$tool" run --headless --play "$recording" --clock frame --from 0 --to 1 --end quit --limit 300 \
  --shoot every:0.1s --shots screenshots -- hello_xr -g Vulkan2 >out 2>said || code=$?
[ $code = 3 ] || fail "exit code $code, not 3, with screenshots that found no room: $(cat said)"
said "^understudy: no screenshot $work/screenshots/frame-0000.*-view-.\.png: No space left on device; others may be missing too$"
[ "$(grep -c 'No space left on device; others' said)" = 1 ] || fail "it was said more than once"
there=$(find screenshots -name '*.png' | wc -l)
missing=$(sed -n "s/^understudy: $there screenshots in .*; \([0-9]*\) are missing$/\1/p" said)
[ $((there + ${missing:-0})) = 22 ] || fail "$there screenshots are there and '${missing}' are missing, of 22: $(cat said)"
said "run: the set of screenshots is incomplete: $missing are missing: No space left on device$"
[ "$(find screenshots -type f | wc -l)" = "$there" ] || fail "there are parts of screenshots: $(ls screenshots)"
for screenshot in screenshots/*.png; do
  "$tool" compare "$screenshot" "$screenshot" >/dev/null || fail "$screenshot is not whole"
done

# A folder that cannot be written to is refused before the app starts.
head -c 4M /dev/zero >screenshots/ballast 2>/dev/null || true
head -c 4M /dev/zero >>screenshots/ballast 2>/dev/null || true
play 2 --shoot frame:1 --shots screenshots -- touch "$work/ran"
said "run: --shots .*/screenshots: cannot write a screenshot there: No space left on device"
[ ! -e ran ] || fail "the app was started"

# Compressing finds no room: screenshots stay whole and as they are.
small full 1700k
code=0
UNDERSTUDY_HEADLESS_EYE_SIZE=512 "$tool" run --headless --play "$recording" --clock frame --from 0 --to 0.1 --end quit --limit 300 \
  --shoot frame:1 --shots full -- sh -c 'hello_xr -g Vulkan2; code=$?; head -c 4M /dev/zero >full/ballast; exit $code' >out 2>said || code=$?
[ $code = 0 ] || fail "exit code $code, not 0, where screenshots could not be compressed: $(cat said)"
said "the screenshots in .*/full from frame-000001-view-.\.png on stay uncompressed: No space left on device"
for view in 0 1; do
  "$tool" compare full/frame-000001-view-$view.png full/frame-000001-view-$view.png >/dev/null || fail "a screenshot was lost"
  [ "$(stat -c %s full/frame-000001-view-$view.png)" -gt 786432 ] || fail "the screenshot is compressed: this proves nothing"
done
[ "$(ls full | wc -l)" = 3 ] || fail "there are parts of screenshots: $(ls full)"

# A drive answers no request as done whose file is not there: the recording, a marker in it, a picture, what was undone.
drive() {
  local code=0
  "$tool" drive --headless --quiet --limit 300 "$@" -- "$probe" --graphics vulkan2 --wait-focus --frames 1000000 --log /dev/null >out 2>said || code=$?
  [ "$code" = 3 ] || fail "exit code $code of a drive, not 3: $*: $(cat said)"
  nothing_left
}
small driven 60k
printf '%s\n' 'advance 3' 'mark a' 'advance 3' 'undo a' 'advance 3' stop | drive --save driven/a.mcap --write-test test_driven.py
grep -qx 'undone: none' out || fail "what was undone is said to be there: $(cat out)"
said "drive: the recording of what was undone, $work/driven/a-undone.mcap, is not whole"
grep -qx 'recording: none' out || fail "the drive is said to be recorded: $(cat out)"
grep -q 'def test_driven' test_driven.py || fail "the test of the drive is not there, for which there is room"
small marked 300k
for n in $(seq 30); do printf 'advance 60\nmark m%s\n' "$n"; done | drive --save marked/a.mcap
said "drive: line [0-9]*, 'mark m[0-9]*': the recording of the drive ends early, because it could not be written$"
small seen 40k
printf '%s\n' 'advance 3' picture stop | drive --save seen.mcap --shots seen
said "'picture': the picture could not be written to $work/seen/frame-000003-view-0.png; is the disk full?$"
echo "the log, its buffer, the screenshots and a drive say what finds no room"
