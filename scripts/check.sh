#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install what is missing, and run checks. Each check prints its time and whether it passed; the last line names those that failed.
#   scripts/check.sh JOB...
#   asan       every test, for the address and undefined behaviour sanitizers
#   tsan       the threads of core and layer, for the thread sanitizer
#   valgrind   the core's tests under memcheck
#   analyse [STATES]  clang-tidy with .clang-tidy: nothing to say. Its analyzer follows the paths of a function for so many states, by default 40000
#   clang      everything builds with clang, without a warning
#   builds     what users type: Release and Debug build with gcc and with clang, with tests and without
#   types      the other build types build with gcc and with clang
#   symbols [DIR]  what the layer's module exports and needs; what is installed has the linker's and the compiler's protection, and calls nothing that
#              glibc 2.31 lacks. With the folder of a release (scripts/release.sh) instead of a build: that its programs need nothing but a C library,
#              and name no symbol of a glibc newer than 2.31
#   windows [DIR]  MinGW builds the Windows part without a warning: each DLL exports one function, and each program needs only Windows' own
#              DLLs. With the folder of an unpacked zip of a release: the same of that
#   format, shellcheck   clang-format and shellcheck have nothing to say
#   includes   files include only headers of folders with a lower rank
#   fresh      the README's two commands in a Debian 12 and a Debian 13 made for it (scripts/fresh.sh --short)
#   headers    each header of core and layer compiles alone, as strict C11; those of the core as C++ as well
#   fuzz SECONDS [TARGET...]   libFuzzer, so long for each target; what it finds stays in build/fuzz/found
#   mutants [--e2e] [--constants] [--no-sanitizers] [--only PATH] SECONDS [SEED]   changes core and layer, a comparison, a sign
#              or a constant at a time, for so long: which changes does no test notice? Of unit and layer tests; with --e2e what
#              these do not notice is shown to the other tests, too; with --constants only numbers; with --only the changes of
#              one file or folder
#   all        all of them but mutants and fresh; fuzz for 60 seconds a target
set -eu
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/debian.sh"

build=$project_dir/build strict=1
usage() {
  sed -n '4,26s/^# \{0,1\}//p' "$0"
  exit 2
}

# test_in DIR [ctest option...]: fails if a test does, or if none ran.
test_in() {
  local passed failed skipped
  run_tests "$@"
  read -r _ passed failed skipped < <(grep '^TALLY ' "$1/tally")
  echo "$passed passed, $failed failed, $skipped skipped"
  [ "$failed" = 0 ] && [ "$passed" -gt 0 ]
}

job_asan() {
  need_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
  preset=asan-ubsan configure_and_build "building for the address and undefined behaviour sanitizers" 90 "$build/asan"
  ASAN_OPTIONS=$asan_options test_in "$build/asan"
}

# Tests with one thread and tests that count allocations are left out: the thread sanitizer finds nothing in them.
job_tsan() {
  need_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}"
  local tests=(unit_session_recorder unit_session_file unit_stream unit_sampler layer_threads layer_action_threads layer_journal
    layer_lifetime layer_frames layer_action_state layer_spaces layer_handles layer_threads_all layer_record layer_playback
    layer_session_faults layer_display_faults layer_injected unit_drive layer_driven)
  local targets=(understudy_layer_programs) test
  for test in "${tests[@]}"; do
    [[ $test != unit_* ]] || targets+=("test_${test#unit_}")
  done
  preset=tsan configure_and_build "building for the thread sanitizer" 40 "$build/tsan" -- "${targets[@]}"
  TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1" \
    test_in "$build/tsan" -R "^($(IFS='|' && echo "${tests[*]}"))\$"
}

# test_sampler_quiet is left out, because it forbids system calls (seccomp). The tests that are not listed repeat what these do.
job_valgrind() {
  need_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" valgrind
  local test tests=(bytes pose layouts damage repair sampler pinch clock) targets=()
  targets=("${tests[@]/#/test_}")
  configure_and_build "building" 60 "$build" -DUNDERSTUDY_BUILD_TESTS=ON -- "${targets[@]}"
  for test in "${tests[@]}"; do
    run_step "test_$test under valgrind" 60 "$build/valgrind-$test.log" \
      valgrind --quiet --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,possible "$build/bin/test_$test" ||
      { tail -n 60 "$build/valgrind-$test.log"; return 1; }
  done
  echo "${#tests[@]} programs"
}

# tidy_each DIR STATES FILE...: a file at a time: clang-tidy 14 mixes up the va_lists of several. What it counts of system headers goes to standard error.
# The analyzer follows a function's paths for STATES states. Clang's own number, 225000, takes four times as long, and reaches 0.2 % more of the code.
tidy_each() {
  local dir=$1 states=$2
  shift 2
  # shellcheck disable=SC2016
  printf '%s\0' "$@" | xargs -0 -n 1 -P "$(nproc)" sh -c 'exec clang-tidy --quiet -p "$0" --extra-arg=-Xclang --extra-arg=-analyzer-config \
    --extra-arg=-Xclang --extra-arg="max-nodes=$1" "$2" 2>/dev/null' "$dir" "$states"
}

job_analyse() {
  need_packages "${build_packages[@]}" clang clang-tidy
  local files dir=$build/analyse
  # d3d11_copy.c needs the headers of Windows.
  mapfile -t files < <(find "$project_dir"/src/{animation,core,openxr,profiles,status,eventlog,mcap,session,drive,tool} "$project_dir/layer" -name '*.c' ! -name d3d11_copy.c | sort)
  mkdir -p "$dir"
  CC=clang cmake -S "$project_dir" -B "$dir" -G Ninja -DUNDERSTUDY_BUILD_TESTS=OFF \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >"$dir/configure.log" 2>&1 || { tail -n 30 "$dir/configure.log"; return 1; }
  cmake --build "$dir" --target understudy_session_generated understudy_foxglove_generated understudy_page_text understudy_mcp_tools_text understudy_commit >>"$dir/configure.log" 2>&1 || { tail -n 30 "$dir/configure.log"; return 1; }
  run_step "${#files[@]} files" 180 "$dir/analyse.log" tidy_each "$dir" "${1:-40000}" "${files[@]}" ||
    { grep -E -A4 'error:|warning:' "$dir/analyse.log" | head -n 100; return 1; }
  echo "${#files[@]} files"
}

job_clang() {
  need_packages "${build_packages[@]}" "${test_packages[@]}" clang
  CC=clang configure_and_build "building with clang" 50 "$build/clang" -DUNDERSTUDY_BUILD_TESTS=ON
  echo "built"
}

# build_tree COMPILER TYPE with|without: tests or not, in build/builds.
build_tree() {
  local compiler=$1 type=$2 usual_s=10 switch=OFF dir=$build/builds/$1-$2
  [ "$3" = without ] || switch=ON usual_s=25
  CC=$compiler configure_and_build "$compiler, $type, $3 tests" "$usual_s" "$dir" -DCMAKE_BUILD_TYPE="$type" -DUNDERSTUDY_BUILD_TESTS=$switch
}

# Whether build/ is gcc's Release, with tests and with warnings as errors.
is_gcc_release() {
  is_configured "$build" && [ "$(cached "$build" CMAKE_BUILD_TYPE)" = Release ] && [ "$(cached "$build" UNDERSTUDY_BUILD_TESTS)" = ON ] &&
    [ "$(cached "$build" UNDERSTUDY_WERROR)" = ON ] && grep -q 'COMPILER_ID "GNU"' "$build"/CMakeFiles/*/CMakeCCompiler.cmake
}

# Each two of compiler, build type, and with or without tests are built together; with the sanitizers and in fresh Debians, gcc builds the tests in two
# more ways. gcc's tree without tests goes by make, which cmake takes if nobody names a generator. What test.sh has built is brought up to date.
job_builds() {
  need_packages "${build_packages[@]}" "${test_packages[@]}" clang make
  if is_gcc_release; then
    configure_and_build "gcc, Release, with tests" 25 "$build" -DUNDERSTUDY_BUILD_TESTS=ON
  else
    build_tree gcc Release with
  fi
  generator="Unix Makefiles" build_tree gcc Debug without
  build_tree clang Release without
  build_tree clang Debug with
  rm -rf "$build/builds"
  echo "Release and Debug build with gcc and with clang, with tests and without"
}

job_types() {
  need_packages "${build_packages[@]}" "${test_packages[@]}" clang
  local compiler type
  for compiler in gcc clang; do
    for type in MinSizeRel None RelWithDebInfo; do
      build_tree "$compiler" "$type" without
      rm -rf "$build/builds/$compiler-$type"
    done
  done
  echo "MinSizeRel, None and RelWithDebInfo build with gcc and with clang"
}

# is_hardened FILE: its tables are read-only once it is loaded, and its functions check their stack frames and buffers.
is_hardened() {
  local tables symbols
  tables=$(readelf -lW "$1" && readelf -dW "$1")
  symbols=$(readelf -W --dyn-syms "$1")
  grep -q GNU_RELRO <<<"$tables" || { echo "$1: no GNU_RELRO"; return 1; }
  grep -qE 'BIND_NOW|FLAGS_1.*NOW' <<<"$tables" || { echo "$1: no BIND_NOW"; return 1; }
  grep -q __stack_chk_fail <<<"$symbols" || { echo "$1: no stack protector"; return 1; }
  grep -qE ' __[a-z]+_chk(@| |$)' <<<"$symbols" || { echo "$1: no _FORTIFY_SOURCE"; return 1; }
}

# exports_one MODULE: an exported name could clash with one of the app.
exports_one() {
  local exported
  exported=$(readelf -W --dyn-syms "$1" | awk '$7 ~ /^[0-9]+$/ && $5 != "LOCAL" { sub(/@.*/, "", $8); print $8 }')
  [ "$exported" = xrNegotiateLoaderApiLayerInterface ] || { echo "exported: $exported"; return 1; }
  echo "exported: $exported"
}

# needs_only FILE LIBRARY...: a library that a file needs could be missing where it is loaded.
needs_only() {
  local file=$1 library
  shift
  for library in $(readelf -d "$file" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'); do
    [[ " $* ld-linux" == *" ${library%%.so*} "* || $library == ld-linux* ]] || { echo "needed by $file: $library"; return 1; }
  done
}

# suits_glibc FILE VERSION: it names no symbol of a newer C library. Needs no objdump of the file's architecture.
suits_glibc() {
  local newest
  newest=$(readelf -VW "$1" | grep -oE 'GLIBC_[0-9.]+' | sort -uV | tail -n 1)
  [ "$(printf '%s\n' "$newest" "GLIBC_$2" | sort -V | tail -n 1)" = "GLIBC_$2" ] || { echo "$1 needs $newest, newer than GLIBC_$2"; return 1; }
  echo "$(basename "$1"): $newest"
}

# calls_only_of_glibc FILE VERSION: this machine's C library may be newer, and gives names new versions that the old one has as well: they are in it twice.
calls_only_of_glibc() {
  local newer
  newer=$({
    for library in libc.so.6 libm.so.6; do readelf -W --dyn-syms "$(gcc -print-file-name=$library)" | awk '$7 ~ /^[0-9]+$/ { print "has", $8 }'; done
    readelf -W --dyn-syms "$1" | awk '$7 == "UND" { print "calls", $8 }'
  } | awk -v most="$2" '
    function is_newer(version, a, b) { split(version, a, "."); split(most, b, "."); return a[1] > b[1] || (a[1] == b[1] && a[2] > b[2]) }
    $2 !~ /@@?GLIBC_[0-9.]+$/ { next }
    { name = version = $2; sub(/@.*/, "", name); sub(/.*GLIBC_/, "", version) }
    $1 == "has" && !is_newer(version) { old[name] = 1 }
    # Headers of 2.31 make other names of these: stat is __xstat, and strtol is itself.
    $1 == "calls" && is_newer(version) && !(name in old) && name !~ /^([fl]?stat(64)?|fstatat(64)?|mknod(at)?|__isoc23_.*)$/ { print name " of glibc " version }')
  [ -z "$newer" ] || { echo "$1 calls what glibc $2 lacks:" && echo "$newer" && return 1; }
}

job_symbols() {
  [ $# = 0 ] || { release_symbols "$1"; return; }
  need_packages "${build_packages[@]}" binutils
  configure_and_build "building what is installed" 20 "$build" -- XrApiLayer_understudy understudy_headless understudy
  local module=$build/lib/libXrApiLayer_understudy.so
  exports_one "$module" && needs_only "$module" libc libm && is_hardened "$module" && is_hardened "$build/bin/understudy" || return
  # Where there is no Vulkan, it serves apps that draw with OpenGL.
  needs_only "$build/lib/libunderstudy_headless.so" libc libm libpng16 && is_hardened "$build/lib/libunderstudy_headless.so" || return
  local file
  for file in "$module" "$build/lib/libunderstudy_headless.so" "$build/bin/understudy"; do calls_only_of_glibc "$file" 2.31 || return; done
}

# Where the C library is 2.31, threads and dlopen are in libraries of their own.
release_symbols() {
  need_packages binutils
  local file modules=$1/lib/understudy
  exports_one "$modules/libXrApiLayer_understudy.so" || return
  for file in "$1/bin/understudy" "$modules"/*.so; do
    needs_only "$file" libc libm libdl libpthread && suits_glibc "$file" 2.31 || return
    [[ $file == *video_modes.so ]] || is_hardened "$file" || return # which calls nothing that could be checked
  done
}

mingw_objdump=x86_64-w64-mingw32-objdump
# dll_exports_one DLL NAME: objdump prints the names below this line, up to an empty one.
dll_exports_one() {
  local exported
  exported=$($mingw_objdump -p "$1" | sed -n '/^\[Ordinal\/Name Pointer\]/,/^$/p' | awk 'NR > 1 && NF { print $NF }')
  [ "$exported" = "$2" ] || { echo "exported by $1:" "${exported:-nothing}"; return 1; }
  echo "exported: $exported"
}

# needs_own FILE [NAME...]: DLLs of every Windows, not of MinGW, and of those only what is loaded in any case, and NAMEs. A DLL that is loaded on demand is
# no import.
needs_own() {
  local file=$1 tables needed foreign
  shift
  tables=$($mingw_objdump -p "$file") || { echo "$file cannot be read"; return 1; }
  needed=$(awk '/DLL Name:/ { print tolower($3) }' <<<"$tables")
  [ -n "$needed" ] || { echo "$file needs no DLL at all, but what runs on Windows does"; return 1; }
  foreign=$(grep -vxE 'api-ms-win-[a-z0-9-]*\.dll' <<<"$needed" | grep -vxF "$(printf '%s.dll\n' advapi32 kernel32 msvcrt ucrtbase "$@")") || return 0
  echo "needed by $file:" "$foreign"
  return 1
}

# windows_needs DIR: of a build, or of a zip that is unpacked.
windows_needs() {
  local name
  for name in XrApiLayer_understudy headless_runtime; do
    [ -s "$1/lib/$name.json" ] || { echo "missing: $1/lib/$name.json, by which a loader finds the DLL"; return 1; }
  done
  [ -s "$1/share/understudy/performances/look-around.person" ] || { echo "missing: the performances, which perform finds beside itself"; return 1; }
  dll_exports_one "$1/lib/XrApiLayer_understudy.dll" xrNegotiateLoaderApiLayerInterface &&
    dll_exports_one "$1/lib/understudy_headless.dll" xrNegotiateLoaderRuntimeInterface &&
    needs_own "$1/lib/XrApiLayer_understudy.dll" && needs_own "$1/lib/understudy_headless.dll" && needs_own "$1/bin/understudy.exe" shell32 user32
}

# Where the archive cannot be reached there are no libraries for Windows: a skip.
job_windows() {
  need_packages "${build_packages[@]}" "${windows_packages[@]}"
  [ $# = 0 ] || { windows_needs "$1"; return; }
  local sources=$build/windows/sources tree=$build/windows/understudy status=0
  mkdir -p "$sources"
  own_sources "$sources" "${windows_sources[@]}" 2>"$sources/why" || status=$?
  [ "$status" != 77 ] || { echo "SKIP: $(tail -n 1 "$sources/why")"; return 77; }
  [ "$status" = 0 ] || { cat "$sources/why"; return 1; }
  configure_and_build "building for Windows" 45 "$tree" -DCMAKE_TOOLCHAIN_FILE="$project_dir/cmake/mingw-w64-x86_64.cmake" \
    -DUNDERSTUDY_SOURCES="$sources/src"
  windows_needs "$tree"
}

job_format() {
  need_packages clang-format
  local files
  mapfile -d '' files < <(find "$project_dir"/{src,layer,tests} -name '*.[ch]' -print0 | sort -z)
  ! grep -nE '(^|[[:space:]])//' /dev/null "${files[@]}" || { echo "comments are /* ... */"; return 1; }
  clang-format --dry-run --Werror "${files[@]}" && echo "${#files[@]} files"
}

job_shellcheck() {
  need_packages shellcheck
  local files
  mapfile -d '' files < <(find "$project_dir"/{scripts,packaging,src,tests} -name '*.sh' -print0 | sort -z)
  files+=("$project_dir/.ci/run")
  shellcheck "${files[@]}" && echo "${#files[@]} scripts"
}

job_includes() {
  "$project_dir/tests/unit/check_includes.sh" "$project_dir" &&
    "$project_dir/tests/unit/check_includes_selftest.sh" "$project_dir"
}

# 77 says that no Debian can be made here: that is a skip, which test.sh counts.
job_fresh() {
  need_packages debootstrap git util-linux
  "$project_dir/scripts/fresh.sh" --short
}

job_headers() {
  need_packages "${build_packages[@]}" g++
  local check=$project_dir/tests/unit/check_headers.sh
  "$check" "$project_dir" src/core c gcc && "$check" "$project_dir" src/core c++ g++ &&
    "$check" "$project_dir" layer c gcc
}

# fuzz_one SECONDS TARGET: one target on one core. What it learns stays in build/fuzz/corpus; the committed corpus is
# only read.
fuzz_one() {
  local seconds=$1 target=$2 dir=$build/fuzz
  local log=$dir/$target.log unpacked=$dir/tests/fuzz/corpus
  local seeds=("$unpacked/$target")
  case $target in
  decode | round_trip | stream | repair) seeds+=("$unpacked/recordings") ;;
  esac
  mkdir -p "$dir/corpus/$target" "$dir/found/$target"
  # Standard error is closed to what the target says: it complains of nearly every input.
  rm -f "$log.failed"
  "$dir/bin/fuzz_$target" "$dir/corpus/$target" "${seeds[@]}" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -max_len=40000 -close_fd_mask=2 -print_final_stats=1 -artifact_prefix="$dir/found/$target/" >"$log" 2>&1 ||
    touch "$log.failed"
  awk -v target="$target" '
    match($0, / cov: [0-9]+/) { edges = substr($0, RSTART + 6, RLENGTH - 6) }
    match($0, / ft: [0-9]+/) { features = substr($0, RSTART + 5, RLENGTH - 5) }
    /^stat::number_of_executed_units/ { runs = $2 }
    /Test unit written to/ { found = $NF }
    END {
      printf "%-11s %10d executions, %5d edges, %6d features%s\n", target, runs, edges, features,
        found ? ": FOUND " found : ""
    }' "$log"
  [ ! -e "$log.failed" ]
}

job_fuzz() {
  local seconds=$1 targets all target
  shift
  need_packages "${build_packages[@]}" "${test_packages[@]}" clang libclang-rt-14-dev
  mapfile -t all < <(find "$project_dir/tests/fuzz" -name 'fuzz_*.c' | sed 's/.*fuzz_//; s/\.c$//' | sort)
  targets=("${@:-${all[@]}}")
  for target in "${targets[@]}"; do
    case " ${all[*]} " in
      *" $target "*) ;;
      *) die "there is no fuzz target $target" ;;
    esac
  done
  preset=fuzz configure_and_build "building for libFuzzer" 60 "$build/fuzz" -- "${targets[@]/#/fuzz_}"
  export -f fuzz_one
  export build project_dir
  # shellcheck disable=SC2016
  printf '%s\n' "${targets[@]}" | xargs -n 1 -P "$(nproc)" bash -c 'fuzz_one "$0" "$1"' "$seconds"
}

job_mutants() {
  need_packages "${build_packages[@]}" "${run_packages[@]}" "${test_packages[@]}" python3 python3-clang lld
  PYTHONDONTWRITEBYTECODE=1 "$project_dir/tests/mutants/mutants.py" "$@"
}

failed=() passed=''
# run_job JOB [ARGUMENT...]: in a shell of its own, so that one that fails does not end the others. Behind `||` bash would ignore the -e of that shell.
run_job() {
  local begun=$SECONDS status=0
  say "$*"
  set +e
  (set -e; "job_$1" "${@:2}")
  status=$?
  set -e
  case $status in
  0)
    echo "passed: $1 ($((SECONDS - begun)) s)"
    passed=1
    ;;
  77) echo "skipped: $1" ;;
  *)
    echo "FAILED: $1 ($((SECONDS - begun)) s)"
    failed+=("$1")
    ;;
  esac
}

[ $# -gt 0 ] || usage
trap 'give_back "$build"' EXIT
mkdir -p "$build"
while [ $# -gt 0 ]; do
  case $1 in
  symbols | windows)
    if [ -d "${2:-}" ]; then
      run_job "$1" "$2"
      shift
    else
      run_job "$1"
    fi
    ;;
  analyse)
    if [[ ${2:-} =~ ^[0-9]+$ ]]; then
      run_job "$1" "$2"
      shift
    else
      run_job "$1"
    fi
    ;;
  asan | tsan | valgrind | clang | builds | types | format | shellcheck | includes | headers | fresh) run_job "$1" ;;
  fuzz)
    [[ ${2:-} =~ ^[0-9]+$ ]] || usage
    run_job "$@"
    break
    ;;
  mutants)
    [[ "${*:2}" =~ ^((--e2e|--constants|--no-sanitizers|--only [a-z0-9_./]+) )*[0-9]+( [0-9]+)?$ ]] || usage
    run_job "$@"
    break
    ;;
  all)
    for job in format shellcheck includes headers builds types clang windows symbols analyse tsan valgrind asan; do
      run_job "$job"
    done
    run_job fuzz 60
    ;;
  *) usage ;;
  esac
  shift
done
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}"; exit 1; }
[ -n "$passed" ] || exit 77 # what cannot be checked here said why
