#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The trials of other machines, tests/machines/NAME.sh: `scripts/test.sh machines [NAME...]`. Each says in its first lines what it tries and what
# it needs. It prints "SKIP: reason" and exits with 77, or its last line is "N passed, N failed, N skipped"; a trial that fails exits with 1.
# All of it is in build/machines/NAME.log. The last line here adds the trials up; it exits as scripts/test.sh does.
set -eu
. "$(dirname "$0")/common.sh"
trials=$project_dir/tests/machines
logs=$project_dir/build/machines

names=("$@")
if [ ${#names[@]} = 0 ]; then
  for trial in "$trials"/*.sh; do
    [ ! -x "$trial" ] || names+=("$(basename "$trial" .sh)")
  done
fi
for name in "${names[@]}"; do
  [ -x "$trials/$name.sh" ] || die "there is no machine '$name'; these are there: $(cd "$trials" && find . -name '*.sh' -perm -u+x | sed 's|./||; s|\.sh$||' | sort | tr '\n' ' ')"
done
need_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
trap 'give_back "$project_dir/build"' EXIT
mkdir -p "$logs"
configure_and_build "building" 60 "$project_dir/build" -DUNDERSTUDY_BUILD_TESTS=ON

passed=0 failed=0 skipped=0 summary=''
# count_trial NAME STATUS: adds what a trial said.
count_trial() {
  local log=$logs/$1.log line a b c
  line=$(grep -xE '[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped' "$log" | tail -n 1) || true
  if [ "$2" = 77 ]; then
    skipped=$((skipped + 1))
    summary+="skipped: $1: $(sed -n 's/^SKIP: //p' "$log" | head -n 1)"$'\n'
  elif [ -z "$line" ]; then
    failed=$((failed + 1))
    summary+="failed: $1: it did not say how many tests passed ($log)"$'\n'
  else
    read -r a _ b _ c _ <<<"$line"
    passed=$((passed + a)) failed=$((failed + b)) skipped=$((skipped + c))
    summary+="$1: $line"$'\n'
    [ "$2" = 0 ] || [ "$b" != 0 ] || { failed=$((failed + 1)) && summary+="failed: $1: it exited with $2"$'\n'; }
  fi
}
for name in "${names[@]}"; do
  say "$name"
  "$trials/$name.sh" 2>&1 | tee "$logs/$name.log"
  count_trial "$name" "${PIPESTATUS[0]}"
done
printf '\n%s' "$summary"
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" = 0 ] || exit 1
[ "$passed" != 0 ] || exit 77
