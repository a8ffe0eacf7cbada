#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what is missing, build for release, measure, and print one table; tests/bench/README.md says what stands in it.
#   scripts/bench.sh            about six minutes, and 1.7 GB of disk in build/bench
#   scripts/bench.sh --quick    about three: fewer rounds, and 10 minutes stand in for the hour
set -eu
. "$(dirname "$0")/common.sh"

rounds=15 memory_rounds=3 run_rounds=7 evicted_rounds=5 evicted_s=20 long_s=3600
case "${1:-}" in
"") ;;
--quick) rounds=7 memory_rounds=2 run_rounds=5 evicted_rounds=3 evicted_s=10 long_s=600 ;;
*)
  sed -n '3,5s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac

need_packages "${build_packages[@]}" "${run_packages[@]}" libcmocka-dev
build=$project_dir/build/bench-release bin=$project_dir/build/bench-release/bin data=$project_dir/build/bench
trap 'give_back "$project_dir/build"' EXIT
configure_and_build "building" 40 "$build" -DUNDERSTUDY_BUILD_TESTS=ON -DCMAKE_BUILD_TYPE=Release -- understudy_benchmarks

# make_file NAME COMMAND...: a recording under build/bench, kept for the next time; the command gets the path as its last word.
make_file() {
  local path=$data/$1
  shift
  [ -e "$path" ] && return 0
  say "generating ${path#"$project_dir"/}"
  "$@" "$path.part"
  mv "$path.part" "$path"
}
mkdir -p "$data"
write=$bin/bench_write generate=("$bin/understudy_generate" --performance wave)
make_file full-600.bin "$write" 600 full
make_file full-60.bin "$write" 60 full
make_file full-10.bin "$write" 10 full
make_file bent-600.bin "$write" 600 bent
make_file "short-$long_s.bin" "$write" "$long_s" short
make_file short-60.bin "$write" 60 short
make_file wave-600.bin "${generate[@]}" --seconds 600 -o
make_file reduced-600.bin "${generate[@]}" --seconds 600 --reduce -o
make_file scattered-150.bin "${generate[@]}" --seconds 150 --layout 1.1-28 --hermite 10 --weighted 2 -o

# The rows as they come, in columns; the notes below them. (mawk would wait for the last row before it shows the first.)
set_table() {
  local notes="" figure least median most goal reached baseline
  print_columns figure least median most goal reached against
  while IFS=$'\t' read -r figure least median most goal reached baseline; do
    case $figure in
    "note: "*) notes+=$figure$'\n' ;;
    *) print_columns "$figure" "$least" "$median" "$most" "$goal" "$reached" "$baseline" ;;
    esac
  done
  printf '%s' "$notes"
}
print_columns() { printf '%-44s %10s %10s %10s %10s  %-7s  %s\n' "$@"; }

# A step that cannot run is a line of the table and an exit code of 1; the others go on.
failed=$data/failed
rm -f "$failed"
try() {
  "$@" || { printf '%s\t-\t-\t-\t-\tFAILED\tsee above\n' "$(basename "$1")"; touch "$failed"; }
}

try_hello_xr() {
  local rate=$1 figure=$2
  if ! command -v hello_xr >/dev/null; then
    printf '%s\t-\t-\t-\t-\tskipped\thello_xr is not installed\n' "$figure"
    return
  fi
  UNDERSTUDY_HEADLESS_RATE_HZ=$rate UNDERSTUDY_HEADLESS_FRAMES=300 UNDERSTUDY_HEADLESS_EYE_SIZE=64 \
    try "$bin/understudy" run --quiet --headless --play "$data/full-600.bin" -- \
    env UNDERSTUDY_LOG_LEVEL=info "$bin/bench_run" "$run_rounds" "$figure" "$data/run.log" hello_xr -g Vulkan2
}

try_drive() {
  local frames=$1 figure=$2
  shift 2
  UNDERSTUDY_HEADLESS_EYE_SIZE=64 try "$bin/bench_drive" "$run_rounds" "$frames" "$figure" "$data" "$bin/understudy" "$@"
}

{
  try "$bin/bench_open" "$rounds" "$data/full-600.bin" "$data/full-60.bin"
  try "$bin/bench_memory" "$memory_rounds" "$data/full-600.bin" "$data/short-$long_s.bin" "$data/short-60.bin" |
    sed -u "s/LONG/$((long_s / 60)) min/"
  try "$bin/bench_pose" "$rounds" "$data/full-600.bin" "$data/full-10.bin" "$data/bent-600.bin" "$data/scattered-150.bin" \
    "$data/wave-600.bin" "$data/reduced-600.bin"
  try "$bin/bench_layer" "$((rounds * 4))" "$data/full-10.bin" "$project_dir/tests/data/gaze-only.bin"
  try "$bin/bench_record" "$rounds"
  try_hello_xr 60 "hello_xr, 300 frames at 60 Hz"
  try_hello_xr 0 "hello_xr, 300 frames, unpaced"
  try_drive 2000 "drive of the probe" "$bin/understudy_probe" --wait-focus --frames 1000000 --no-hands --no-gaze --log /dev/null
  if command -v hello_xr >/dev/null; then
    try_drive 500 "drive of hello_xr" hello_xr -g Vulkan2
  fi
  try "$bin/bench_quiet" "$data/full-600.bin"
  try "$bin/bench_evicted" "$evicted_rounds" "$evicted_s" "$data/full-600.bin"
} | set_table
[ ! -e "$failed" ]
