#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mcp_sdk.sh: clients of the official SDK of the Model Context Protocol (TypeScript) use each tool: those that scripts/npm.sh has installed, or those
# in UNDERSTUDY_MCP_SDK, a folder node_modules. Version 1 (sdk) speaks with the handshake, version 2 (client) without it, too.
. "$(dirname "$0")/../lib.sh"
. "$source/tests/npm.sh"
need_command node
need_command hello_xr
export NODE_PATH=${UNDERSTUDY_MCP_SDK:-$npm_folder/node_modules}
[ -d "$NODE_PATH/@modelcontextprotocol/client" ] || need_npm @modelcontextprotocol/sdk "$NODE_PATH"
for package in sdk client; do
  [ -d "$NODE_PATH/@modelcontextprotocol/$package" ] || continue
  node "$(dirname "$0")/mcp_sdk.js" $package "$tool" "$work" || fail "the client of $package fails"
done
