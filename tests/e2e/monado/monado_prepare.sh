#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A Debian 13 root with Monado, for the tests that need it.
. "$(dirname "$0")/../lib.sh"
status=0
"$source/scripts/monado.sh" --root "$build/monado-root" prepare 2>"$work/why" || status=$?
cat "$work/why" >&2
[ "$status" != 77 ] || skip "$(sed 's/^monado.sh: //' "$work/why" | tail -n 1)"
exit "$status"
