# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# Shows what runs, since when, how much of it is done and how long it usually takes. common.sh sources this file. On a terminal, one line
# changes; elsewhere there is a line at the beginning, one every half a minute, and one at the end.

progress_interval_s=30

say() { printf '== %s\n' "$*" >&2; }
on_terminal() { [ -t 2 ]; }

# clock SECONDS: 75 is 1:15.
clock() { printf '%d:%02d' $(($1 / 60)) $(($1 % 60)); }

# usually SECONDS: prints the usual time for the changing line; nothing if it is unknown (0).
usually() { [ "$1" = 0 ] || printf ', usually %s' "$(clock "$1")"; }

# roughly SECONDS: prints a rounded time in words.
roughly() {
  if [ "$1" -lt 90 ]; then
    echo "$((($1 + 4) / 5 * 5)) seconds"
  else
    echo "$((($1 + 30) / 60)) minutes"
  fi
}

# draw_line TEXT: draws the changing line, cut to the terminal's width. clear_line removes it.
draw_line() {
  local columns
  columns=$(stty size <&2 2>/dev/null | cut -d' ' -f2) || true
  [ "${columns:-0}" -gt 0 ] || columns=80
  printf '\r\033[K%s' "${1:0:columns - 1}" >&2
}
clear_line() { ! on_terminal || printf '\r\033[K' >&2; }

# how_far LOG: prints the last progress in a log: ninja's [n/m], make's percentage or that of apt's status lines.
how_far() {
  tail -c 4000 "$1" 2>/dev/null | sed -nE 's/^\[([0-9]+)\/([0-9]+)\] .*/\1 of \2/p
    s/^\[ *([0-9]+%)\] .*/\1/p
    s/^dlstatus:.*:([0-9]+)(\.[0-9]+)?:.*/downloaded \1%/p
    s/^pmstatus:.*:([0-9]+)(\.[0-9]+)?:.*/installed \1%/p' | tail -n 1
}

# Draws the line of a step until somebody kills it or the process that waits for the step ends.
show_step() {
  local what=$1 usual_s=$2 log=$3 waiting=$4 begun=$SECONDS shown=0 elapsed far
  while sleep 1 >/dev/null 2>&1 && kill -0 "$waiting" 2>/dev/null; do
    elapsed=$((SECONDS - begun))
    far=$(how_far "$log")
    if on_terminal; then
      draw_line "== $(clock $elapsed)$(usually "$usual_s"): ${far:+$far, }$what"
    elif [ $elapsed -ge $((shown + progress_interval_s)) ]; then
      shown=$elapsed
      echo "   $what: ${far:+$far, }$(clock $elapsed)" >&2
    fi
  done
}

# run_step WHAT USUAL_S LOG COMMAND...: runs the command, writes its output to LOG and shows the progress. Returns the command's status.
run_step() {
  local what=$1 usual_s=$2 log=$3 begun=$SECONDS status=0 painter
  shift 3
  : >"$log"
  on_terminal || say "$what (usually $(roughly "$usual_s"))"
  show_step "$what" "$usual_s" "$log" "$BASHPID" &
  painter=$!
  "$@" >"$log" 2>&1 || status=$?
  kill "$painter" 2>/dev/null || true
  wait "$painter" 2>/dev/null || true
  clear_line
  if [ "$status" = 0 ]; then
    say "$what: done in $(clock $((SECONDS - begun)))"
  else
    say "$what: failed after $(clock $((SECONDS - begun)))"
  fi
  return "$status"
}
