#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# foreign_reader.sh WRITE_SESSION FOLDER TOOL: the official MCAP library (@mcap/core of npm) and protobufjs read a session recording, as
# it was written and as TOOL has compressed it. FOLDER keeps the modules between runs.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
write_session=${1:?the program write_session} modules=${2:?a folder for the modules} tool=${3:?the tool}
skip() {
  echo "SKIP: $1"
  exit 77
}
command -v node >/dev/null || skip "there is no node"
command -v npm >/dev/null || skip "there is no npm"
mkdir -p "$modules"
if [ ! -e "$modules/complete-2" ]; then
  echo '{"private": true}' >"$modules/package.json"
  (cd "$modules" && timeout 120 npm install --no-audit --no-fund --silent @mcap/core@2.2.2 protobufjs@8.8.1 fzstd@0.1.1 >install.log 2>&1) ||
    skip "npm could not install @mcap/core: $(tail -n 1 "$modules/install.log")"
  touch "$modules/complete-2"
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$write_session" "$work/session.mcap" >"$work/expected"
node "$here/foreign_reader.mjs" "$work/session.mcap" "$work/expected" "$modules"
"$tool" convert "$work/session.mcap" -o "$work/compressed.mcap"
[ "$(grep -c zstd "$work/compressed.mcap")" -gt 0 ] || { echo "nothing is compressed"; exit 1; }
node "$here/foreign_reader.mjs" "$work/compressed.mcap" "$work/expected" "$modules"
