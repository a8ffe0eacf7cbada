#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test_corpus.sh SOURCE_FOLDER UNPACKED: corpus.sh adds and removes inputs and gives the same archive for the same inputs;
# the build has unpacked every input of every archive.
set -euo pipefail
source=$1 unpacked=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}
mkdir "$work/corpus"
cp "$source"/corpus/*.tar.gz "$work/corpus"
corpus() { UNDERSTUDY_CORPUS=$work/corpus "$source/corpus.sh" "$@"; }

echo "one more input" >"$work/found-test"
corpus add curve "$work/found-test"
diff <({ tar -tzf "$source/corpus/curve.tar.gz"; echo found-test; } | sort) <(corpus list curve | sort) ||
  fail "the archive does not hold the old inputs and the new one"
tar -xOzf "$work/corpus/curve.tar.gz" found-test | cmp - "$work/found-test" || fail "the new input is not whole"
corpus remove curve found-test
cmp "$source/corpus/curve.tar.gz" "$work/corpus/curve.tar.gz" || fail "the same inputs do not give the same archive"
for wrong in "add nothing x" "add curve" "add curve /nonexistent" "what curve"; do
  # shellcheck disable=SC2086 # the words of a command
  ! corpus $wrong 2>/dev/null || fail "corpus.sh $wrong: no error"
done
cmp "$source/corpus/curve.tar.gz" "$work/corpus/curve.tar.gz" || fail "a wrong command changed the archive"

inputs=0
for archive in "$source"/corpus/*.tar.gz; do
  name=$(basename "$archive" .tar.gz)
  mkdir "$work/$name"
  tar -xzf "$archive" -C "$work/$name"
  diff -r "$work/$name" "$unpacked/$name" || fail "the build did not unpack $name"
  inputs=$((inputs + $(find "$work/$name" -type f | wc -l)))
done
[ "$inputs" -ge 900 ] || fail "only $inputs inputs"
echo "$inputs inputs are unpacked"
