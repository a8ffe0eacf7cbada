#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# suite.sh BUILD [option of cmake...]: on the other machine, builds everything in BUILD with warnings as errors, and runs the tests of units, layer,
# runtime and tool, and those in which demo.bin plays into hello_xr. BUILD/tally has the results. It exits with 0 unless the build fails.
set -euo pipefail
. "$(dirname "$0")/../../scripts/common.sh"
build=$1
shift
strict=1
configure_and_build "building for this machine" 600 "$build" -DUNDERSTUDY_BUILD_TESTS=ON "$@"
say "testing"
run_tests "$build" -R "${UNDERSTUDY_MACHINE_TESTS:-^(unit_|layer_|runtime\.|tool\.|oracle|generate|hello_xr_|probe_demo|actions_|repeat|round_trip|live_round_trip|screenshots$)}"
