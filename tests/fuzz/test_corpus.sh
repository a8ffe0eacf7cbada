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

# inputs_of ARCHIVE: prints the name and the checksum of each input.
inputs_of() {
  local folder
  folder=$(mktemp -d -p "$work")
  tar -xzf "$1" -C "$folder"
  (cd "$folder" && sha256sum -- *)
}

echo "one more input" >"$work/found-test"
corpus add curve "$work/found-test"
diff <({ tar -tzf "$source/corpus/curve.tar.gz"; echo found-test; } | sort) <(corpus list curve | sort) ||
  fail "the archive does not hold the old inputs and the new one"
tar -xOzf "$work/corpus/curve.tar.gz" found-test | cmp - "$work/found-test" || fail "the new input is not whole"
corpus remove curve found-test
# Releases of tar and gzip write different bytes: with the same ones, the same inputs give the same archive.
cp "$work/corpus/curve.tar.gz" "$work/before.tar.gz"
corpus add curve "$work/found-test"
corpus remove curve found-test
cmp "$work/before.tar.gz" "$work/corpus/curve.tar.gz" || fail "the same inputs do not give the same archive"
cmp <(inputs_of "$source/corpus/curve.tar.gz") <(inputs_of "$work/before.tar.gz") || fail "adding and removing an input changed others"
for wrong in "add nothing x" "add curve" "add curve /nonexistent" "what curve"; do
  # shellcheck disable=SC2086 # the words of a command
  ! corpus $wrong 2>/dev/null || fail "corpus.sh $wrong: no error"
done
cmp "$work/before.tar.gz" "$work/corpus/curve.tar.gz" || fail "a wrong command changed the archive"

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
