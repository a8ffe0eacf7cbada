#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_sources.sh [TOP]: what scripts/debian.sh makes of sources that cannot be had (77, which is a skip) or cannot be unpacked (a failure), with programs
# in place of apt's and dpkg's.
set -eu
top=$(cd "${1:-$(dirname "$0")/../..}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
. "$top/scripts/debian.sh"

mkdir "$tmp/bin"
PATH=$tmp/bin:$PATH
# program NAME: its text is standard input.
program() {
  { echo '#!/bin/sh' && cat; } >"$tmp/bin/$1"
  chmod +x "$tmp/bin/$1"
}
program apt-cache <<'TEXT'
echo "Version: 1.0-1"
TEXT
program apt-get <<'TEXT'
case " $* " in *" $REFUSED "*) echo "E: no $REFUSED" >&2; exit 100 ;; esac
TEXT
program dpkg-source <<'TEXT'
[ "$UNPACKS" = yes ] || { mkdir -p "$4/debian"; : >"$4/debian/changelog"; echo "no space" >&2; exit 28; }
mkdir -p "$4/debian/patches"
TEXT

# expect STATUS WORDS: own_sources ends so, and its last line has the words.
expect() {
  local status=0
  own_sources "$tmp/dir" package 2>"$tmp/why" || status=$?
  if [ "$status" != "$1" ] || ! tail -n 1 "$tmp/why" | grep -qF "$2"; then
    echo "own_sources ended with $status, not $1; REFUSED=$REFUSED UNPACKS=$UNPACKS:"
    cat "$tmp/why"
    exit 1
  fi
}
export REFUSED=source UNPACKS=yes
expect 77 "the source of package cannot be had"
REFUSED=none UNPACKS=no
expect 1 "the source of package 1.0-1 cannot be unpacked"
# What was unpacked in part, with its changelog, is not taken for the source.
expect 1 "the source of package 1.0-1 cannot be unpacked"
UNPACKS=yes
own_sources "$tmp/dir" package
[ -d "$tmp/dir/src/package/debian/patches" ] || { echo "what was unpacked in part is still there"; exit 1; }
