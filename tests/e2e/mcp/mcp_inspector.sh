#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# mcp_inspector.sh: the Inspector of the Model Context Protocol, on the command line, finds nothing to say about the tools' schemas, and calls them.
# Each of its calls starts a server of its own. UNDERSTUDY_MCP_SDK names another folder node_modules than that of scripts/npm.sh.
. "$(dirname "$0")/../lib.sh"
. "$source/tests/npm.sh"
need_command hello_xr
modules=${UNDERSTUDY_MCP_SDK:-$npm_folder/node_modules}
need_npm @modelcontextprotocol/inspector "$modules"
export HOME=$work NODE_NO_WARNINGS=1 # The Inspector reads its settings in HOME.
"$modules/.bin/mcp-inspector" --cli --version >"$work/version" 2>&1 || skip "the Inspector does not run in node $(node --version): $(tail -n 1 "$work/version")"
# inspect NAME OPTION...: the answer is in NAME.json, and what the Inspector says in NAME.err.
inspect() {
  local name=$1
  shift
  "$modules/.bin/mcp-inspector" --cli "$tool" mcp --cwd "$work" "$@" >"$work/$name.json" 2>"$work/$name.err"
}
# holds NAME EXPRESSION: it is true of the answer, `it`.
holds() {
  node -e 'const it = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")); process.exit(eval(process.argv[2]) ? 0 : 1);' "$work/$1.json" "$2" ||
    { head -c 2000 "$work/$1.json"; fail "$1: not true: $2"; }
}

for era in legacy modern; do
  inspect "list-$era" --protocol-era $era --strict --method tools/list || { cat "$work/list-$era.err"; fail "the Inspector cannot list the tools"; }
  [ ! -s "$work/list-$era.err" ] || { cat "$work/list-$era.err"; fail "the Inspector has something to say about the tools"; }
  holds "list-$era" 'it.tools.map((one) => one.name).join(" ") === "launch see do aim advance expect undo stop"'
  inspect "launch-$era" --protocol-era $era --method tools/call --tool-name launch --tool-arg command=hello_xr 'arguments=["-g","Vulkan2"]' ||
    { cat "$work/launch-$era".*; fail "the Inspector cannot start an app"; }
  holds "launch-$era" '!it.isError && JSON.parse(it.content[0].text).state === "FOCUSED"'
done
# Where no app runs, the answer is an error.
status=0
inspect see --method tools/call --tool-name see || status=$?
[ $status != 0 ] || fail "the Inspector takes an error for an answer"
holds see 'it.isError && it.content[0].text.includes("Call launch first")'
echo "mcp-inspector $(tail -n 1 "$work/version"): listed $(grep -c '"inputSchema"' "$work/list-modern.json") tools, and launched hello_xr"
