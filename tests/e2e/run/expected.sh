#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# expected.sh RECORDING: `understudy expect` writes of a good run what the same app meets again, and an app with a fault does not, for the
# right reason. A drive's run is one, too.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_file "$recording"
export UNDERSTUDY_HEADLESS_RATE_HZ=0 UNDERSTUDY_HEADLESS_EYE_SIZE=16
cd "$work"
# play CODE FAULT [option...]: the app has the fault from its 31st frame on.
play() {
  local wanted=$1 fault=$2 code=0
  shift 2
  "$tool" run --headless --play "$recording" --from pinch --to poke --clock frame:60 --end quit --limit 300 "$@" -- "$build/bin/understudy_probe" \
    --graphics vulkan2 --frames 1000 --actions --wait-focus --layers projection,quad_local --log probe.jsonl --fault "$fault@31" >out.txt 2>&1 || code=$?
  [ "$code" = "$wanted" ] || { tail -n 20 out.txt; fail "$fault: exit code $code, not $wanted"; }
}
says() { grep -q -e "$1" out.txt || { cat out.txt; fail "it does not say: $1"; }; }

play 0 none --shoot every:1s --out good
"$tool" expect good -o good.json 2>err.txt || { cat err.txt; fail "expect"; }
grep -q -- '--shoot frame:0,frame:60,frame:120' err.txt || fail "it does not say which pictures are needed"
grep -q '"file":"good/pictures/frame-000060-view-0.png"' good.json || fail "the pictures have no relative path"
[ -z "$(grep -o '"name":"[^"]*"' good.json | grep -v '"name":"look-around"' | sort | uniq -d)" ] || fail "two expectations have one name"
"$tool" expect good >printed.json 2>/dev/null
sed "s|\"$work/good/|\"good/|" printed.json | cmp - good.json || fail "what is printed is not what is written"
play 0 none --shoot every:1s --expect good.json
says '^PASSED: 18 of 18 expectations'
while IFS='|' read -r fault wanted; do
  play 1 "$fault" --shoot every:1s --expect good.json
  says "^FAILED  $wanted"
done <<'END'
skip-haptics|the right hand feels it at [0-9.]* s: seen 0 times
wrong-hand|the other hand feels nothing: not expected; frame 49
no-layer|there is always a picture: more than 2 frames .* since frame 30
skip-sync|over of the right hand is pressed: seen 0 times
wrong-colour|it looks the same at [0-9.]* s: .* are off
exit-code|it ends by itself: the app ended with exit code 1, and not with 0
crash|the session's states: step 6 of 10 did not follow
END

printf '%s\n' 'right profile khr/simple_controller; right gesture fist' 'advance 5' 'right select/click yes' 'advance 20' 'mark done' |
  "$tool" drive --headless --out driven -- "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --actions --wait-focus --log probe.jsonl >out.txt 2>&1 ||
  { cat out.txt; fail "the drive"; }
"$tool" expect driven --output driven.json || fail "expectations of a drive"
grep -q '"action":"select","hand":"right"' driven.json || { cat driven.json; fail "the press is missing"; }
"$tool" run --headless --play driven/drive.mcap --clock frame:60 --expect driven.json -- "$build/bin/understudy_probe" --graphics vulkan2 --frames 1000 --actions \
  --wait-focus --log probe.jsonl >out.txt 2>&1 || { cat out.txt; fail "the recording of the drive does not meet them"; }

# refuses WHY ARGUMENT...: nothing is written.
refuses() {
  local why=$1 code=0
  shift
  cp good.json before.json
  "$tool" expect "$@" >out.txt 2>&1 || code=$?
  [ "$code" = 2 ] || { cat out.txt; fail "expect $*: $code"; }
  says "$why"
  cmp -s good.json before.json || fail "expect $* has written"
}
refuses 'is there already; choose another name, or pass --force' good -o good.json
refuses 'good/log.jsonl' good -o good/log.jsonl --force
refuses 'run.json' . -o new.json
refuses 'no run folder is given'
play 1 exit-code --out bad
refuses 'did not end with exit code 0' bad -o new.json
truncate -s -10 good/log.jsonl
refuses 'not whole' good -o new.json
[ ! -e new.json ] || fail "a refused run left a file"
