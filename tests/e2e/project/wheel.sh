#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The Python package: two wheels of the same sources are the same bytes, the sums in one are right, and pytest finds the plug-in where it is unpacked.
# scripts/release.sh installs it with pip.
. "$(dirname "$0")/../lib.sh"
need_pytest
make() { SOURCE_DATE_EPOCH=1700000000 "$python" "$source/packaging/release/wheel.py" "$source" 1.2.3 "$1" >/dev/null; }
name=pytest_understudy-1.2.3-py3-none-any.whl
mkdir "$work/one" "$work/two" "$work/takes"
make "$work/one"
make "$work/two"
cmp "$work/one/$name" "$work/two/$name" || fail "two wheels of the same sources differ"
"$python" -m zipfile -e "$work/one/$name" "$work/modules"

# By another way than the wheel was made: a line of RECORD is NAME,sha256=SUM,SIZE with the sum in the alphabet of RFC 4648, section 5.
info=$work/modules/pytest_understudy-1.2.3.dist-info
while IFS=, read -r file sum size; do
  [ "$file" != "${info##*/}/RECORD" ] || { [ -z "$sum$size" ] || fail "RECORD has a sum of itself"; continue; }
  # shellcheck disable=SC2059 # escapes are meant
  [ "$sum" = "sha256=$(printf "$(sha256sum "$work/modules/$file" | cut -c 1-64 | sed 's/../\\x&/g')" | base64 -w 0 | tr '+/' '-_' | tr -d '=')" ] || fail "the sum of $file"
  [ "$size" = "$(stat -c %s "$work/modules/$file")" ] || fail "the size of $file"
done <"$info/RECORD"
[ "$(wc -l <"$info/RECORD")" = "$(find "$work/modules" -type f | wc -l)" ] || fail "RECORD does not list each file"
grep -qx 'Version: 1.2.3' "$info/METADATA" || fail "METADATA has another version"

cp "$source/tests/data/line.bin" "$work/takes/"
printf '[understudy]\napp = true\n' >"$work/takes/understudy.ini"
cd "$work"
PYTHONPATH=$work/modules "$python" -m pytest -p no:cacheprovider --collect-only -q takes >pytest.log 2>&1 ||
  { cat pytest.log; fail "pytest does not load the plug-in"; }
grep -q 'line.bin' pytest.log || { cat pytest.log; fail "pytest made no test of the recording"; }
