#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The README's first command succeeds and prints the app's answers, and the screenshots change when the head turns. The table and a
# screenshot show a pinch.
. "$(dirname "$0")/../lib.sh"
[ "$build" = "$source/build" ] || skip "the demo builds in build/, and this is $build"
"$source/scripts/demo.sh" >"$work/out" 2>"$work/err" || { cat "$work/out" "$work/err"; fail "scripts/demo.sh ended with $?"; }
cat "$work/err" "$work/out"
# The tests beside this one load the libraries that it would link again.
! grep 'Linking .* lib/' "$build/build.log" || fail "the demo linked a library; build before you test"
[ -s "$build/demo/contact-sheet.png" ] || fail "there is no contact sheet"
shots=("$build"/demo/run/pictures/*-view-0.png)
[ "${#shots[@]}" -ge 10 ] || fail "only ${#shots[@]} screenshots"
screenshots=$(sha256sum "${shots[@]}" | cut -d' ' -f1 | sort -u | wc -l)
[ "$screenshots" -ge 8 ] || fail "only $screenshots of ${#shots[@]} screenshots differ: the scene does not turn"
# The row of 4.5 s, where the marker `pinch` is: both hands are there, and the right one pinches. At 6.5 s nobody does.
awk '$1 > 4.49 && $1 < 4.6 && NF == 15 && $15 == "pinch" { pinch = 1 } $1 > 6.49 && $1 < 6.6 && NF == 14 { none = 1 } END { exit !(pinch && none) }' \
  "$work/out" || fail "the pinch is not in the table"
grep -q '</html>' "$build/demo/demo.html" || fail "there is no page of the run"
tail -n 1 "$work/out" | grep -q '^open .*demo.html in a browser' || fail "the demo does not end with the page"
[ -s "$build/demo/pinch.png" ] || fail "there is no screenshot of the pinch"
grep -q 'right hand pinched .* (the app vibrated it [1-9][0-9]* times)' "$work/out" || fail "hello_xr did not vibrate"
