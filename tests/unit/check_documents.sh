#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_documents.sh [TOP]: every path and link in the documents leads to a file, no source cites a document that does not exist, and
# docs/architecture.md has something about each folder of the code.
set -euo pipefail
cd "${1:-$(dirname "$0")/../..}"
wrong=0 checked=0
documents=(README.md CONTRIBUTING.md SECURITY.md docs/*.md tests/*/*.md)

# exists PATH: a file, a folder, a pattern, or the name of a module (PATH.c or PATH.h).
exists() {
  compgen -G "$1" >/dev/null || [ -e "$1.c" ] || [ -e "$1.h" ]
}

complain() {
  echo "$1"
  wrong=1
}

# paths_in DOCUMENT: paths in backquotes that begin with a folder of the repository. A "new file" is one that a reader writes.
paths_in() {
  sed 's/new file `[^`]*`//' "$1" | tr '`' '\n' |
    grep -oE '^(src|layer|tests|docs|scripts|packaging|cmake|manifest)/[A-Za-z0-9_./*-]*' | sort -u || true
}

links_in() {
  grep -oE '\]\([^)#]+' "$1" | sed 's/^](//' | grep -v '^[a-z]*:' | sort -u || true
}

for document in "${documents[@]}"; do
  while IFS= read -r path; do
    checked=$((checked + 1))
    path=${path//TARGET/*}
    exists "${path%.}" || complain "$document: there is no $path"
  done < <(paths_in "$document")
  while IFS= read -r link; do
    checked=$((checked + 1))
    [ -e "$(dirname "$document")/$link" ] || complain "$document: the link to $link is broken"
  done < <(links_in "$document")
done

# A comment names a document by its path from the top of the repository.
while IFS= read -r name; do
  checked=$((checked + 1))
  [ -e "$name" ] || [ "$name" = README.md ] || complain "a source cites $name, which does not exist"
done < <(grep -rhoE '[A-Za-z0-9_./-]+\.md\b' src layer tests --include='*.[ch]' --include='*.def' | sort -u)

# The folders of the code have a line in docs/architecture.md.
for folder in src/* src/*/*/ layer/*/; do
  [ -d "$folder" ] || continue
  name=${folder%/}
  case $name in
  src/*/*) name=${name#src/*/} ;;
  layer/*) name=${name#layer/} ;;
  esac
  checked=$((checked + 1))
  grep -qE "\`([a-z]+/)?$name/?\`" docs/architecture.md || complain "docs/architecture.md: there is nothing about $folder"
done

[ "$checked" -ge 40 ] || complain "only $checked paths were found"
[ "$wrong" = 0 ] || exit 1
echo "$checked paths and links lead to files"
