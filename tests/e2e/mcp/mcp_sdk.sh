#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mcp_sdk.sh: clients of the official SDK of the Model Context Protocol (TypeScript), where it is installed: in UNDERSTUDY_MCP_SDK, a folder
# node_modules, or among npm's global packages. Version 1 speaks with the handshake, version 2 without it, too.
. "$(dirname "$0")/../lib.sh"
need_command node
need_command hello_xr
NODE_PATH=${UNDERSTUDY_MCP_SDK:-$(npm root -g 2>/dev/null || true)}
export NODE_PATH
tried=0
for package in sdk client; do
  [ -d "$NODE_PATH/@modelcontextprotocol/$package" ] || continue
  node "$(dirname "$0")/mcp_sdk.js" $package "$tool" "$work" || fail "the client of $package fails"
  tried=$((tried + 1))
done
[ $tried != 0 ] || skip "@modelcontextprotocol/sdk is not installed (npm install -g @modelcontextprotocol/sdk)"
