#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what is missing, build, run the tests, and end with "N passed, N failed, N skipped".
#   scripts/test.sh                  every test that takes at most five seconds, in one build
#   scripts/test.sh full             the slow tests, the sanitizers and the checks as well: what continuous integration runs
#   scripts/test.sh [full] -R REGEX  only the tests whose names match, slow ones as well, and no checks
#   scripts/test.sh engines [-R REGEX]  engines such as Godot, each in a Debian of its own: they take 4.5 GB of disk
#   scripts/test.sh machines [NAME...]  other machines, such as aarch64 and i386: tests/machines/NAME.sh. With no NAME all of them
#   UNDERSTUDY_SAMPLES=DIR           recordings to test against, default ../shared/samples
# It exits with 0 if nothing failed, 1 if a test failed or none has such a name, and 77 if every test was skipped.
set -eu
. "$(dirname "$0")/common.sh"

usage() {
  sed -n '3,10s/^# \{0,1\}//p' "$0"
  exit 2
}

if [ "${1:-}" = machines ]; then
  shift
  exec "$(dirname "$0")/machines.sh" "$@"
fi
full='' filter=() build_s=190 asan_build_s=175
if [ "${1:-}" = full ]; then
  full=1 strict=1
  shift
fi
engines_only=''
if [ "${1:-}" = engines ]; then
  engines_only=1
  shift
fi
case "${1:-}" in
"") [ $# = 0 ] || usage ;;
-R)
  [ $# = 2 ] || usage
  filter=(-R "$2")
  ;;
*) usage ;;
esac

# Measured on two cores with nothing installed.
full_minutes=67 full_disk_mb=8400
build=$project_dir/build
checks=(format shellcheck symbols headers builds windows tsan analyse fresh)
packages=("${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}")
selection=(-LE 'slow|engines')
[ ${#filter[@]} = 0 ] || selection=(-LE engines)
if [ -n "$full" ]; then
  say "this takes about $full_minutes minutes on two cores, and $((full_disk_mb / 1000)).$((full_disk_mb % 1000 / 100)) GB of disk in ${build#"$PWD"/}"
  free_mb=$(df -Pm "$project_dir" | awk 'NR == 2 { print $4 }')
  used_mb=$(du -sm "$build" 2>/dev/null | cut -f1) || true
  [ $((free_mb + ${used_mb:-0})) -ge $full_disk_mb ] || say "there may not be room for it: $free_mb MB are free"
  packages+=("${check_packages[@]}")
  selection=(-LE engines)
  # The tests of the tool: with the sanitizers all of them run but the plain ones, and without sanitizers those that differ between machines, in the
  # Debians of the check fresh.
  # pipeline_many does all of pipeline.
  [ ${#filter[@]} -gt 0 ] || selection+=(-E '^(tool\..*|pipeline)$')
fi
need_packages "${packages[@]}"
fresh_process='' # it goes with this script
trap '[ -z "$fresh_process" ] || kill -- "-$fresh_process" 2>/dev/null || true; give_back "$build"' EXIT
npm_process=''
if [ -n "$full" ]; then # it waits for the network, while the compiler computes
  "$project_dir/scripts/npm.sh" &
  npm_process=$!
fi

passed=0 failed=0 skipped=0 summary=''
type=()
[ -z "$full" ] || is_configured "$build" || type=(-DCMAKE_BUILD_TYPE=Release) # which the check builds needs as well
configure_and_build "building" $build_s "$build" -DUNDERSTUDY_BUILD_TESTS=ON "${type[@]}"
if [ -n "$full" ]; then
  preset=asan-ubsan configure_and_build "building for the address and undefined behaviour sanitizers" $asan_build_s "$build/asan"
fi
if [ -n "$engines_only" ]; then
  selection=(-L engines)
  . "$project_dir/tests/engines/roots.sh"
  for engine in "${engines[@]}"; do
    run_step "unpacking the Debian of $engine" 300 "$build/engine-root.log" "$project_dir/scripts/monado.sh" --root "$build/engines/$engine" \
      --suite "${engine_suite[$engine]}" --packages "${engine_packages[$engine]}" prepare || {
      tail -n 1 "$build/engine-root.log"
      summary+="not unpacked: $engine: $(tail -n 1 "$build/engine-root.log")"$'\n'
    }
  done
fi
[ -z "$npm_process" ] || wait "$npm_process"
say "testing"
run_tests "$build" "${selection[@]}" "${filter[@]}"
count_tests "$build"
if [ -n "$full" ]; then
  if [ ${#filter[@]} = 0 ]; then
    run_tests "$build" -L plain
    count_tests "$build"
  fi
  if [ ${#filter[@]} = 0 ]; then
    # It unpacks packages, one after the other, for half of its time: the other core does the rest.
    setsid "$project_dir/scripts/check.sh" fresh >"$build/check-fresh.log" 2>&1 &
    fresh_process=$!
  fi
  say "testing with the sanitizers"
  ASAN_OPTIONS=$asan_options run_tests "$build/asan" "${filter[@]}"
  count_tests "$build/asan"
fi
# Each check that is not a test of a build counts as one test.
if [ -n "$full" ] && [ ${#filter[@]} = 0 ]; then
  for job in "${checks[@]}"; do
    log=$build/check-$job.log status=0
    if [ "$job" = fresh ]; then
      wait "$fresh_process" || status=$?
      fresh_process=''
      cat "$log"
    else
      "$project_dir/scripts/check.sh" "$job" 2>&1 | tee "$log"
      status=${PIPESTATUS[0]}
    fi
    case $status in
    0) passed=$((passed + 1)) ;;
    77)
      if [ "$job" = fresh ]; then
        run_tests "$build" -R '^tool\.' -LE plain
        count_tests "$build"
      fi
      skipped=$((skipped + 1))
      summary+="skipped: scripts/check.sh $job: $(sed -n 's/^SKIP: //p' "$log" | head -n 1)"$'\n'
      ;;
    *)
      failed=$((failed + 1))
      summary+="failed: scripts/check.sh $job"$'\n'
      ;;
    esac
  done
fi
printf '\n%s' "$summary"
[ -n "$full$engines_only${filter[0]-}" ] || echo "the slow tests, the sanitizers and the checks are left out: scripts/test.sh full runs them"
status=0
[ "$failed" = 0 ] || status=1
if [ $((passed + failed + skipped)) = 0 ]; then
  echo "no test ran${filter[1]:+: no name matches ${filter[1]}}" >&2
  failed=1 status=1
elif [ $((passed + failed)) = 0 ]; then
  echo "nothing was tested: every test was skipped"
  status=77
fi
echo "$passed passed, $failed failed, $skipped skipped"
exit "$status"
