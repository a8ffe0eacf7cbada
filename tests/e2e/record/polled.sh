#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# polled.sh: an app without frames that binds the trigger alone is recorded, at the times that it asks for. What was recorded drives another such
# app, which binds the squeeze and the thumbstick alone. All that moves does so at 0.1 m/s along X, so that the head says what time it is in the
# person's script, and every input changes once, at the same time.
. "$(dirname "$0")/../lib.sh"
app=$build/bin/understudy_polled
cat >"$work/polled.person" <<'END'
0   head  pose          0 0 0
2   head  pose          0.2 0 0
0   right profile       oculus/touch_controller
0   right grip          0.3 -0.3 -0.4
2   right grip          0.5 -0.3 -0.4
0   right wrist         0.35 -0.3 -0.4
2   right wrist         0.55 -0.3 -0.4
0.5 right trigger/value 0
0.5 right trigger/value 1
0.5 right squeeze/value 0
0.5 right squeeze/value 0.75
0.5 right thumbstick    0 0
0.5 right thumbstick    0.25 -0.5
1.5 session state       stopping
END
"$tool" record -o "$work/polled.mcap" --headless --person "$work/polled.person" -- "$app" oculus/touch_controller trigger/value \
  >"$work/recorded" 2>"$work/recorded.err" || fail "record exits with $?: $(cat "$work/recorded.err")"
"$tool" check "$work/polled.mcap" >"$work/check" || fail "the recording is not sound: $(cat "$work/check")"

# masked FILE VERTICES
masked() { grep -qx "polled: $2 vertices of a mask" "$work/$1.err" || fail "$1: $(grep polled: "$work/$1.err"), not $2"; }
masked recorded 12

# Each time that the app asked for is a frame, if it is at least 4 ms after the one before, and the app does not look ahead.
asked=$(awk '{ for (i = 1; i <= 5; i += 4) if (n == 0 || $i - last >= 4000000) { n++; last = $i } } END { print n + 0 }' "$work/recorded")
frames=$("$tool" info --json "$work/polled.mcap" | sed -n 's/.*"frame_count":[[:space:]]*\([0-9]*\).*/\1/p' | head -n 1)
[ "$asked" -gt 20 ] || fail "the app asked for $asked times only"
[ "$frames" = "$asked" ] || fail "$asked times make $frames frames"

# Between these places of the head the app was told that the trigger is pressed; the head began at this place.
read -r first released pressed <<<"$(awk 'NR == 1 { first = $2 } $8 < 0.5 && !done { released = $2 } $8 > 0.5 && !done { pressed = $6; done = 1 }
  END { print first, released, pressed }' "$work/recorded")"
[ -n "$pressed" ] || fail "the app was not told of the trigger: $(tail -n 3 "$work/recorded")"

# told CLOCK: judges what the second app was told. Its first sync with the focus makes the controller active.
told() {
  local start
  start=$(sed -n 's/.*playback starts at time=\([0-9]*\) .*/\1/p' "$work/$1.err")
  [ -n "$start" ] || fail "$1: playback did not start: $(cat "$work/$1.err")"
  awk -v start="$start" -v first="$first" -v released="$released" -v pressed="$pressed" '
    function wrong(what) { print NR ": " what ": " $0; bad = 1; exit 1 }
    function far(a, b) { return a - b > 2e-5 || b - a > 2e-5 }
    $6 >= 0.14 { next } # the recording ends soon
    $1 < start { wrong("asked before playback") }
    far($2, first + ($1 - start) * 1e-10) { wrong("the head") }
    far($4, $2 + 0.35) { wrong("the wrist") }
    $3 == "nan" || !$7 { if (n > 0) wrong("the controller is lost"); next }
    far($3, $2 + 0.3) { wrong("the grip") }
    { n++ }
    $6 <= released && ($8 != 0 || $10 != 0 || $11 != 0) { wrong("pressed too early") }
    $6 <= released { early++ }
    $2 >= pressed && ($8 != 0.75 || $10 != 0.25 || $11 != -0.5) { wrong("not pressed") }
    $2 >= pressed { late++ }
    END { if (bad) exit 1; print early + 0 " times before, " late + 0 " after"; if (!early || !late) exit 1 }' "$work/$1" ||
    fail "$1: what the app was told is not what was recorded"
}
for clock in wall frame; do
  "$tool" run --headless --play "$work/polled.mcap" --clock $clock --end quit --limit 300 -- "$app" oculus/touch_controller squeeze/value thumbstick \
    >"$work/$clock" 2>"$work/$clock.err" || fail "$clock: run exits with $?: $(cat "$work/$clock.err")"
  told $clock
done

# Another runtime may have other masks, here none: with --recorded views the app gets those of the recording.
echo '0 session mask no' >"$work/unmasked.person"
for views in runtime recorded; do
  options=(--headless --person "$work/unmasked.person" --play "$work/polled.mcap" --end quit --limit 300)
  [ $views = runtime ] || options+=(--recorded views)
  "$tool" run "${options[@]}" -- "$app" oculus/touch_controller thumbstick >"$work/$views-views" 2>"$work/$views-views.err" ||
    fail "$views: run exits with $?: $(cat "$work/$views-views.err")"
done
masked runtime-views 0
masked recorded-views 12
"$tool" convert "$work/polled.mcap" -o "$work/polled.bin" >"$work/converted" 2>&1 || fail "convert exits with $?: $(cat "$work/converted")"
grep -q 'visibility masks' "$work/converted" || fail "convert does not say that masks are lost: $(cat "$work/converted")"
