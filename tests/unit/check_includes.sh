#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_includes.sh [TOP]: checks who may include whom in src/ and layer/, and prints the ranks with --ranks.
#
# Each line of the table is a folder, from the lowest rank to the highest. A file includes headers of its own folder and of
# the folders that its line names ("core" stands for all of src/core). No two files include one another in a circle: the
# .c and the .h file of one name count as one file. A folder holds fewer than 20 files.
set -eu
ranks=$(cat <<'RANKS'
core/base:
core/curve: core/base
core/recording: core/base core/curve
core/keys: core/base core/curve core/recording
core/repair: core/base core/curve core/recording core/keys
core/inspect: core/base core/curve core/recording core/keys core/repair
core/sampler: core/base core/curve core/recording core/keys core/repair
core/playback: core/base core/curve core/recording core/keys core/repair core/sampler
core/faults: core/base core/curve core/recording core/keys core/repair core/sampler core/playback
status: core/base core/curve core/recording
image:
openxr:
profiles: openxr
eventlog: core/base core/sampler status openxr
mcap: core/base
session/codec: core/base session
session/file: core/base status mcap session session/codec
session: core status mcap session/codec session/file
animation: core session
runtime/base: openxr
runtime/profiles: profiles
runtime/person: core/base runtime/base runtime/profiles
runtime/instance: core/base openxr runtime/base runtime/person
runtime/vulkan: runtime/base runtime/instance
runtime/opengl: openxr runtime/base runtime/instance
runtime/graphics: openxr runtime/base runtime/instance runtime/vulkan runtime/opengl
runtime/picture: runtime/base
runtime/window:
runtime/session: runtime/base runtime/person runtime/instance runtime/graphics runtime/window
runtime/display: runtime/base runtime/person runtime/instance runtime/session
runtime/input: core/base profiles runtime/base runtime/profiles runtime/person runtime/instance runtime/session
runtime/space: runtime/base runtime/person runtime/instance runtime/session runtime/input
runtime/automation: profiles runtime/base runtime/person runtime/instance runtime/session runtime/input runtime/space
runtime/compositor: core/base image runtime/base runtime/person runtime/instance runtime/graphics runtime/picture runtime/window runtime/session runtime/input runtime/space
runtime/entry: runtime/base runtime/person runtime/instance runtime/graphics runtime/session runtime/input
tool/cli: core status
tool/image: image status tool/cli
tool/session: core tool/cli session
tool/recording: core tool/cli session tool/session
tool/drawing: core tool/cli
tool/sheet: core tool/cli session tool/session tool/recording tool/log tool/drawing
tool/log: core tool/cli session
tool/expect: core tool/cli
tool/verdict: core tool/cli tool/image tool/log tool/expect
tool/environment: core status tool/cli
tool/install: core tool/cli tool/environment
tool/doctor: core tool/cli tool/environment tool/install
tool/process: core status openxr eventlog tool/cli
tool/output: tool/cli
tool/compress: core status mcap tool/cli tool/output tool/session session session/file
tool/display: tool/cli tool/environment tool/process
tool/record: core status tool/cli tool/output tool/session session session/file animation
tool/run_folder: core status tool/cli tool/image tool/log tool/environment tool/doctor tool/process
tool/baseline: core status tool/cli tool/image tool/log tool/expect tool/verdict tool/process tool/run_folder
tool/page: core tool/cli
tool/view: core openxr session tool/cli tool/session tool/recording tool/page tool/sheet
tool/difference: core session tool/cli tool/session tool/recording tool/log tool/view
tool/report: core tool/cli tool/log tool/page tool/view tool/run_folder
tool/run: tool/display tool/process tool/run_folder tool/baseline tool/report tool/record tool/compress core status eventlog tool/cli tool/image tool/session tool/recording tool/log tool/expect tool/verdict tool/environment session
layer/base: core/base status openxr eventlog
layer/pose: core openxr profiles layer/base
layer/setup: core status openxr eventlog layer/base
layer/session_script: core openxr session
layer/bindings: core openxr session layer/base layer/pose profiles layer/setup
layer/state: core status openxr eventlog session layer/base layer/pose profiles layer/setup layer/bindings layer/session_script
layer/answer: core status openxr eventlog layer/base layer/pose profiles layer/setup layer/bindings layer/state session layer/session_script
layer/faults: core status openxr eventlog layer/base layer/setup layer/bindings layer/state layer/answer layer/session_script
layer/screenshots/copy: openxr layer/base
layer/screenshots: core status openxr eventlog layer/base layer/setup layer/state layer/answer layer/screenshots/copy layer/session_script
layer/hooks: core status openxr eventlog layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/screenshots layer/screenshots/copy layer/session_script
layer/hooks/hand: core status openxr eventlog layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/screenshots layer/screenshots/copy layer/session_script layer/hooks
layer/eventlog: core status openxr eventlog layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/session_script
layer/record/base: core status openxr session layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/session_script
layer/record/actions: core status openxr session layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/record/base layer/session_script
layer/record: core status openxr session layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/record/base layer/record/actions layer/session_script
layer/entry: core status openxr eventlog layer/base layer/pose profiles layer/setup layer/bindings layer/state layer/answer layer/screenshots layer/hooks layer/eventlog layer/faults session layer/record layer/record/base layer/session_script
RANKS
)
if [ "${1:-}" = --ranks ]; then
  printf '%s\n' "$ranks"
  exit 0
fi
cd "${1:-$(dirname "$0")/../..}"
wrong=0
# Complaints that wait to be mended: this list only becomes shorter.
known=$(mktemp)
trap 'rm -f "$known"' EXIT
cat >"$known" <<'KNOWN'
KNOWN
lines=$(find src layer -name '*.[ch]' -print0 | sort -z |
  xargs -0 grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]+' | sed -E 's/:[^<"]*([<"])/ \1 /')

awk -v ranks="$ranks" -v known_file="$known" '
  BEGIN {
    while ((getline line < known_file) > 0)
      known[line] = 1
    count = split(ranks, row, "\n")
    for (i = 1; i <= count; i++) {
      split(row[i], part, ":")
      has_rule[part[1]] = 1
      words = split(part[2], word, " ")
      for (w = 1; w <= words; w++)
        may[part[1], word[w]] = 1
    }
  }
  function complain(text) {
    if (!(text in known)) { print text; wrong = 1 }
  }
  {
    file = $1; folder = file; sub(/^src\//, "", folder); sub(/\/[^\/]*$/, "", folder)
    if (!(folder in has_rule)) {
      complain(file ": the folder " folder " has no rank; add a line to the table of this script")
      next
    }
    if ($2 == "<") {
      if (folder ~ /^core\// && $3 !~ /^(assert|ctype|errno|fcntl|float|inttypes|limits|locale|math|pthread|signal|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|time|unistd|emmintrin)\.h$/ && $3 !~ /^sys\//)
        complain(file ": includes <" $3 ">; the core knows only C and POSIX")
      next
    }
    target = $3; sub(/\/[^\/]*$/, "", target)
    group = target; sub(/\/.*/, "", group)
    if (target != folder && !((folder, target) in may) && !((folder, group) in may))
      complain(file ": includes " $3 "; " folder " must not know " target)
  }
  END { exit wrong }' <<<"$lines" || wrong=1

# tsort names the files of each circle. While complaints wait, only the folders that have none are checked.
checked='^(core|status|openxr|eventlog|mcap|session|layer)/'
[ -s "$known" ] || checked=.
circles=$(awk -v checked="$checked" '$2 == "\"" {
  from = $1; sub(/^src\//, "", from); sub(/\.[ch]$/, "", from)
  to = $3; sub(/\.[a-z]+$/, "", to)
  if (from != to && from ~ checked) print from, to }' <<<"$lines" | tsort 2>&1 >/dev/null || true)
if [ -n "$circles" ]; then
  printf 'these files include one another in a circle:\n%s\n' "$circles"
  wrong=1
fi

while read -r folder; do
  files=$(find "$folder" -maxdepth 1 -type f | wc -l)
  [ "$files" -lt 20 ] || { echo "$folder: $files files; a folder holds fewer than 20" && wrong=1; }
done < <(find src layer -type d)
exit $wrong
