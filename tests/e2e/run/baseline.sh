#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# baseline.sh RECORDING: a run of hello_xr becomes the baseline; the next one equals it, also with other code of the graphics
# driver; a run in another reference space differs from the first frame on. `compare` says the same of the kept runs.
. "$(dirname "$0")/../lib.sh"
recording=$1
need_command hello_xr

# run_held NAME CODE [OPTION...] -- [ARGUMENT of hello_xr...]
run_held() {
  local name=$1 wanted=$2 options=() code=0
  shift 2
  while [ "$1" != -- ]; do
    options+=("$1")
    shift
  done
  shift
  "$tool" run --headless --play "$recording" --clock frame --from pinch --to poke --end quit --limit 300 --shoot every:0.5s \
    --baseline "$work/base${order-}" "${options[@]}" -- hello_xr -g Vulkan2 "$@" >"$work/$name.out" 2>"$work/$name.err" || code=$?
  [ "$code" = "$wanted" ] || { tail -n 20 "$work/$name.err"; fail "$name: exit code $code, not $wanted"; }
}
says() { grep -q -e "$2" "$work/$1.err" || { tail -n 20 "$work/$1.err"; fail "$1: it does not say '$2'"; }; }

order=,required run_held missing 2 --
# Where no baseline could be made, nothing is played, and the place is named.
order=/in/it run_held nowhere 2 --
says nowhere "run: --baseline $work/base/in/it: the folder cannot be made or written to: No such file or directory"
grep -q 'playback starts' "$work/nowhere.err" && fail "it played without a place for the baseline"
[ ! -e "$work/base" ] || fail "a baseline that was not made left a folder"
run_held first 0 --
says first 'the run is the baseline now'
[ "$(find "$work/base/run/pictures" -name 'frame-*.png' | wc -l)" = 10 ] || fail "the baseline has other screenshots: $(ls "$work/base/run/pictures")"
order=,required run_held same 0 --out "$work/same" --
says same 'the run is as the baseline .*: no difference in 121 frames and 10 pictures'
odd=$(find "$work/same" -type f ! -perm "$(printf %o $((0666 & ~$(umask))))")
[ -z "$odd" ] || fail "files have modes of their own: $odd"
run_held stage 1 --out "$work/stage" -- -s Stage
says stage 'the run differs from the baseline'
says stage 'the first difference is .*xrLocateViews\|the first difference is before playback'
[ "$("$build/bin/understudy_json" "$work/stage/verdict.json" result)" = failed ] || fail 'verdict.json has not failed'
# What a comparison names is there afterwards, with a page as well: TMPDIR is the test's.
mkdir -p "$work/tmp"
for page in '' "$work/paged.html"; do
  # shellcheck disable=SC2046
  TMPDIR=$work/tmp UNDERSTUDY_HEADLESS_EYE_SIZE=32 run_held paged 1 $([ -z "$page" ] || echo --report "$page") --
  says paged "the run is kept in $work/tmp"
  grep -o "$work/tmp/[^ ]*\.png" "$work/paged.err" >"$work/named"
  while IFS= read -r named; do [ -e "$named" ] || fail "the run names $named, which is gone"; done <"$work/named"
done
[ -s "$work/paged.html" ] || fail "there is no page"

# lavapipe compiles its shaders for a CPU without AVX, and calls its device by another name. LP_NATIVE_VECTOR_WIDTH=128 is not used:
# on a CPU that has AVX, lavapipe 22.3 then writes outside its vertex buffers, in every app, and the app hangs or crashes.
GALLIUM_OVERRIDE_CPU_CAPS=sse4.1 run_held narrow 0 --out "$work/narrow" --
"$tool" compare "$work/base" "$work/narrow" >"$work/compare.out" || { cat "$work/compare.out"; fail 'compare finds a difference'; }
if ! cmp -s <(grep '"name"' "$work/same/run.json") <(grep '"name"' "$work/narrow/run.json"); then
  grep -q 'as a person sees them, because the graphics drivers differ' "$work/compare.out" || fail "compare: $(cat "$work/compare.out")"
fi
code=0
"$tool" compare "$work/same" "$work/stage" >"$work/compare.out" || code=$?
[ "$code" = 1 ] || fail "compare of two spaces ended with $code"
grep -q '^the first difference is' "$work/compare.out" || fail "compare: $(cat "$work/compare.out")"
