#!/bin/sh
# SPDX-License-Identifier: MIT
# completions.sh TOOL FOLDER: write completions for bash, zsh and fish into FOLDER. What they know is asked of the
# tool: its commands and options are in its help, and what a value may be is in what it says of a wrong one.
set -eu
tool=${1:?the tool} out=${2:?a folder}
mkdir -p "$out"

all=$("$tool" --help | sed -n 's/^  \([a-z][a-z-]*\)  *[a-z].*/\1/p' | grep -vx understudy)
commands=$(echo "$all" | grep -vx help) # those that have options
command_list=$(echo "$all" | tr '\n' ' ' | sed 's/ $//')

# Lines of "option|argument|meaning" of a command; the argument is empty for a flag. The meaning is the first sentence of what the help says.
options() {
    "$tool" help "$1" | awk '
        function flush() {
            if (name == "") return
            sub(/\. .*/, "", rest)
            gsub("\047", "", rest)
            gsub(/[^A-Za-z0-9 .,:;()\/=+@_-]/, " ", rest)
            gsub(/  +/, " ", rest)
            gsub(/^ +|[ .,:;]+$/, "", rest)
            print name "|" argument "|" rest
            name = ""
        }
        name != "" && /^   / { sub(/^ +/, " "); rest = rest $0; next }
        { flush() }
        /^  --[a-z]/ {
            line = substr($0, 5)
            name = line
            sub(/[^a-z-].*/, "", name)
            rest = substr(line, length(name) + 1)
            argument = ""
            if (match(rest, /^ [A-Z][A-Za-z.]*( |$)/)) {
                argument = substr(rest, 2, RLENGTH - 1)
                sub(/ $/, "", argument)
                rest = substr(rest, RLENGTH + 1)
            }
        }
        END { flush(); print "help||explain this command" }'
}

# What the value of an option may be; nothing if that is free. An unknown option, a recording that is not there, or a socket and a file that
# nobody can make ensure that nothing is done. A drive has the settings of a run, and says of some only later what is wrong with them.
choices() {
    case $1 in
        run) set -- "$@" --headless --play /dev/null/none -- /dev/null/none ;;
        drive) set -- "$@" --headless --socket /dev/null/none/socket -- /dev/null/none ;;
        record) set -- "$@" --headless --output /dev/null/none/a.mcap -- /dev/null/none ;;
        *) set -- "$@" --no-such-option ;;
    esac
    command=$1 option=$2
    shift 2
    found=$("$tool" "$command" "--$option" '?' "$@" 2>&1 |
        sed -n -e 's/.*\(it is one of\|must be one of\|the faults are\) \([a-z0-9_, -]*\).*/\2/p' -e 's/.*must be \(max\) or a whole number.*/\1/p' |
        tr -d , | awk 'NR == 1 { for (i = 1; i <= NF; i++) if (!seen[$i]++) printf "%s%s", (i > 1 ? " " : ""), $i }')
    if [ -n "$found" ] || [ "$command" != drive ]; then echo "$found"; else choices run "$option"; fi
}

# offer COMMAND OPTION ARGUMENT VALUES: what to offer for the option's value. Numbers are called by one letter: there is nothing to offer for them.
offer() {
    case $3:$1:$2 in
        :*) echo flag ;;
        *:from | *:to | *:at | *:time | *:shoot) echo markers ;;
        *:run:play | *:run:expect) echo performances ;;
        *) if [ -n "$4" ]; then echo values; elif [ ${#3} = 1 ]; then echo nothing; else echo files; fi ;;
    esac
}

# Lines of "command|option|offer|values|argument|meaning".
table=$(for command in $commands; do
    options "$command" | while IFS='|' read -r name argument meaning; do
        values=$([ -z "$argument" ] || choices "$command" "$name")
        echo "$command|$name|$(offer "$command" "$name" "$argument" "$values")|$values|$argument|$meaning"
    done
done)
# The lines of a command, without its name.
rows() { echo "$table" | sed -n "s/^$1|//p"; }

summary() { "$tool" --help | sed -n "s/^  $1  *//p" | tr -d "'\`\"" | head -n 1; }

write_bash() {
    echo '# bash completion for understudy; made by packaging/completions.sh'
    cat <<'END'
_understudy_markers() { # offers those of the recording that the command line names
    local i file=
    for ((i = 2; i < COMP_CWORD; i++)); do
        if [ "${COMP_WORDS[i]}" = --play ]; then file=${COMP_WORDS[i+1]}
        elif [ -z "$file" ] && [ -f "${COMP_WORDS[i]}" ]; then file=${COMP_WORDS[i]}; fi
    done
    [ -n "$file" ] || return
    local IFS=$'\n'
    COMPREPLY=($(compgen -W "$(understudy info "$file" 2>/dev/null | sed -n 's/^ *-\{0,1\}[0-9][0-9.]* s  //p')" -- "$word"))
}
_understudy_performances() { # offers files, and performance:NAME; bash usually makes three words of that
    local names=
    case ${COMP_WORDS[COMP_CWORD-2]}$before$word in
        *performance:*) names=$(understudy perform 2>/dev/null | sed 's/ .*//') ;;
    esac
    case $word in
        performance:*) COMPREPLY=($(compgen -P performance: -W "$names" -- "${word#performance:}")) ;;
        :) COMPREPLY=($(compgen -W "$names")) ;;
        *) if [ -n "$names" ]; then COMPREPLY=($(compgen -W "$names" -- "$word"))
           else COMPREPLY=($(compgen -W performance: -- "$word") $(compgen -f -- "$word")); fi ;;
    esac
}
END
    echo '_understudy() {'
    echo '    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]:-} i'
    echo '    COMPREPLY=()'
    echo '    if [ "$COMP_CWORD" -eq 1 ]; then'
    printf '        COMPREPLY=($(compgen -W "%s --help --version" -- "$word"))\n        return\n    fi\n' \
        "$command_list"
    echo '    for ((i = 2; i < COMP_CWORD; i++)); do'
    echo '        # What follows belongs to the app.'
    echo '        [ "${COMP_WORDS[i]}" = -- ] && [[ $command = run || $command = record ]] && { COMPREPLY=($(compgen -c -f -- "$word")); return; }'
    echo '    done'
    echo '    case " ${COMP_WORDS[COMP_CWORD-2]}$before$word" in'
    echo '    " performance:"* | *" performance:"* | *performance:) _understudy_performances; return ;;'
    echo '    esac'
    echo '    case "$command $before" in'
    for command in $commands; do
        rows "$command" | while IFS='|' read -r name offer values _; do
            case $offer in
                flag) continue ;;
                markers | performances) action=_understudy_$offer\; ;;
                values) action="COMPREPLY=(\$(compgen -W \"$values\" -- \"\$word\"));" ;;
                nothing) action= ;;
                files) action='COMPREPLY=($(compgen -f -- "$word"));' ;;
            esac
            printf '    "%s --%s")%s return ;;\n' "$command" "$name" "${action:+ $action}"
        done
    done
    printf '    "help help") COMPREPLY=($(compgen -W "%s" -- "$word")); return ;;\n' "$command_list"
    echo '    esac'
    echo '    [[ $command != perform || $word == -* ]] || { _understudy_performances; return; }'
    echo '    [[ $word == -* ]] || { COMPREPLY=($(compgen -f -- "$word")); return; }'
    echo '    case $command in'
    for command in $commands; do
        printf '    %s) COMPREPLY=($(compgen -W "%s" -- "$word")) ;;\n' "$command" \
            "$(rows "$command" | sed 's/|.*//; s/^/--/' | tr '\n' ' ' | sed 's/ $//')"
    done
    echo '    esac'
    echo '}'
    echo 'complete -o filenames -F _understudy understudy'
}

write_zsh() {
    echo '#compdef understudy'
    echo '# zsh completion for understudy; made by packaging/completions.sh'
    cat <<'END'
_understudy_markers() { # of the recording that the command line names
  local word file= before=
  for word in $words; do
    if [[ $before == --play ]]; then file=$word; elif [[ -z $file && -f $word ]]; then file=$word; fi
    before=$word
  done
  [[ -z $file ]] || compadd -- ${(f)"$(understudy info $file 2>/dev/null | sed -n 's/^ *-\{0,1\}[0-9][0-9.]* s  //p')"}
}
_understudy_performances() { # files, and performance:NAME
  compadd -- ${(f)"$(understudy perform 2>/dev/null | sed 's/^\([^ ]*\).*/performance:\1/')"}
  _files
}
END
    echo 'if ((CURRENT == 2)); then'
    echo '  local -a commands=('
    for command in $all; do
        printf "    '%s:%s'\n" "$command" "$(summary "$command" | tr ':' ' ')"
    done
    echo '  )'
    echo "  _describe command commands"
    echo "  compadd -- --help --version"
    echo '  return'
    echo 'fi'
    echo 'local command=${words[2]}'
    echo 'shift words'
    echo '((CURRENT--))'
    echo 'case $command in'
    for command in $commands; do
        printf '%s)\n  _arguments' "$command"
        rows "$command" | while IFS='|' read -r name offer values argument meaning; do
            case $offer in
                flag) action= ;;
                markers | performances) action=_understudy_$offer ;;
                values) action="($values)" ;;
                nothing) action= ;;
                files) action=_files ;;
            esac
            meaning=$(echo "$meaning" | sed 's/:/\\:/g')
            if [ "$offer" = flag ]; then
                printf " \\\\\n    '--%s[%s]'" "$name" "$meaning"
            else
                printf " \\\\\n    '--%s=[%s]:%s:%s'" "$name" "$meaning" "$argument" "$action"
            fi
        done
        case $command in
            run | record) printf " \\\\\n    '*::app:_normal'\n  ;;\n" ;;
            perform) printf " \\\\\n    '*:script:_understudy_performances'\n  ;;\n" ;;
            *) printf " \\\\\n    '*:file:_files'\n  ;;\n" ;;
        esac
    done
    printf 'help) compadd -- %s ;;\nesac\n' "$command_list"
}

write_fish() {
    echo '# fish completion for understudy; made by packaging/completions.sh'
    cat <<'END'
function __understudy_markers # of the recording that the command line names
    set -l file
    set -l before
    for word in (commandline -opc)
        if test "$before" = --play
            set file $word
        else if test -z "$file" -a -f "$word"
            set file $word
        end
        set before $word
    end
    test -n "$file"; and understudy info $file 2>/dev/null | string replace -rf '^ *-?[0-9][0-9.]* s  ' ''
end
function __understudy_performances # what comes with Understudy
    understudy perform 2>/dev/null | string replace -r '^(\S+)\s+(.*)' 'performance:$1\t$2'
end
END
    echo "complete -c understudy -n '__fish_seen_subcommand_from perform' -a '(__understudy_performances)'"
    for command in $all; do
        printf "complete -c understudy -n __fish_use_subcommand -f -a %s -d '%s'\n" "$command" "$(summary "$command")"
    done
    echo "complete -c understudy -n __fish_use_subcommand -f -l help"
    echo "complete -c understudy -n __fish_use_subcommand -f -l version"
    printf "complete -c understudy -n '__fish_seen_subcommand_from help' -f -a '%s'\n" "$command_list"
    for command in $commands; do
        rows "$command" | while IFS='|' read -r name offer values _ meaning; do
            case $offer in
                flag) action= ;;
                markers) action=" -x -a '(__understudy_markers)'" ;;
                performances) action=" -r -a '(__understudy_performances)'" ;;
                values) action=" -x -a '$values'" ;;
                nothing) action=' -x' ;;
                files) action=' -r' ;;
            esac
            printf "complete -c understudy -n '__fish_seen_subcommand_from %s' -l %s -d '%s'%s\n" "$command" "$name" "$meaning" "$action"
        done
    done
}

write_bash >"$out/understudy.bash"
write_zsh >"$out/_understudy"
write_fish >"$out/understudy.fish"
