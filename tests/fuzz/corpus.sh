#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The inputs of a fuzz target are one archive: corpus/TARGET.tar.gz. The same inputs give the same archive, with the same tar and gzip.
#   corpus.sh add TARGET FILE...     add inputs; an input with the same name is replaced
#   corpus.sh remove TARGET NAME...  remove inputs
#   corpus.sh list TARGET            print the names of the inputs
# The build unpacks the archives into BUILD/tests/fuzz/corpus.
set -euo pipefail
folder=${UNDERSTUDY_CORPUS:-$(cd "$(dirname "$0")" && pwd)/corpus}

die() {
  echo "corpus.sh: $*" >&2
  exit 2
}

# pack FOLDER ARCHIVE: names are sorted; times, owners and modes are always the same.
pack() {
  find "$1" -type f -printf '%P\0' | LC_ALL=C sort -z |
    tar -C "$1" --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 --null -T - -cf - | gzip -9n >"$2.new"
  mv "$2.new" "$2"
}

[ $# -ge 2 ] || { sed -n '4,6s/^# \{0,1\}//p' "$0"; exit 2; }
command=$1 archive=$folder/$2.tar.gz
shift 2
[ -e "$archive" ] || die "there is no corpus $archive"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tar -xzf "$archive" -C "$work"
case $command in
list) ls "$work" ;;
add)
  [ $# -gt 0 ] || die "add: name the files to add"
  cp -- "$@" "$work"
  pack "$work" "$archive"
  ;;
remove)
  [ $# -gt 0 ] || die "remove: name the inputs to remove"
  (cd "$work" && rm -- "$@")
  pack "$work" "$archive"
  ;;
*) die "unknown command: $command" ;;
esac
