#!/bin/sh
# SPDX-License-Identifier: MIT
# What an app's user sees of a script: the place of a wrong line, the names that a setting may have, and the settings that a
# script makes meaningless. Usage: test_script_messages.sh PROBE MANIFEST EXAMPLES
set -eu

probe=$1
export XR_RUNTIME_JSON="$2" UNDERSTUDY_HEADLESS_RATE_HZ=0
examples=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
  echo "FAIL: $*" >&2
  cat "$folder/err" >&2
  exit 1
}
# run VALUE: the probe with this person, in the variable's value.
run() {
  UNDERSTUDY_HEADLESS_PERSON=$1 "$probe" --graphics headless --frames 5 --log "$folder/log" 2>"$folder/err"
}

printf '0 left profile oculus/touch_controller\n\n1 left b/click yes\n' >"$folder/wrong.person"
run "$folder/wrong.person" && fail "the app ran with a wrong script"
grep -q "^understudy headless: $folder/wrong.person:3: oculus/touch_controller has no b/click on the left hand; it has x/click, " \
  "$folder/err" || fail "the message does not name the line"

run movng && fail "the app ran with an unknown person"
grep -q 'movng: the file cannot be opened: .*UNDERSTUDY_HEADLESS_PERSON is nobody, moving, or the name of a script' "$folder/err" ||
  fail "the message does not name the values"

UNDERSTUDY_HEADLESS_HANDS=none UNDERSTUDY_HEADLESS_PROFILE=khr/simple_controller run "$examples/touch.person" || fail "the probe ended with $?"
for name in HANDS PROFILE; do
  [ "$(grep -c "UNDERSTUDY_HEADLESS_$name has no effect while UNDERSTUDY_HEADLESS_PERSON is a script" "$folder/err")" = 1 ] ||
    fail "not one message about $name"
done
grep -q 'UNDERSTUDY_HEADLESS_CONTROLLERS' "$folder/err" && fail "a message about a variable that is not set"
exit 0
