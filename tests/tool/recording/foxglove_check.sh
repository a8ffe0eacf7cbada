#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# foxglove_check.sh TOOL MAKE_SESSION SOURCE: files for Foxglove and Rerun are what the official schemas (@foxglove/schemas of npm) say, read with the official
# MCAP library (@mcap/core).
set -euo pipefail
tool=${1:?the tool} make_session=${2:?understudy_make_session} source=${3:?the checkout}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../../npm.sh"
need_npm @mcap/core
need_npm @foxglove/schemas
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$make_session" "$work/session.mcap" 96 touch velocity views events >/dev/null
for recording in "$source/tests/data/demo.bin" "$work/session.mcap"; do
  name=$(basename "$recording")
  "$tool" convert "$recording" -o "$work/$name.foxglove.mcap" >/dev/null
  node "$here/foxglove_check.mjs" "$work/$name.foxglove.mcap" "$npm_folder"
done
