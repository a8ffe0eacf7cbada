#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_headers.sh TOP FOLDER LANGUAGE COMPILER: each header below FOLDER compiles alone, twice included, as strict C11 (c)
# or as C++ (c++). Without a compiler for the language the check is skipped.
set -eu
top=${1:?the checkout} folder=${2:?a folder of the checkout} language=${3:?c or c++} compiler=${4:-}
if [ -z "$compiler" ] || ! command -v "$compiler" >/dev/null; then
  echo "SKIP: there is no compiler for $language"
  exit 77
fi
case $language in
c) flags="-std=c11 -Wstrict-prototypes" ;;
*) flags="-std=c++11" ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
count=0
while read -r header; do
  name=${header#src/}
  printf '#include "%s"\n#include "%s"\nint nothing_else;\n' "$name" "$name" >"$work/alone"
  # shellcheck disable=SC2086
  "$compiler" -x "$language" $flags -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -I "$top/src" -I "$top" \
    "$work/alone" || {
    echo "$name does not compile alone as $language"
    exit 1
  }
  count=$((count + 1))
done < <(cd "$top" && find "$folder" -name '*.h' | sort)
[ "$count" -gt 10 ] || {
  echo "$folder: only $count headers were found"
  exit 1
}
echo "$count headers compile alone as $language"
