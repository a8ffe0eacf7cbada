#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The steps of action.yml. Inputs are variables INPUT_..., results go to the files that GitHub's runner names.
#   action.sh get    unpack the package of Understudy into a folder of its own, and install the packages that it needs
#   action.sh play   play each recording; fails if one fails, or if there is none
set -euo pipefail
. "$(dirname "$0")/common.sh"

# The runner reads commands in what is printed: these characters would end one.
escaped() { sed 's/%/%25/g; s/\r/%0D/g' <<<"$*" | awk 'NR > 1 { printf "%%0A" } { printf "%s", $0 }'; }
stop() {
  echo "::error title=Understudy::$(escaped "$*")"
  exit 1
}
output() { echo "$1=$2" >>"${GITHUB_OUTPUT:?}"; }
temp=${RUNNER_TEMP:?}/understudy

# words TEXT: TEXT split into the array `words` as a shell splits it; nothing in it is expanded or run.
words() {
  local text
  words=()
  text=$(tr '\n' ' ' <<<"$1")
  [ -n "${text// /}" ] || return 0
  mapfile -d '' -t words < <(xargs printf '%s\0' <<<"$text" 2>/dev/null && printf 'end\0')
  [ ${#words[@]} -gt 0 ] && [ "${words[-1]}" = end ] || stop "the quotes do not match: $1"
  unset 'words[-1]'
}

# --- get ---------------------------------------------------------------------------------------------

build_package() {
  need_packages "${build_packages[@]}" "${cpack_packages[@]}" "${run_packages[@]}"
  configure_and_build "building Understudy" 60 "$temp/build" -DUNDERSTUDY_BUILD_TESTS=OFF
  (cd "$temp/build" && cpack -G DEB -B "$temp/package") >"$temp/cpack.log" 2>&1 || { tail "$temp/cpack.log"; stop "cpack made no package"; }
  deb=$(echo "$temp"/package/understudy_*.deb)
}

get() {
  local deb=$INPUT_DEB prefix=$temp/prefix needs
  rm -rf "$temp"
  mkdir -p "$temp/package" "$prefix"
  case $deb in
  "") build_package ;;
  https://* | file://*)
    curl --proto '=https,file' --proto-redir '=https' -fsSL -o "$temp/package/understudy.deb" "$deb" || stop "$deb could not be fetched"
    deb=$temp/package/understudy.deb
    ;;
  *) [ -f "$deb" ] || stop "there is no package $deb" ;;
  esac
  if [ -n "$INPUT_DEB_SHA256" ]; then
    sha256sum --check --status - <<<"$INPUT_DEB_SHA256  $deb" || stop "$deb does not have the SHA-256 $INPUT_DEB_SHA256"
  fi
  dpkg-deb -x "$deb" "$prefix" || stop "$deb is not a package"
  # The first of alternatives, without versions.
  needs=$(for field in Depends Recommends; do dpkg-deb -f "$deb" $field; done | tr ',' '\n' | sed 's/[(|].*//; s/ //g' | sort -u)
  mapfile -t needs <<<"$needs"
  need_packages "${needs[@]}"
  "$prefix/usr/bin/understudy" --version || stop "the package in $deb does not run here"
  output tool "$prefix/usr/bin/understudy"
  echo "$prefix/usr/bin" >>"${GITHUB_PATH:?}"
}

# --- play --------------------------------------------------------------------------------------------

# failures JUNIT: a line for each case that failed: its name, the reason, and where it was seen.
failures() {
  awk -F'"' '/^    <testcase / { name = $4 }
    /^      <failure message=/ { place = $3; sub(/^\/?>/, "", place); sub(/<\/failure>$/, "", place)
      print name ": " $2 (place == "" || place == "the end of the log" ? "" : "; " place) }' "$1" 2>/dev/null |
    sed 's/&lt;/</g; s/&gt;/>/g; s/&quot;/"/g; s/&amp;/\&/g'
}

# reason JUNIT MESSAGES CODE: why a run failed, in a line for each reason. Without a verdict, the tool's sentence.
reason() {
  failures "$1" | grep . && return
  shift
  grep -m 1 -E '^FAILED: |^understudy: .*(the run differs|not deterministic|nothing was played|terminating it|ended the app|there is no app)' "$1" |
    sed 's/^understudy: //' | grep . || { grep '^understudy: ' "$1" | tail -n 1 | sed 's/^understudy: //' | grep .; } || echo "exit code $2"
}

# folder_of RECORDING: the name of its folder in the runs.
folder_of() {
  local name=${1#./}
  printf '%s' "${name//\//-}"
}

# check_folders: two recordings of one folder would overwrite each other's run.
check_folders() {
  local path name
  local -A owner=()
  for path in "${recordings[@]}"; do
    name=$(folder_of "$path")
    [ -z "${owner[$name]-}" ] || stop "$path and ${owner[$name]} would both be run in the folder $name; list each recording once, and rename one of two"
    owner[$name]=$path
  done
}

# play_one RECORDING: adds to `failed` and to the summary.
play_one() {
  local recording=$1 name stem own code=0 token sentence options=("${common[@]}")
  name=$(folder_of "$recording")
  stem=${recording%.*}
  own=$out/$name
  rm -rf "$own"
  mkdir -p "$own"
  [ ! -e "$stem.expect.json" ] || options+=(--expect "$stem.expect.json")
  [ -z "$INPUT_BASELINES" ] || options+=(--baseline "$INPUT_BASELINES/$(basename "$stem"),required")
  # What the app prints must not be read as commands of the runner.
  token=$(head -c 16 /dev/urandom | od -An -tx1 | tr -d ' \n')
  echo "::group::$(escaped "$recording")"
  echo "::stop-commands::$token"
  "$UNDERSTUDY_TOOL" run --play "$recording" "${options[@]}" --out "$own/run" --junit "$own/junit.xml" --report "$own/report.html" \
    "${extra[@]}" -- "${app[@]}" </dev/null 2> >(tee "$own/messages.txt") || code=$?
  wait $! || true
  echo
  echo "::$token::"
  echo "::endgroup::"
  if [ "$code" = 0 ]; then
    echo "| $(cell "$recording") | passed | |" >>"$summary"
    return
  fi
  failed=$((failed + 1))
  sentence=$(reason "$own/junit.xml" "$own/messages.txt" "$code")
  echo "::error title=$(escaped "$recording" | sed 's/:/%3A/g; s/,/%2C/g')::$(escaped "$sentence")"
  echo "| $(cell "$recording") | **failed** | $(cell "$sentence") |" >>"$summary"
}

# shard COMMAND ARGUMENT...: the program that shares tests out.
shard() { python3 "$project_dir/src/pytest/understudy_shard.py" "$@" 2>"$temp-shard"; }

# choose_shard: leaves the recordings of INPUT_SHARD in the array `recordings`.
choose_shard() {
  local chosen
  command -v python3 >/dev/null || need_packages python3
  [ -z "$INPUT_DURATIONS" ] || [ -e "$INPUT_DURATIONS" ] || echo "::notice title=Understudy::$(escaped "there are no durations $INPUT_DURATIONS: all recordings count the same")"
  chosen=$(printf '%s\n' "${recordings[@]}" | shard choose "$INPUT_SHARD" "${INPUT_DURATIONS:-$temp-none}") || stop "$(cat "$temp-shard")"
  echo "shard $INPUT_SHARD: $(grep -c . <<<"$chosen" || true) of ${#recordings[@]} recordings"
  recordings=()
  [ -z "$chosen" ] || mapfile -t recordings <<<"$chosen"
}

# cell TEXT: as one cell of a table in Markdown.
cell() { printf '%s' "$1" | sed 's/[\\`*_<>|[]/\\&/g' | awk 'NR > 1 { printf "<br>" } { printf "%s", $0 }'; }

# check_expectations: an expectation beside the recordings must belong to one, or be named in the options: it would be left out without a word.
check_expectations() {
  local path expect stem
  local -A known=() folders=()
  for path in "${extra[@]}"; do known["=${path#--expect=}"]=1; done
  for path in "${recordings[@]}"; do
    known["=${path%.*}.expect.json"]=1
    folders["$(dirname -- "$path")"]=1
  done
  shopt -s nullglob
  for path in "${!folders[@]}"; do
    for expect in "$path"/*.expect.json; do
      expect=${expect#./} stem=${expect%.expect.json}
      [ -n "${known["=$expect"]-}${known["=./$expect"]-}" ] || [ -e "$stem.bin" ] || [ -e "$stem.mcap" ] || [ -e "$stem.person" ] ||
        stop "$expect: no recording of this name is in this folder"
    done
  done
  shopt -u nullglob
}

play() {
  local failed=0 summary=${GITHUB_STEP_SUMMARY:?} common=(--clock frame --end quit) app extra recordings=() times=() begun pattern matches out words
  cd -- "$INPUT_WORKING_DIRECTORY" || stop "there is no folder $INPUT_WORKING_DIRECTORY"
  words "$INPUT_APP"
  [ ${#words[@]} -gt 0 ] || stop "app is empty"
  app=("${words[@]}")
  words "$INPUT_OPTIONS"
  extra=("${words[@]}")
  [[ $INPUT_LIMIT =~ ^[0-9.]+$ ]] || stop "limit is no number: $INPUT_LIMIT"
  common+=(--limit "$INPUT_LIMIT")
  case $INPUT_HEADLESS in
  true) common+=(--headless) ;;
  false) ;;
  *) stop "headless is true or false, not $INPUT_HEADLESS" ;;
  esac
  while IFS= read -r pattern; do
    pattern=$(sed 's/^[ \t]*//; s/[ \t]*$//' <<<"$pattern")
    [ -n "$pattern" ] || continue
    # As a list that a pattern makes: a path without a pattern counts if it is there.
    mapfile -t matches < <(compgen -G "$pattern" | LC_ALL=C sort)
    [ ${#matches[@]} -gt 0 ] || stop "no recording is $pattern"
    recordings+=("${matches[@]}")
  done <<<"$INPUT_RECORDINGS"
  [ ${#recordings[@]} -gt 0 ] || stop "recordings is empty"
  check_expectations
  check_folders
  mkdir -p -- "$INPUT_OUT"
  out=$(cd -- "$INPUT_OUT" && pwd)
  output runs "$out"
  printf '| Recording | | |\n|---|---|---|\n' >>"$summary"
  [ -z "$INPUT_SHARD" ] || choose_shard
  for pattern in "${recordings[@]}"; do
    begun=$EPOCHREALTIME
    play_one "$pattern"
    times+=("$(awk -v from="${begun/,/.}" -v to="${EPOCHREALTIME/,/.}" 'BEGIN { printf "%.3f", to - from }') $pattern")
  done
  [ -z "$INPUT_SHARD" ] || printf '%s\n' "${times[@]}" | sed '/^$/d' | shard note "$out/durations.json" || stop "$(cat "$temp-shard")"
  output failed "$failed"
  echo "$((${#recordings[@]} - failed)) of ${#recordings[@]} recordings passed; the runs are in $out"
  [ "$failed" = 0 ]
}

case ${1:-} in
get | play) "$1" ;;
*) die "usage: action.sh get|play" ;;
esac
