# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: MIT
# For tests that need packages of npm. A test sources this file.

# Where scripts/npm.sh installs them.
npm_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/npm

# need_npm PACKAGE [MODULES]: skips the test unless the package is in the folder node_modules, by default that of scripts/npm.sh, and node is there.
need_npm() {
  local modules=${2:-$npm_folder/node_modules} why="scripts/npm.sh installs it"
  command -v node >/dev/null || { echo "SKIP: node is not installed" && exit 77; }
  [ ! -d "$modules/$1" ] || return 0
  [ "$modules" != "$npm_folder/node_modules" ] || [ ! -s "$npm_folder/why" ] || why=$(<"$npm_folder/why")
  echo "SKIP: the package $1 of npm is not in $modules: $why"
  exit 77
}
