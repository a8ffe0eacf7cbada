#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The README's first command: it ends well, says what an app was told, and the pictures change as the head turns.
. "$(dirname "$0")/lib.sh"
[ "$build" = "$source/build" ] || skip "the demo builds in build/, and this is $build"
"$source/scripts/demo.sh" >"$work/out" 2>"$work/err" || { cat "$work/out" "$work/err"; fail "scripts/demo.sh ended with $?"; }
cat "$work/err" "$work/out"
[ -s "$build/demo/contact-sheet.png" ] || fail "there is no contact sheet"
shots=("$build"/demo/shots/*.png)
[ "${#shots[@]}" -ge 10 ] || fail "only ${#shots[@]} pictures"
pictures=$(sha256sum "${shots[@]}" | cut -d' ' -f1 | sort -u | wc -l)
[ "$pictures" -ge 8 ] || fail "only $pictures of ${#shots[@]} pictures differ: the scene does not turn"
