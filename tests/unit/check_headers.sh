#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_headers.sh SRC LANGUAGE COMPILER: each header of the core compiles alone, twice included, as strict C11 or
# as C++. Without a compiler for the language it skips by name.
set -eu
src=${1:?the folder of the core} language=${2:?c or c++} compiler=${3:-}
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
for header in "$src"/*.h; do
  name=$(basename "$header")
  printf '#include "%s"\n#include "%s"\nint nothing_else;\n' "$name" "$name" >"$work/alone"
  # shellcheck disable=SC2086
  "$compiler" -x "$language" $flags -pedantic-errors -Wall -Wextra -Werror -fsyntax-only -I "$src" "$work/alone" || {
    echo "$name does not compile alone as $language"
    exit 1
  }
  count=$((count + 1))
done
[ "$count" -gt 10 ] || {
  echo "$src: this is not the core"
  exit 1
}
echo "$count headers compile alone as $language"
