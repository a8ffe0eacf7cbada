# shellcheck shell=bash disable=SC2154
# SPDX-License-Identifier: MIT
# Runs the tests of a build and prints a line for each as it ends; sourced by common.sh.

# run_tests DIR USUAL_S [ctest option...]: prints a line for each test, and the output of a failed test after its line. Writes $DIR/tally: a line
# "TALLY passed failed skipped", and one for each test that failed or was skipped. Runs one test more at a time than there are cores, because
# many tests mostly wait for frames.
run_tests() {
  local dir=$1 usual_s=$2
  shift 2
  (cd "$dir" && exec ctest -j $(($(nproc) + 1)) --output-on-failure --timeout 900 "$@" 2>&1) | tee "$dir/ctest.log" | show_tests "$dir" "$usual_s"
}

# draw_running: draws the line with the tests that run now.
draw_running() {
  on_terminal && [ ${#running[@]} -gt 0 ] || return 0
  local names far=''
  names=$(printf '%s, ' "${!running[@]}")
  [ "$finished" = 0 ] || far="$finished of $total tests; "
  draw_line "== $(clock $((SECONDS - begun)))$(usually "$usual_s"): ${far}now ${names%, }"
}

# show_test_line LINE: handles a line of ctest: a test begins, ends, or prints why it failed.
show_test_line() {
  local line=$1 name result
  if [[ $line =~ ^\ +Start\ +[0-9]+:\ (.+)$ ]]; then
    running[${BASH_REMATCH[1]}]=1 failing=
  elif [[ $line =~ ^\ *([0-9]+)/([0-9]+)\ Test\ +\#[0-9]+:\ ([^ ]+)\ ?\.*([^.].*)\ ([0-9.]+)\ sec ]]; then
    finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} name=${BASH_REMATCH[3]} failing=
    case ${BASH_REMATCH[4]} in
    *Passed*)
      result=passed passed=$((passed + 1))
      rm -rf --one-file-system "$dir/tests/e2e/$name" # logs: a gigabyte of all tests
      ;;
    *Skipped*) result=skipped skipped=$((skipped + 1)) ended+="SKIPPED $name"$'\n' ;;
    *) result=FAILED failed=$((failed + 1)) ended+="FAILED $name"$'\n' failing=1 ;;
    esac
    unset "running[$name]"
    clear_line
    printf '%*d of %d  %-7s %6.1f s  %s\n' ${#total} "$finished" "$total" "$result" "${BASH_REMATCH[5]}" "$name"
  elif [[ $line =~ ^[0-9]+%\ tests\ passed || $line == 'No tests were found'* ]]; then
    failing='' complete=1
  elif [ -n "$failing" ]; then
    clear_line
    printf '%s\n' "$line"
  fi
}

# show_tests DIR USUAL_S: reads the output of ctest and shows the progress.
show_tests() {
  local dir=$1 usual_s=$2 line part='' status begun=$SECONDS finished=0 total=0 failing='' complete='' interval_s=$progress_interval_s
  local passed=0 failed=0 skipped=0 ended=''
  local -A running=()
  ! on_terminal || interval_s=1
  while :; do
    status=0
    IFS= read -r -t "$interval_s" line || status=$?
    part+=$line
    if [ "$status" -gt 128 ]; then # the read timed out
      on_terminal || [ ${#running[@]} = 0 ] || echo "   still running after $(clock $((SECONDS - begun))): ${!running[*]}"
    else
      [ -z "$part" ] || show_test_line "$part"
      part=
      [ "$status" = 0 ] || break
    fi
    draw_running
  done
  clear_line
  if [ -z "$complete" ]; then # or tests that never ran would not be missed
    echo "ctest ended early, after $finished of $total tests; these were running: ${!running[*]}"
    failed=$((failed + 1)) ended+=$'FAILED ctest\n'
  fi
  printf 'TALLY %d %d %d\n%s' "$passed" "$failed" "$skipped" "$ended" >"$dir/tally"
}

# skip_reason DIR TEST: prints the reason that a skipped test gave ("SKIP: reason").
skip_reason() {
  awk -v name="$2" '
    $0 ~ "^[0-9]+/[0-9]+ Test: " name "$" { here = 1 }
    here && /^SKIP: / { sub(/^SKIP: /, ""); print; exit }
    here && /^Test (Pass|Fail|Skip)/ { exit }' "$1/Testing/Temporary/LastTest.log"
}
