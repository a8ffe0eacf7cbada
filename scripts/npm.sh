#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Install the packages of npm that some tests need, into build/npm. They come from the registry that npm is configured for.
#   scripts/npm.sh
# It always exits with 0. Where npm cannot install them, build/npm/why says why, and the tests that need them are skipped with that reason.
set -eu
. "$(dirname "$0")/common.sh"

# Clients of the Model Context Protocol; an emulator of WebXR; a reader of .mcap files with what decodes their messages;
# the schemas of Foxglove.
npm_packages=(@modelcontextprotocol/sdk@1.32.2 @modelcontextprotocol/client@2.4.0 @modelcontextprotocol/inspector@2.12.0
  iwer@2.5.0
  @mcap/core@2.2.2 protobufjs@8.8.1 fzstd@0.1.1 @foxglove/schemas@2.1.0)
limit_s=600
folder=$project_dir/build/npm log=$project_dir/build/npm/install.log
mkdir -p "$folder"
trap 'give_back "$folder"' EXIT

cannot() {
  rm -rf "$folder/node_modules" # what is there of it
  echo "$1" >"$folder/why"
  say "the packages of npm are not installed: $1"
  exit 0
}

[ "${npm_packages[*]}" != "$(cat "$folder/installed" 2>/dev/null)" ] || exit 0
for command in node npm; do
  command -v $command >/dev/null || cannot "$command is not installed"
done
rm -rf "$folder/installed" "$folder/node_modules"
# npm installs where it finds this file. Without it, that is a folder above.
echo '{"private": true}' >"$folder/package.json"
status=0
(cd "$folder" && run_step "installing ${#npm_packages[@]} packages of npm" 30 "$log" timeout $limit_s npm install --no-audit --no-fund --no-package-lock \
  --ignore-scripts --no-progress --no-update-notifier --fetch-retries=1 --fetch-timeout=60000 "${npm_packages[@]}" </dev/null) || status=$?
case $status in
0) ;;
124) cannot "npm was not done after $limit_s seconds; see ${log#"$project_dir"/}" ;;
*) cannot "$(grep -m 1 -iE 'err(or|!) code' "$log" || echo "npm failed with $status"); see ${log#"$project_dir"/}" ;;
esac
rm -f "$folder/why"
echo "${npm_packages[*]}" >"$folder/installed"
