#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# recipes.sh TOP COMPILER [FLAG...]: CONTRIBUTING.md says how to add a hook and a stage to the layer. Follows it in a copy
# of the checkout: writes each "new file `PATH`" with the code block behind it, adds each "line in `PATH` is `LINE`", and compiles
# the new files and what makes use of the lines. The stage that answers must then have the hook, and the chain the stage.
set -eu
top=${1:?the checkout} compiler=${2:?a compiler}
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$top/layer" "$top/src" "$work"
awk -v work="$work" '
  /^```/ && to != "" { if (open) { close(to); to = "" } open = !open; next }
  open { print >to; next }
  match($0, /new file `[^`]+`/) {
    to = substr($0, RSTART + 10, RLENGTH - 11)
    print to
    to = work "/" to
    folder = to
    sub(/\/[^\/]*$/, "", folder)
    system("mkdir -p \"" folder "\"")
  }
  match($0, /line in `[^`]+` is `[^`]+`/) {
    split(substr($0, RSTART, RLENGTH), part, "`")
    print part[4] >>(work "/" part[2])
  }' "$top/CONTRIBUTING.md" >"$work/files"
[ "$(wc -l <"$work/files")" = 2 ] || {
  echo "CONTRIBUTING.md has not the two recipes: $(cat "$work/files")"
  exit 1
}
for file in $(cat "$work/files") layer/hooks/hook_stage.c layer/entry/create_instance.c; do
  "$compiler" -std=c11 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror "$@" -I"$work" -I"$work/src" \
    -c "$work/$file" -o "$work/$(basename "$file" .c).o"
done
# used_in OBJECT DEFINED_IN NAME
used_in() {
  nm "$work/$2.o" | grep -q " [DRdr] $3\$" && nm "$work/$1.o" | grep -q " U $3\$" || {
    echo "$1 does not use $3 of $2"
    exit 1
  }
}
used_in hook_stage hook_path us_hooks_path
used_in create_instance frame_count us_frame_count_stage
echo "both recipes work"
