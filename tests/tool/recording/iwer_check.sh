#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# iwer_check.sh TOOL MAKE_SESSION SOURCE | record OUT.json: iwer_check.mjs holds `understudy convert` against the package iwer of npm, which needs no
# browser for it: the one that scripts/npm.sh has installed, or that of UNDERSTUDY_IWER, a folder with node_modules.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../npm.sh"
export UNDERSTUDY_IWER=${UNDERSTUDY_IWER:-$npm_folder}
need_npm iwer "$UNDERSTUDY_IWER/node_modules"
exec node "$here/iwer_check.mjs" "$@"
