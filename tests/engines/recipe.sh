#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# recipe.sh ENGINE: the command of docs/engines.md, as it stands there, plays a recording into our project in the engine's Debian.
. "$(dirname "$0")/../e2e/lib.sh"
engine=$1
root=$build/engines/$engine
[ -e "$root/.understudy-ready" ] || skip "there is no $engine here; scripts/test.sh engines unpacks it"
command=$(awk -v fence="\`\`\`sh $engine" '$0 == fence { inside = 1; next } /^```$/ { inside = 0 } inside' "$source/docs/engines.md")
[ -n "$command" ] || fail "docs/engines.md has no command for $engine"
echo "\$ $command"
# A short recording, so that the document's command does it.
"$source/scripts/monado.sh" --root "$root" run --proc --no-service --env LIBGL_ALWAYS_SOFTWARE=1 --copy "$tool:@/u/bin/understudy" \
  --copy "$build/lib/libXrApiLayer_understudy.so:@/u/lib/libXrApiLayer_understudy.so" \
  --copy "$build/lib/libunderstudy_headless.so:@/u/lib/libunderstudy_headless.so" --copy "$build/share:@/u/share" \
  --copy "$source/tests/engines/$engine:@/project" --copy "$source/tests/data/line.bin:@/take.bin" \
  -- sh -c "PATH=\$PWD/u/bin:\$PATH; $command" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; fail "the command ended with $?"; }
grep 'understudy: played take.bin .*the recording.s end was reached' "$work/log" || { tail -n 20 "$work/log"; fail "it was not played to its end"; }
