# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT
# Functions of all end-to-end tests. A test sources this file.
set -euo pipefail

build=${UNDERSTUDY_BUILD:?}
source=${UNDERSTUDY_SOURCE:?}
tool=$build/bin/understudy
work=$build/tests/e2e/${UNDERSTUDY_E2E_NAME:?}
rm -rf "$work"
mkdir -p "$work"

# Remove the user's own settings, so that they do not influence a test.
for name in $(env | sed -n 's/^\(UNDERSTUDY_\(PLAY\|ENABLE\|DISABLE\|ANCHOR\|WORLD\|PICTURE\|START\|FROM\|TO\|PAUSE\|END\|SPEED\|EVENTS\|EVENTS_LEVEL\|EVENTS_RING\|RECORD\|RECORD_[A-Z_]*\|LOST_FILE\|RUN_STATUS\|CHANNELS\|PROFILE\|GAZE\|FORCE_FOCUS\|FAULT\|HEADERLESS\|CLOCK\|READY_FILE\|DONE_FILE\|SHOOT\|SHOTS_DIR\|LOG_[A-Z]*\|HEADLESS_[A-Z_]*\)\|XR_[A-Z_]*\)=.*/\1/p'); do
  unset "$name"
done
export HOME=${HOME:-$work}

skip() {
  echo "SKIP: $*"
  exit 77
}
fail() {
  echo "FAIL: $*" >&2
  exit 1
}
need_file() { [ -e "$1" ] || skip "$(basename "$1") is not here"; }
need_layer() {
  compgen -G "/usr/share/openxr/1/api_layers/explicit.d/XrApiLayer_$1.*json" >/dev/null || skip "the $1 layer is not installed"
}
need_command() { command -v "$1" >/dev/null || skip "$1 is not installed"; }

# play_seconds RECORDING: prints how many seconds the recording plays, rounded up, plus one.
play_seconds() {
  "$tool" info --json "$1" | awk -F'[:,]' '/"(start|end)_s"/ { gsub(/[" \t]/, "", $1); at[$1] = $2 }
    END { if (!("end_s" in at)) exit 1; printf "%d", at["end_s"] - at["start_s"] + 2 }'
}

# Opens descriptor 9 as a standard input that never ends, for apps that stop when theirs ends. Start the app with <&9.
open_stdin() {
  mkfifo "$work/stdin"
  exec 9<>"$work/stdin"
}

# judge RECORDING APP_LOG LAYER_LOG [option of oracle_compare...]: fails unless the app received what the recording says.
judge() {
  local recording=$1 log=$2 layer_log=$3
  shift 3
  "$build/bin/oracle_compare" "$recording" "$log" --layer-log "$layer_log" "$@" ||
    fail "what the app received is not what the recording says; see $log"
}

# Filters an event log: removes the numbers that differ between runs.
without_wall_clock() { sed -E 's/"(n|wall_[a-z_]+)":-?[0-9.e+-]+,?//g'; }

# spy_settings LOG: prints the environment variables that load the spy layer. For roots in which the tool does not run.
spy_settings() {
  echo "UNDERSTUDY_SPY_ENABLE=1" "UNDERSTUDY_SPY_LOG=$1" "XDG_CONFIG_DIRS=$build/tests/spy:/etc/xdg"
}

# need_display: starts the test again with an X server of its own, unless it has one already.
need_display() {
  [ -z "${UNDERSTUDY_TEST_HAS_DISPLAY:-}" ] || return 0
  command -v Xvfb >/dev/null || skip "Xvfb is not installed (package xvfb)"
  export UNDERSTUDY_TEST_HAS_DISPLAY=1
  exec "$source/tests/app/opengl/with_display.sh" bash "$0" "$@"
}
