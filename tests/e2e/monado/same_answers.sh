#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# same_answers.sh LIVE PLAYED HZ ORIGIN: compares two logs of one app (tests/app/report/report.h): what it was told live, and what it was told
# while the recording of that played from its frame ORIGIN on with the clock frame:HZ. Frame n of PLAYED is n / HZ seconds after LIVE's
# frame ORIGIN; a frame of LIVE without such a frame is left out. So is a frame in which the person moved while the app asked: its answers
# are as a whole neither those of the frame before nor those of the frame after. Places are the same within 1e-5 m and rad (and so per
# second), everything else exactly.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# lines LOG HZ ORIGIN: each answer with its frame's moment and the question in front. HZ 0: moments are the numbers of frames.
lines() {
  awk -v hz="$2" -v origin="$3" '
    function field(name,  at, text) {
      at = index($0, "\"" name "\":")
      if (!at) return ""
      text = substr($0, at + length(name) + 3)
      sub(/[,}].*/, "", text)
      return text
    }
    {
      frame = field("frame")
      if (field("e") == "\"wait\"") { if (frame == origin) from = field("wall_time_ns"); at[frame] = field("wall_time_ns") }
    }
    # + 0: as texts, frame 10 would be before frame 9.
    field("e") ~ /"(locate|views|hand|action)"/ && frame in at && frame + 0 >= origin + 0 {
      moment = frame
      if (hz > 0) {
        steps = (at[frame] - from) * hz / 1e9
        moment = int(steps + 0.5)
        if (steps - moment > 1e-4 || moment - steps > 1e-4) next
      }
      key = moment "|" field("e") "|" field("space") "|" field("base") "|" field("hand") "|" field("action") "|" field("subaction")
      count[key]++
      answer = $0
      gsub(/"(n|wall_[a-z_]*|frame|ask|changed|session)":[^,}]*,?/, "", answer)
      sub(/,}/, "}", answer)
      print key "|" count[key] "\t" answer
    }' "$1"
}
lines "$1" "$3" "$4" >"$work/live"
lines "$2" 0 0 >"$work/played"
awk -F '\t' '
  function apart(a, b) { return a > b ? a - b : b - a }
  function same(a, b, exact,  n, m, i, left, right) {
    if (a == b) return 1
    n = split(a, left, /[][,:{}]/); m = split(b, right, /[][,:{}]/)
    if (n != m || exact) return 0
    for (i = 1; i <= n; i++) {
      if (left[i] == right[i]) continue
      if (left[i] !~ /^-?[0-9]/ || right[i] !~ /^-?[0-9]/ || apart(left[i] + 0, right[i] + 0) > 1e-5) return 0
      if (apart(left[i] + 0, right[i] + 0) > most) most = apart(left[i] + 0, right[i] + 0)
    }
    return 1
  }
  NR == FNR { played[$1] = $2; next }
  { split($1, key, "|"); live[$1] = $2; order[++lines] = $1; all[key[1]] = all[key[1]] $2 }
  # The probe makes a set of its own active in every other second, counted from its first frame.
  $1 ~ /"over"/ && $1 in played && ($2 ~ /"active":true/) != (played[$1] ~ /"active":true/) { other[key[1]] }
  END {
    for (l = 1; l <= lines; l++) {
      line = order[l]
      split(line, key, "|")
      if (!(line in played) || key[1] in other) continue
      moments[key[1]]
      if (all[key[1]] != all[key[1] - 1] && all[key[1]] != all[key[1] + 1]) continue
      count++
      kinds[key[2]]++
      steady[key[1]]
      if (!same(live[line], played[line], key[2] == "\"action\"") && shown++ < 3)
        printf "%s:\n  %s\n  %s\n", line, live[line], played[line]
    }
    for (moment in moments) frames++
    for (moment in steady) whole++
    printf "%d answers in %d of %d frames, %d differ; the largest difference of a number is %.3g;", count, whole, frames, shown, most
    for (kind in kinds) printf " %s %d", kind, kinds[kind]
    printf "\n"
    exit count < 500 || shown > 0 || whole < frames / 2
  }' "$work/played" "$work/live"
