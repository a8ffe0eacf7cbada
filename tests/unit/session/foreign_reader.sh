#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# foreign_reader.sh WRITE_SESSION TOOL: the official MCAP library (@mcap/core of npm) and protobufjs read a session recording, as it was written and
# as TOOL has compressed it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
write_session=${1:?the program write_session} tool=${2:?the tool}
. "$here/../../npm.sh"
need_npm @mcap/core
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$write_session" "$work/session.mcap" >"$work/expected"
node "$here/foreign_reader.mjs" "$work/session.mcap" "$work/expected" "$npm_folder"
"$tool" convert "$work/session.mcap" -o "$work/compressed.mcap"
[ "$(grep -c zstd "$work/compressed.mcap")" -gt 0 ] || { echo "nothing is compressed"; exit 1; }
node "$here/foreign_reader.mjs" "$work/compressed.mcap" "$work/expected" "$npm_folder"
