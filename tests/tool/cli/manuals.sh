#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual pages: groff and man give no warning, a quote closes before the next one opens, and the SYNOPSIS of each command has every option that
# the tool's help has.
. "$(dirname "$0")/../common.sh"
command -v groff >/dev/null || { echo 'SKIP: groff is not installed'; exit 77; }
pages=$(dirname "$0")/../../../docs/man
# The quotes are characters of more than one byte.
LC_ALL=C.UTF-8
export LC_ALL

# render PAGE: the page as plain text in $tmp/page; whatever is said about it is a failure.
render()
{
    groff -ww -mandoc -Tutf8 -P-c -rLL=200n "$1" >"$tmp/drawn" 2>"$tmp/said" || fail "groff refuses $1"
    [ ! -s "$tmp/said" ] || { cat "$tmp/said"; fail "groff warns of $1"; }
    sed 's/.\x08//g' "$tmp/drawn" >"$tmp/page"
    [ "$(wc -l <"$tmp/page")" -gt 50 ] || fail "$1 renders as nothing"
    command -v man >/dev/null || return 0
    MANROFFOPT='' man --warnings -E UTF-8 -l -Tutf8 "$1" 2>"$tmp/said" >"$tmp/drawn" || fail "man refuses $1"
    [ ! -s "$tmp/said" ] || { cat "$tmp/said"; fail "man warns of $1"; }
}

# check_pairs PAGE: a quote holds no other quote, so that what is left without pairs has no partner. Plain quotes stand for both signs.
# shellcheck disable=SC1112 # these quotes are what is looked for
check_pairs()
{
    tr '\n' ' ' <"$tmp/page" | sed 's/‘[^‘’]*’//g; s/“[^“”]*”//g' | tr -s ' ' >"$tmp/text"
    ! grep -o '.\{0,40\}[‘’“”].\{0,40\}' "$tmp/text" || fail "$1: these quotes have no partner"
    ! grep -o '""[^"]*\|‘[^‘’]*[,;] [^‘’]*’' "$tmp/page" || fail "$1: a quote closes too late"
}

count=0
for page in "$pages"/*.[157]; do
    render "$page"
    check_pairs "$page"
    count=$((count + 1))
done
[ "$count" -ge 6 ] || fail "there are only $count pages"

# The page's list of settings is the one that is made from the tool's table.
root=$pages/../..
sh "$root/scripts/settings_manual.sh" "$tool" >"$tmp/settings"
sed -n '/^.." settings: made by/,/^.." end of settings/p' "$pages/understudy.1" | sed '1d;$d' >"$tmp/in_manual"
[ "$(grep -c '^.It Ev UNDERSTUDY_' "$tmp/settings")" -ge 28 ] || fail 'settings_manual.sh prints too few settings'
diff -u "$tmp/in_manual" "$tmp/settings" || fail "understudy.1 has other settings than the tool: put in what scripts/settings_manual.sh prints"

render "$pages/understudy.1"
# Releases of groff indent and adjust differently.
sed -n '/^SYNOPSIS/,/^DESCRIPTION/p' "$tmp/page" | tr -s ' ' | awk '/^ understudy / { print ""; } { printf "%s ", $0 }' | tr -s ' ' >"$tmp/synopsis"
options=0
for command in $("$tool" --help | awk '/^usage:/ { next } /^Try this/ { exit } /^  [a-z]/ { print $1 }'); do
    grep "^ *understudy $command " "$tmp/synopsis" >"$tmp/line" || fail "the SYNOPSIS has no $command"
    for option in $("$tool" help "$command" 2>&1 | sed -n 's/^  \(--[a-z-]*\).*/\1/p'); do
        grep -q -e "${option}[] ]" "$tmp/line" || fail "the SYNOPSIS of $command has no $option"
        options=$((options + 1))
    done
done
[ "$options" -ge 30 ] || fail "only $options options were found"
echo "$count pages, $options options"
finish
