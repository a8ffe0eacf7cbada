#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_includes.sh [TOP]: checks who may include whom in src/ and layer/, and prints the ranks with --ranks.
#
# Each line of the table is a folder, from the lowest rank to the highest. A file includes headers of its own folder and of
# the folders that its line names ("core" stands for all of src/core), and all include the headers of platform. A folder that
# a line names is one that the folder does include. No two files include one another in a circle: the
# .c and the .h file of one name count as one file. A folder holds fewer than 20 files.
set -eu
ranks=$(cat <<'RANKS'
platform: platform/posix platform/windows
platform/posix:
platform/windows:
platform/posix/run: platform/posix
platform/windows/run: platform/windows
core/base:
core/curve: core/base
core/recording: core/base core/curve
core/keys: core/base core/curve core/recording
core/repair: core/base core/curve core/recording core/keys
core/inspect: core/base core/curve core/recording core/keys core/repair
core/sampler: core/base core/curve core/recording core/keys core/repair
core/playback: profiles core/base core/recording core/keys core/repair core/sampler
core/faults: core/base core/recording core/sampler core/playback
status: core/base core/recording
image:
openxr:
profiles: core/base openxr
cockpit:
eventlog: core/base core/sampler status openxr
mcap: core/base
session/codec: core/base openxr
session/file: core/base status mcap session/codec
session: core status session/codec session/file
animation: core session
drive: core session session/codec
person: core/base openxr profiles
runtime/base: core/base openxr
runtime/person: person runtime/base
runtime/instance: core/base openxr runtime/base runtime/person
runtime/graphics: core/base openxr runtime/base runtime/instance
runtime/picture: core/base person
runtime/window: cockpit
runtime/session: person runtime/person runtime/instance runtime/graphics runtime/window
runtime/display: person runtime/base runtime/instance runtime/session
runtime/input: person core/base profiles runtime/base runtime/person runtime/instance runtime/session
runtime/space: person runtime/base runtime/person runtime/instance runtime/session runtime/input
runtime/automation: core/base profiles runtime/instance runtime/input runtime/space
runtime/compositor: openxr person image runtime/base runtime/person runtime/instance runtime/picture runtime/window runtime/session runtime/space
runtime/entry: runtime/base runtime/instance runtime/session runtime/input
tool/cli: core status
tool/output: core status tool/cli
tool/image: core/base image status tool/cli tool/output
tool/aim: core/base tool/image
tool/recording: core openxr tool/cli session session/codec
tool/sheet: core tool/cli tool/output tool/recording tool/log
tool/log: core/base status tool/cli
tool/expect: core tool/cli tool/log
tool/verdict: core tool/cli tool/output tool/image tool/log tool/expect
tool/environment: core status tool/cli
tool/install: core tool/cli tool/output tool/environment
tool/doctor: core openxr tool/cli tool/environment tool/install
tool/process: core status openxr eventlog tool/cli
tool/edit/stage: core status animation tool/recording session session/codec session/file
tool/convert/base: core status session/codec tool/cli tool/edit/stage
tool/convert/motion: core session/codec tool/cli tool/edit/stage tool/convert/base
tool/convert/table: core profiles session/codec tool/cli tool/convert/base
tool/convert/foxglove: core mcap session/codec tool/edit/stage tool/recording tool/convert/base tool/convert/table
tool/convert/replay: core tool/convert/base
tool/convert/isaac: core mcap session/codec session/file tool/edit/stage tool/convert/base
tool/convert/iwer: core profiles session/codec tool/cli tool/edit/stage tool/convert/base tool/convert/table
tool/convert: core person session/codec status mcap animation tool/cli tool/output tool/recording session session/file tool/edit/stage tool/convert/base tool/convert/table
tool/edit/steps: core profiles tool/cli session/codec tool/edit/stage
tool/edit: core tool/cli tool/output tool/recording tool/edit/stage tool/edit/steps
tool/drive/person: core drive person profiles session/codec tool/cli
tool/perform: core person session/codec tool/cli tool/output tool/edit/stage tool/edit/steps tool/convert tool/convert/base tool/drive/person
tool/display: core/base person tool/cli tool/environment
tool/record: core status tool/cli tool/output tool/recording session session/file
tool/run_folder: core status tool/cli tool/output tool/image tool/log tool/environment tool/doctor tool/process
tool/compare/logs: core tool/cli tool/log
tool/compare/recordings: core session tool/cli tool/recording
tool/compare: core tool/cli tool/output tool/image tool/log tool/expect tool/run_folder tool/compare/logs tool/compare/recordings
tool/page: core/base tool/cli tool/output
tool/expect/write: core tool/cli tool/output tool/log tool/run_folder
tool/view: core openxr tool/cli tool/output tool/recording tool/page tool/sheet
tool/report: core tool/cli tool/output tool/compare/logs tool/page tool/view tool/run_folder
tool/run: tool/perform tool/display tool/process tool/run_folder tool/compare tool/report tool/record tool/convert core status tool/cli tool/recording tool/log tool/expect tool/verdict tool/environment
tool/drive/base: core/base eventlog tool/cli tool/image tool/process
tool/drive: core drive person session session/file status tool/drive/person tool/drive/base tool/aim tool/cli tool/log tool/expect tool/verdict tool/process tool/compare
tool/drive/prompt: core/base person tool/cli tool/output tool/log tool/drive
tool/drive/pytest: core person tool/cli tool/output tool/drive
tool/drive/cockpit: cockpit person tool/cli tool/drive
tool/drive/server: tool/drive/cockpit core session status tool/cli tool/output tool/drive tool/drive/prompt tool/drive/pytest tool/process tool/run tool/run_folder
tool/mcp: core tool/cli tool/image tool/page tool/drive/base tool/drive/server
tool/entry: tool/cli core/base
layer/base: openxr
layer/pose: core openxr profiles layer/base
layer/setup: core status openxr eventlog layer/base
layer/session_script: core openxr session layer/pose
layer/bindings: core openxr session layer/base profiles layer/setup
layer/state: core status drive openxr session layer/base layer/pose layer/setup layer/bindings layer/session_script
layer/answer: core drive openxr eventlog layer/base layer/pose profiles layer/bindings layer/state session layer/session_script
layer/faults: core openxr layer/setup layer/state layer/answer layer/session_script
layer/screenshots/copy: core/base openxr
layer/screenshots: core status drive mcap openxr layer/state layer/answer layer/screenshots/copy
layer/hooks: core/base layer/base layer/pose layer/setup layer/bindings layer/state layer/answer layer/screenshots
layer/hooks/hand: layer/base layer/pose layer/state layer/answer layer/hooks
layer/eventlog: core status openxr eventlog layer/pose layer/setup layer/bindings layer/state layer/answer
layer/record/base: core openxr session layer/pose layer/setup layer/state layer/answer
layer/record/actions: openxr session profiles layer/bindings layer/state layer/answer layer/record/base
layer/record: session layer/base layer/bindings layer/state layer/answer layer/record/base layer/record/actions
layer/entry: layer/setup layer/state layer/eventlog layer/faults
RANKS
)
# What differs between systems stands in src/platform: elsewhere, no header of one system and no question which system it is. These
# folders still do it themselves. A folder that has moved leaves this list, and none may join it. <regex.h> is TRE's on Windows.
not_moved="cockpit runtime/window tool/display tool/drive/cockpit tool/drive/prompt tool/drive/server"
if [ "${1:-}" = --ranks ]; then
  printf '%s\n' "$ranks"
  exit 0
fi
cd "${1:-$(dirname "$0")/../..}"
wrong=0
lines=$(find src layer -name '*.[ch]' -print0 | sort -z |
  xargs -0 grep -HoE '^[[:space:]]*#[[:space:]]*include[[:space:]]*[<"][^>"]+' | sed -E 's/:[^<"]*([<"])/ \1 /')

awk -v ranks="$ranks" '
  BEGIN {
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
    print text
    wrong = 1
  }
  {
    file = $1; folder = file; sub(/^src\//, "", folder); sub(/\/[^\/]*$/, "", folder)
    if (!(folder in has_rule)) {
      complain(file ": the folder " folder " has no rank; add a line to the table of this script")
      next
    }
    if ($2 == "<") {
      if (folder ~ /^core\// && $3 !~ /^(assert|ctype|errno|float|inttypes|limits|math|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|string|emmintrin)\.h$/)
        complain(file ": includes <" $3 ">; the core knows only C")
      next
    }
    target = $3; sub(/\/[^\/]*$/, "", target)
    group = target; sub(/\/.*/, "", group)
    if (target == folder || target == "platform")
      next
    if ((folder, target) in may)
      used[folder, target]
    else if ((folder, group) in may)
      used[folder, group]
    else
      complain(file ": includes " $3 "; " folder " must not know " target)
  }
  END {
    for (pair in may)
      if (!(pair in used)) {
        split(pair, part, SUBSEP)
        complain(part[1] ": includes nothing of " part[2] "; take it out of the table of this script")
      }
    exit wrong
  }' <<<"$lines" || wrong=1

# tsort names the files of each circle.
circles=$(awk '$2 == "\"" {
  from = $1; sub(/^src\//, "", from); sub(/\.[ch]$/, "", from)
  to = $3; sub(/\.[a-z]+$/, "", to)
  if (from != to) print from, to }' <<<"$lines" | tsort 2>&1 >/dev/null || true)
if [ -n "$circles" ]; then
  printf 'these files include one another in a circle:\n%s\n' "$circles"
  wrong=1
fi

asks=$(find src layer -name '*.[ch]' -print0 | sort -z | xargs -0 grep -HE \
  -e '^[[:space:]]*#[[:space:]]*(if|ifdef|ifndef|elif)[^/]*(_WIN(32|64)|__(linux|unix|APPLE|ANDROID|BIONIC|MINGW|GLIBC|CYGWIN)|_MSC_VER)' \
  -e '[^a-z_](clock_gettime|clock_nanosleep|nanosleep|secure_getenv|getenv|newlocale|uselocale)\(' |
  sed -E 's/:.*//; s/$/ ? system/' || true)
awk -v not_moved="$not_moved" '
  BEGIN {
    count = split(not_moved, word, /[ \n]+/)
    for (i = 1; i <= count; i++)
      waits[word[i]]
  }
  $2 == "<" && $3 !~ /^(sys|linux|arpa|net|netinet)\// &&
  $3 !~ /^(windows|winsock2|io|direct|process|aclapi|psapi|fcntl|unistd|pthread|semaphore|sched|signal|dlfcn|locale|poll|dirent|spawn|glob|fnmatch|ftw|libgen|pwd|strings|termios|wordexp)\.h$/ { next }
  $2 == "\"" { next }
  {
    folder = $1; sub(/^src\//, "", folder); sub(/\/[^\/]*$/, "", folder)
    if (folder ~ /^platform(\/|$)/)
      next
    if (folder in waits) {
      seen[folder]
      next
    }
    print $1 ": " ($2 == "?" ? "asks which system it is, or calls what only one has" : "includes <" $3 ">") "; what differs between systems stands in src/platform"
    wrong = 1
  }
  END {
    for (name in waits)
      if (!(name in seen)) {
        print name ": uses src/platform alone now; take it out of the list of this script"
        wrong = 1
      }
    exit wrong
  }' <<<"$lines
$asks" || wrong=1

while read -r folder; do
  files=$(find "$folder" -maxdepth 1 -type f | wc -l)
  [ "$files" -lt 20 ] || { echo "$folder: $files files; a folder holds fewer than 20" && wrong=1; }
done < <(find src layer -type d)
exit $wrong
