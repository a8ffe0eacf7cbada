#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# check_names.sh TOP: a name that a header exports begins with the prefix of its part (us_, rt_ or tool_; no other name is exported) and then says its subject: the file that declares
# or defines it (or the first word of that file's name), a folder above, or a type that the header names.
set -eu
cd "${1:?usage: check_names.sh TOP}"
find layer src -name '*.[ch]' | sort | xargs awk '
  function plain(text) { gsub(/_/, "", text); return text }
  function subject(of, text) { of[plain(text)]; sub(/s$/, "", text); of[plain(text)] }
  FNR == 1 {
    is_header = FILENAME ~ /\.h$/
    stem = FILENAME
    gsub(/.*\/|\.[ch]$/, "", stem)
  }
  is_header {
    line = $0
    while (match(line, /(struct|enum|union) (us|rt|tool)_[a-z0-9_]+/)) {
      type = substr(line, RSTART, RLENGTH)
      sub(/^[a-z]+ (us|rt|tool)_/, "", type)
      types[FILENAME] = types[FILENAME] " " type
      line = substr(line, RSTART + RLENGTH)
    }
  }
  /^[A-Za-z_].*[ *](us|rt|tool)_[a-z0-9_]+\(/ && !/^(static|typedef|return|else)/ {
    match($0, /(us|rt|tool)_[a-z0-9_]+\(/)
    name = substr($0, RSTART, RLENGTH - 1)
    if (!is_header) defined[name] = stem
    else if (!(name in header)) { header[name] = FILENAME; stems[name] = stem; names[++count] = name }
  }
  is_header && /^[A-Za-z_][A-Za-z_0-9 *]*[ *][a-z][a-z0-9_]*\(/ && !/^(static|typedef|return|else)/ && !/[ *](us|rt|tool|xr)_?[A-Za-z0-9_]*\(/ {
    print FILENAME ": " $0 " has no prefix of a part"
    bad++
  }
  END {
    for (i = 1; i <= count; i++) {
      name = names[i]
      delete of
      said = stems[name] " " defined[name] " " types[header[name]]
      words = split(said, word, " ")
      for (k = 1; k <= words; k++) subject(of, word[k])
      split(stems[name], word, "_"); subject(of, word[1])
      split(defined[name], word, "_"); if (word[1] != "") subject(of, word[1])
      folders = split(header[name], word, "/")
      for (k = 1; k < folders; k++) subject(of, word[k])
      rest = name
      sub(/^[a-z]+_/, "", rest)
      rest = plain(rest)
      is_said = 0
      for (text in of) if (text != "" && index(rest, text) == 1) is_said = 1
      if (!is_said) { print header[name] ": " name " does not begin with its subject: the file, a folder above, or a type of the header"; bad++ }
    }
    if (count == 0) { print "no name was found"; exit 1 }
    print count " exported names, " bad + 0 " without their subject"
    exit bad > 0
  }'
