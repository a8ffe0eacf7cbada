#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_tags.sh [TOP]: fails where two headers define the same struct, enum or union tag. A build has one of the folders of src/platform.
set -eu
cd "${1:-$(dirname "$0")/../..}"
twice=$(find src layer tests -path src/platform/windows -prune -o -name '*.h' -print0 | sort -z |
  xargs -0 grep -HoE '^(typedef )?(struct|enum|union) [A-Za-z_0-9]+ \{' |
  awk -F: '{ tag = $2; sub(/^typedef /, "", tag); sub(/ \{$/, "", tag)
    if (tag in first && first[tag] != $1) print tag ": " first[tag] " and " $1 " define it; rename one or share one definition"
    first[tag] = $1 }')
[ -z "$twice" ] || { printf '%s\n' "$twice"; exit 1; }
