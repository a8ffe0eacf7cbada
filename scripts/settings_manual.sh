#!/bin/sh
# SPDX-License-Identifier: MIT
# settings_manual.sh TOOL: prints the list of settings for docs/man/understudy.1, made from 'TOOL help settings'. The test
# tool.manuals fails if the manual page has another list.
set -eu
"${1:?the tool}" help settings | awk '
    function print_one() {
        if (name == "")
            return
        print ".It Ev " name
        print "Values: " values "."
        print "Default: " default_value "."
        if (option != "none") {
            argument = option
            sub(/^--[a-z-]* ?/, "", argument)
            sub(/^-/, "", option)
            sub(/ .*/, "", option)
            print "Option of"
            print ".Cm run :"
            print ".Fl " option (argument != "" ? " Ar " tolower(argument) : "") " ."
        }
        print toupper(substr(text, 1, 1)) substr(text, 2) "."
    }
    /^UNDERSTUDY_[A-Z_]*$/ { print_one(); name = $0; text = ""; next }
    /^    values: / { sub(/^    values: /, ""); values = $0; next }
    /^    default: / { sub(/^    default: /, ""); default_value = $0; next }
    /^    option of run: / { sub(/^    option of run: /, ""); option = $0; next }
    /^    / { sub(/^ */, ""); text = text (text == "" ? "" : " ") $0 }
    END { print_one() }'
