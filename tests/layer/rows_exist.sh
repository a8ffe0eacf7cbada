#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# rows_exist.sh FOLDER: every test that ROWS.md names is there and is run.
set -euo pipefail
cd "$1"
named=0
for name in $(grep '^|' ROWS.md | grep -o '`[a-z0-9_]*/[a-z0-9_.]*`' | tr -d '`' | sort -u); do
  named=$((named + 1))
  file=${name%%/*} test=${name#*/}
  if [ "$file" = e2e ]; then
    ls ../e2e/*/"$test" >/dev/null 2>&1 && grep -q " [a-z]*/${test}[ )]" ../e2e/CMakeLists.txt || { echo "FAIL: no $name"; exit 1; }
  else
    grep -qE "(TEST|unit_test)[A-Z_]*\((test_)?${test}[,)]" ./*/"test_$file.c" || { echo "FAIL: $name is not run"; exit 1; }
    grep -qE "^(understudy_layer_tests?\(| ).* $file( |\)|\$)" CMakeLists.txt || { echo "FAIL: test_$file.c is not built"; exit 1; }
  fi
done
empty=$(grep '^|' ROWS.md | grep -v '^|---' | grep -v 'covered by' | grep -v '`\|not covered: ' || true)
[ -z "$empty" ] || { echo "FAIL: no test and no reason: $empty"; exit 1; }
[ "$named" -ge 100 ] || { echo "FAIL: only $named tests are named"; exit 1; }
echo "$named tests are named in ROWS.md, and are there"
