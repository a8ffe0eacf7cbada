#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_includes.sh SRC: what is on the left knows nothing of what is on the right. Each file of the core has a
# rank; it may include what has a lower one, and headers of the C library and POSIX. No OpenXR header, no JSON.
set -eu
src=${1:?the folder of the core}

rank() {
  case $1 in
  result | bytes | profiles | seconds | foreign | pose | joint | large) echo 0 ;;
  curve | kernel) echo 1 ;;
  times | recording | bend) echo 2 ;;
  format | file | keys | channels) echo 3 ;;
  walk) echo 4 ;;
  markers) echo 5 ;;
  index | encode) echo 6 ;;
  sorted) echo 7 ;;
  decode) echo 8 ;;
  repair) echo 5 ;;
  pages) echo 7 ;;
  repair_parts) echo 6 ;;
  survey) echo 7 ;;
  survey_parts) echo 8 ;;
  survey_*) echo 9 ;;
  repair_w | repair_rotation) echo 7 ;;
  sample) echo 2 ;;
  rows) echo 8 ;;
  block) echo 9 ;;
  window | density) echo 10 ;;
  maker) echo 11 ;;
  stream) echo 12 ;;
  sampler) echo 13 ;;
  clock) echo 14 ;;
  take | excerpt) echo 15 ;;
  shoot) echo 16 ;;
  *) echo unknown ;;
  esac
}
# repair.c is the last of its family, though repair.h is the first; so is survey.c.
source_rank() {
  case $1 in
  repair) echo 7 ;;
  survey) echo 10 ;;
  *) rank "$1" ;;
  esac
}

wrong=0
say() {
  echo "$1"
  wrong=1
}
shopt -s nullglob
files=("$src"/*.c "$src"/*.h)
[ ${#files[@]} -gt 30 ] || say "$src: this is not the core"
for file in "${files[@]}"; do
  name=$(basename "$file")
  own=${name%.*}
  case $name in
  *.c) here=$(source_rank "$own") ;;
  *) here=$(rank "$own") ;;
  esac
  if [ "$here" = unknown ]; then
    say "$name: has no rank; give it one in $(basename "$0")"
    continue
  fi
  while read -r kind header; do
    if [ "$kind" = "<" ]; then
      case $header in
      assert.h | errno.h | fcntl.h | float.h | inttypes.h | limits.h | math.h | pthread.h | signal.h | stdarg.h | stdatomic.h | stdbool.h | stddef.h) ;;
      stdint.h | stdio.h | stdlib.h | string.h | sys/mman.h | sys/stat.h | sys/types.h | time.h | unistd.h) ;;
      emmintrin.h)
        case $name in
        kernel.c | bend.c) ;;
        *) say "$name: includes <$header>; only kernel and bend know the processor" ;;
        esac
        ;;
      *) say "$name: includes <$header>, which is not the C library or POSIX" ;;
      esac
      continue
    fi
    case $header in
    */*) say "$name: includes \"$header\" from another folder" ;;
    esac
    there=$(rank "${header%.h}")
    if [ "$there" = unknown ]; then
      say "$name: includes \"$header\", which is no header of the core"
    elif [ "${header%.h}" != "$own" ] && [ "$there" -ge "$here" ]; then
      say "$name: includes \"$header\", which is not to its left"
    fi
  done < <(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*([<"])([^>"]+)[>"].*/\1 \2/p' "$file")
done
exit $wrong
