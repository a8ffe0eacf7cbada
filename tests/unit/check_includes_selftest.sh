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
# expect_found FILE LINE: the check fails, and names FILE, when LINE stands in it.
expect_found() {
  local said
  restore
  mkdir -p "$(dirname "$work/$1")"
  echo "$2" >>"$work/$1"
  if said=$("$check" "$work"); then
    echo "not found: $1 with $2"
    exit 1
  fi
  case $said in
  *"${1#src/}"* | *"$(basename "${1%.*}")"*) ;;
  *) echo "not named: $1 with $2" && exit 1 ;;
  esac
}
restore
"$check" "$work"
expect_found src/core/curve/curve.c '#include "core/sampler/sampler.h"'
expect_found src/core/recording/recording.h '#include "core/repair/repair.h"'
expect_found src/core/base/pose.c '#include <openxr/openxr.h>'
expect_found src/core/playback/clock.c '#  include "openxr/xr.h"'
expect_found src/core/base/file.c '#include <cjson/cJSON.h>'
expect_found src/core/playback/clock.h '#include "layer/state/session.h"'
expect_found layer/base/arena.c '#include "layer/state/session.h"'
expect_found layer/pose/convert.c '#include "layer/state/session.h"'
expect_found src/profiles/profile_table.c '#include "layer/bindings/action.h"'
expect_found layer/bindings/action.c '#include "layer/state/instance.h"'
expect_found layer/state/session.c '#include "layer/answer/input.h"'
expect_found src/profiles/interaction_profile.h '#include "profiles/bindings.h"'
expect_found src/eventlog/event_journal_ring.c '#include "eventlog/event_journal.h"'
expect_found layer/hooks/hook_frame.c '#include "layer/eventlog/event_log.h"'
expect_found layer/entry/negotiate.c '#include "tool/cli/text.h"'
expect_found src/tool/cli/text.c '#include "tool/run/run_request.h"'
expect_found src/tool/cli/text.c '#include "layer/state/session.h"'
expect_found src/runtime/base/object.c '#include "runtime/session/session.h"'
expect_found src/core/curve/curve.h '#include "core/curve/key_times.h"'
expect_found layer/setup/settings.c '#include <sys/stat.h>'
expect_found src/status/run_status.c '#include <windows.h>'
expect_found layer/screenshots/screenshots.c '#ifdef _WIN32'
expect_found src/runtime/instance/timing.c '  clock_gettime(CLOCK_MONOTONIC, &now);'
expect_found src/session/session_put.c '#include "platform/posix/about.h"'
expect_found src/core/newcomer/newcomer.c '#include "core/curve/curve.h"'
# A permission that nobody needs any more is found, too.
restore
sed -i '/profiles\/profiles.def/d' "$work"/src/core/playback/*.[ch]
if said=$("$check" "$work"); then
  echo "not found: a permission that nobody uses"
  exit 1
fi
case $said in *"core/playback: includes nothing of profiles"*) ;; *) echo "not named: the permission: $said" && exit 1 ;; esac
