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
for name in $(env | sed -n 's/^\(UNDERSTUDY_\(PLAY\|ENABLE\|DISABLE\|ANCHOR\|WORLD\|PICTURE\|START\|FROM\|TO\|PAUSE\|END\|SPEED\|EVENTS\|EVENTS_LEVEL\|EVENTS_RING\|RECORD\|RECORD_[A-Z_]*\|LOST_FILE\|RUN_STATUS\|DRIVE\|CHANNELS\|PROFILE\|GAZE\|FORCE_FOCUS\|FAULT\|CLOCK\|READY_FILE\|DONE_FILE\|SHOOT\|SHOTS_DIR\|LOG_[A-Z]*\|HEADLESS_[A-Z_]*\)\|XR_[A-Z_]*\)=.*/\1/p'); do
  unset "$name"
done
export HOME=${HOME:-$work}
# A loader that cannot open the layer says why as a warning, and as an error only that it failed.
export XR_LOADER_DEBUG=warn

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
# no_validation_errors FILE: the validation layer wrote nothing into it but that it began and ended, which newer ones do.
no_validation_errors() {
  ! grep -E 'VALID_(WARNING|ERROR|UNKNOWN)' "$1" 2>/dev/null | head -n 20 | grep . || fail "the validation layer found errors"
}
need_command() { command -v "$1" >/dev/null || skip "$1 is not installed"; }

# play_seconds RECORDING: prints how many seconds the recording plays, rounded up, plus one.
play_seconds() {
  "$tool" info --json "$1" | awk -F'[:,]' '/"(start|end)_s"/ { gsub(/[" \t]/, "", $1); at[$1] = $2 }
    END { if (!("end_s" in at)) exit 1; printf "%d", at["end_s"] - at["start_s"] + 2 }'
}

# wait_for FILE PROCESS: until the file holds something, or the process has ended.
wait_for() { until [ -s "$1" ] || ! kill -0 "$2" 2>/dev/null; do sleep 0.1; done; }
# wait_for_frames N LOG PROCESS: until the log, of the probe or of the layer, has N frames, or the process has ended.
wait_for_frames() { until [ "$(sed -n '/"e":"wait"/p' "$2" 2>/dev/null | wc -l)" -ge "$1" ] || ! kill -0 "$3" 2>/dev/null; do sleep 0.1; done; }

# make_busy: as many processes as there are processors only compute, until make_idle: the app shares each processor. They end with the test, however
# that ends.
busy=()
make_busy() {
  for _ in $(seq "$(nproc)"); do
    (while kill -0 $$ 2>/dev/null; do :; done) &
    busy+=($!)
  done
}
make_idle() {
  [ ${#busy[@]} = 0 ] || kill "${busy[@]}" 2>/dev/null || true
  busy=()
}

# As in CI, where hello_xr would stop at once if the tool did not hold its input open.
exec </dev/null
# without_tool COMMAND...: an app on the headless runtime that the tool does not start. hello_xr 1.0 leaves when its input ends, and 1.1 does not
# end before its input does: the input ends with the OpenXR instance, of which the runtime then writes a report.
without_tool() {
  local status=0 report=$work/instance-ended.json feeder
  rm -f "$report" "$work/input"
  mkfifo "$work/input"
  (until grep -qs '"haptics":' "$report"; do sleep 0.1; done) >"$work/input" &
  feeder=$!
  UNDERSTUDY_HEADLESS_REPORT=$report "$@" <"$work/input" || status=$?
  kill "$feeder" 2>/dev/null || true
  return "$status"
}

# judge RECORDING APP_LOG LAYER_LOG [option of oracle_compare...]: fails unless the app received what the recording says.
judge() {
  local recording=$1 log=$2 layer_log=$3
  shift 3
  "$build/bin/oracle_compare" "$recording" "$log" --layer-log "$layer_log" "$@" ||
    fail "what the app received is not what the recording says; see $log"
}

# same_lines A B TOLERANCE WHAT: the files have the same lines, with numbers within the tolerance. Prints how many, or the first that differ.
same_lines() {
  paste -d '\t' "$1" "$2" | awk -F '\t' -v most="$3" -v what="$4" '
    function apart(a, b) { return a > b ? a - b : b - a }
    {
      if ($1 == $2) next
      n = split($1, left, /[][,:{}]/); m = split($2, right, /[][,:{}]/)
      wrong = n != m
      for (i = 1; i <= n && !wrong; i++)
        if (left[i] != right[i])
          wrong = left[i] !~ /^-?[0-9]/ || right[i] !~ /^-?[0-9]/ || apart(left[i] + 0, right[i] + 0) > most
      if (wrong && shown++ < 3) printf "line %d:\n  %s\n  %s\n", NR, $1, $2
    }
    END { if (shown > 0) { printf "%s: %d of %d differ\n", what, shown, NR; exit 1 } printf "%s: %d are the same\n", what, NR }'
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

# need_pytest: finds a python that has pytest, and removes what the user has set for it. pytest_ends, says and says_not judge its runs.
need_pytest() {
  python=
  for candidate in python3 /usr/bin/python3; do
    if "$candidate" -c 'import pytest' 2>/dev/null; then python=$candidate && break; fi
  done
  [ -n "$python" ] || skip "pytest is not installed"
  unset PYTEST_ADDOPTS PYTHONPATH UNDERSTUDY_TOOL
  export PYTHONDONTWRITEBYTECODE=1
}
# pytest_ends CODE ARGUMENT...
pytest_ends() {
  local wanted=$1 code=0
  shift
  "$python" -m pytest --junit-xml=junit.xml "$@" >out.txt 2>&1 || code=$?
  [ "$code" = "$wanted" ] || { cat out.txt; fail "pytest $*: exit code $code, not $wanted"; }
}
says() { grep -qF -e "$1" out.txt || { cat out.txt; fail "pytest did not say: $1"; }; }
says_not() { ! grep -qF -e "$1" out.txt || { cat out.txt; fail "pytest said: $1"; }; }
