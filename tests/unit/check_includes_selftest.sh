#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_includes_selftest.sh TOP: check_includes.sh must find wrong includes that are planted in a copy of the sources.
set -eu
top=${1:?the checkout}
check=$(dirname "$0")/check_includes.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

restore() {
  rm -rf "$work/src" "$work/layer"
  cp -r "$top/src" "$top/layer" "$work"
}
# run_check: what the check says of the copy, which it must refuse.
run_check() {
  if said=$("$check" "$work"); then
    echo "nothing was found"
    exit 1
  fi
}
# expect_said WORDS: a line of the check begins so.
expect_said() {
  grep -qF -e "$1" <<<"$said" || { printf 'not found: %s; the check says:\n%s\n' "$1" "$said" && exit 1; }
}
# plant FILE LINE: LINE stands in FILE, and `wanted` gets what the check must say of it.
wanted=()
plant() {
  local header
  mkdir -p "$(dirname "$work/$1")"
  echo "$2" >>"$work/$1"
  case $2 in
  *include*)
    header=${2#*[<\"]}
    header=${header%[>\"]}
    case $2 in *'<'*) header="<$header>" ;; esac
    wanted+=("$1: includes $header")
    ;;
  *) wanted+=("$1: asks which system it is") ;;
  esac
}

restore
"$check" "$work"
plant src/core/curve/curve.c '#include "core/sampler/sampler.h"'
plant src/core/recording/recording.h '#include "core/repair/repair.h"'
plant src/core/base/pose.c '#include <openxr/openxr.h>'
plant src/core/playback/clock.c '#  include "openxr/xr.h"'
plant src/core/base/file.c '#include <cjson/cJSON.h>'
plant src/core/playback/clock.h '#include "layer/state/session.h"'
plant layer/base/next_chain.c '#include "layer/state/session.h"'
plant layer/pose/convert.c '#include "layer/state/session.h"'
plant src/profiles/profile_table.c '#include "layer/bindings/action.h"'
plant layer/bindings/action.c '#include "layer/state/instance.h"'
plant layer/state/session.c '#include "layer/answer/input.h"'
plant layer/hooks/hook_frame.c '#include "layer/eventlog/event_log.h"'
plant layer/entry/negotiate.c '#include "tool/cli/text.h"'
plant src/tool/cli/text.c '#include "tool/run/run_request.h"'
plant src/tool/cli/text.c '#include "layer/state/session.h"'
plant src/runtime/base/object.c '#include "runtime/session/session.h"'
plant layer/setup/settings.c '#include <sys/stat.h>'
plant src/status/run_status.c '#include <windows.h>'
plant layer/screenshots/screenshots.c '#ifdef _WIN32'
plant src/runtime/instance/timing.c '  clock_gettime(CLOCK_MONOTONIC, &now);'
plant src/session/session_recorder.c '#include "platform/posix/system.h"'
plant src/core/newcomer/newcomer.c '#include "core/curve/curve.h"'
wanted[-1]='src/core/newcomer/newcomer.c: the folder core/newcomer has no rank'
run_check
for words in "${wanted[@]}"; do
  expect_said "$words"
done

# Circles, one at a time: the check names one way around each.
for planted in 'src/profiles/interaction_profile.h "profiles/bindings.h"' 'src/eventlog/event_journal_ring.c "eventlog/event_journal.h"' \
  'src/core/curve/curve.h "core/curve/curved_segment.h"'; do
  restore
  echo "#include ${planted#* }" >>"$work/${planted% *}"
  run_check
  name=${planted% *}
  name=${name#src/}
  expect_said "${name%.*}"
done

# A permission that no file uses.
restore
sed -i '/profiles\/profiles.def/d' "$work"/src/core/playback/*.[ch]
run_check
expect_said 'core/playback: includes nothing of profiles'
