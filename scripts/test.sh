#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what is missing, build, run every test, and end with "N passed, N failed, N skipped".
#   scripts/test.sh [-R REGEX]    only the tests whose names match
#   UNDERSTUDY_SAMPLES=DIR        recordings to test against, default ../shared/samples
set -eu
. "$(dirname "$0")/common.sh"

filter=()
case "${1:-}" in
"") ;;
-R) filter=(-R "${2:?a regular expression}") ;;
*)
  sed -n '3,5s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac

need_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
build=$project_dir/build
trap 'give_back "$build"' EXIT
say "building"
configure_and_build "$build" -DUNDERSTUDY_BUILD_TESTS=ON
say "building again for the address and undefined behaviour sanitizers"
configure_and_build "$build/asan" "${asan_options[@]}"

# Prints ctest's lines as they come and leaves a tally: passed, failed and skipped, and why each was skipped.
run_ctest() {
  local dir=$1 tally=$2
  (cd "$dir" && ctest --output-on-failure --timeout 900 "${filter[@]}") 2>&1 | tee "$dir/ctest.log" || true
  awk -v dir="$dir" '
    /^ *[0-9]+\/[0-9]+ Test +#[0-9]+: / {
      name = $4
      if (/\*\*\*Skipped/) { skipped++; print "SKIPPED " name }
      else if (/ Passed /) passed++
      else { failed++; print "FAILED " name }
    }
    END { printf "TALLY %d %d %d\n", passed, failed, skipped }' "$dir/ctest.log" >"$tally"
}

# A skipped test says "SKIP: reason"; ctest keeps what it printed.
skip_reason() {
  awk -v name="$2" '
    $0 ~ "^[0-9]+/[0-9]+ Test: " name "$" { here = 1 }
    here && /^SKIP: / { sub(/^SKIP: /, ""); print; exit }
    here && /^Test (Pass|Fail|Skip)/ { exit }' "$1/Testing/Temporary/LastTest.log"
}

passed=0 failed=0 skipped=0 summary=""
for dir in "$build" "$build/asan"; do
  say "testing in ${dir#"$project_dir"/}"
  run_ctest "$dir" "$dir/tally"
  while read -r kind a b c; do
    case $kind in
    SKIPPED)
      reason=$(skip_reason "$dir" "$a")
      summary+="skipped: $a: ${reason:-it gave no reason}"$'\n'
      ;;
    FAILED) summary+="failed: $a (in ${dir#"$project_dir"/})"$'\n' ;;
    TALLY) passed=$((passed + a)) failed=$((failed + b)) skipped=$((skipped + c)) ;;
    esac
  done <"$dir/tally"
done
# Checks that are no tests of a build count as one each.
if [ ${#filter[@]} = 0 ]; then
  for job in clang symbols headers tsan analyse; do
    if "$project_dir/scripts/check.sh" "$job"; then
      passed=$((passed + 1))
    else
      failed=$((failed + 1))
      summary+="failed: scripts/check.sh $job"$'\n'
    fi
  done
fi
printf '\n%s' "$summary"
[ $((passed + failed)) -gt 0 ] || { echo "no test ran" >&2; failed=1; }
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ]
