#!/bin/sh
# SPDX-License-Identifier: MIT
# The completions of bash, zsh and fish name every command and every option that the tool's help names.
. "$(dirname "$0")/../common.sh"
command -v bash >/dev/null || { echo 'SKIP: bash is not installed'; exit 77; }
made=$tmp/made
sh "$(dirname "$0")/../../../packaging/completions.sh" "$tool" "$made" || fail 'the completions could not be made'

# complete WORD...: what bash offers for the last word.
complete_words()
{
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _understudy; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$made/understudy.bash" "$@"
}

# offers WORD FOR...: bash must offer it there.
offers()
{
    word=$1
    shift
    complete_words "$@" | grep -qx -e "$word" || fail "bash does not offer $word for: $*"
}

commands=0 options=0
for command in $("$tool" --help | awk '/^usage:/ { next } /^Try this/ { exit } /^  [a-z]/ { print $1 }'); do
    commands=$((commands + 1))
    offers "$command" understudy ''
    offers "$command" understudy help ''
    grep -q "^    '$command:" "$made/_understudy" || fail "zsh does not know $command"
    grep -q -e "use_subcommand -f -a $command -d '..*'" "$made/understudy.fish" || fail "fish does not know $command"
    [ "$command" != help ] || continue
    bash_has=$(complete_words understudy "$command" -- | tr '\n' ' ')
    zsh_has=$(sed -n "/^$command)/,/;;/p" "$made/_understudy")
    fish_has=$(grep -e "from $command' -l " "$made/understudy.fish")
    for option in --help $("$tool" help "$command" | grep -o '^  --[a-z-]*'); do
        options=$((options + 1))
        case " $bash_has" in *" $option "*) ;; *) fail "bash does not offer $option for: understudy $command --" ;; esac
        case $zsh_has in *"'$option="* | *"'${option}["*) ;; *) fail "zsh: $command lacks $option" ;; esac
        case $fish_has in *"from $command' -l ${option#--} "*) ;; *) fail "fish: $command lacks $option" ;; esac
    done
done
[ "$commands" -ge 7 ] && [ "$options" -ge 30 ] || fail "only $commands commands and $options options were found"

# Values where there is a choice, files where there is none, nothing for numbers, and the app's own words behind --.
for value in hold loop pingpong reset; do
    offers $value understudy run --end ''
    grep -q -e "'--end=.*:(.*$value.*)'" "$made/_understudy" || fail "zsh: --end lacks $value"
    grep -q -e "-l end .*-x -a '.*$value" "$made/understudy.fish" || fail "fish: --end lacks $value"
done
: >"$tmp/take.bin"
offers "$tmp/take.bin" understudy run --play "$tmp/ta"
offers "$tmp/take.bin" understudy info "$tmp/ta"
offers "$tmp/take.bin" understudy run -- "$tmp/ta"
[ -z "$(complete_words understudy run --speed '' | tr -d '\n')" ] || fail 'bash offers something for a number'

for value in wall frame; do offers $value understudy run --clock ''; done
for value in frame real; do offers $value understudy drive --clock ''; done
for command in run drive; do
    for value in lose focus-lost fail; do offers $value understudy $command --fault ''; done
    offers max understudy $command --rate ''
    : >"$tmp/there"
    for option in clock fault rate; do
        ! complete_words understudy $command --$option "$tmp/th" | grep -q there || fail "bash offers a file for $command --$option"
    done
done
offers max understudy record --rate ''
# Performances, which bash makes three words of.
PATH=$(dirname "$tool"):$PATH
for words in 'run --play' 'run --expect' perform; do
    # shellcheck disable=SC2086 # a list of words
    offers performance: understudy $words perf
    for end in ': menu-po' ':'; do
        # shellcheck disable=SC2086 # a list of words
        offers menu-poke understudy $words performance $end
    done
    # shellcheck disable=SC2086 # a list of words
    offers performance:menu-poke understudy $words performance:menu
done
[ "$(grep -c _understudy_performances "$made/_understudy")" = 4 ] || fail 'zsh does not offer performances in three places'
[ "$(grep -c __understudy_performances "$made/understudy.fish")" = 4 ] || fail 'fish does not offer performances in three places'
# Markers are those of the recording that the command line names, whose names may have spaces.
PATH=$(dirname "$tool"):$PATH
cp "$data/demo.bin" "$tmp/demo.bin"
for words in "run --headless --play $tmp/demo.bin --from" "sample $tmp/demo.bin --time" "view $tmp/demo.bin --at"; do
    # shellcheck disable=SC2086 # a list of words
    offers gaze-sweep understudy $words ''
    # shellcheck disable=SC2086
    [ "$(complete_words understudy $words wa)" = wave ] || fail "bash offers more than wave for: $words wa"
done
[ -z "$(complete_words understudy run --from '' | tr -d '\n')" ] || fail 'bash offers something for --from without a recording'
if command -v fish >/dev/null; then
    fish -c "source $made/understudy.fish; complete -C 'understudy run --play $tmp/demo.bin --from '" >"$tmp/fish"
    grep -q '^gaze-sweep' "$tmp/fish" || fail "fish offers no markers: $(cat "$tmp/fish")"
fi
# A meaning is a whole sentence, with its colons; zsh has them behind a backslash.
grep -q -e "-l fault -d '[^']*such as lose:left@2s+0.5s;" "$made/understudy.fish" || fail 'fish: the example of --fault lacks its colon'
grep -qF -e '[make faults on purpose, such as lose\:left@2s+0.5s;' "$made/_understudy" || fail 'zsh: the example of --fault lacks its colon'
sed -n "s/.* -l from -d '\(.*\)' .*/\1/p" "$made/understudy.fish" | grep -qx 'play from this moment of the recording' || fail 'the text of --from is cut'
! grep -E " -d '[^']* (a|an|the|and|or|of|to|as|with)'" "$made/understudy.fish" || fail 'fish has texts that are cut'

for shell in zsh fish; do
    command -v $shell >/dev/null || continue
    file=$made/understudy.fish
    [ $shell = fish ] || file=$made/_understudy
    expect 0 $shell -n "$file"
done
finish
