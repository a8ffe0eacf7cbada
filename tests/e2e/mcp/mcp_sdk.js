// SPDX-License-Identifier: MIT
// mcp_sdk.js sdk|client TOOL FOLDER: a client of the official SDK drives hello_xr.
const assert = require("node:assert");
const [, , name, tool, folder] = process.argv;
const sdk = `@modelcontextprotocol/${name}`;
const { Client } = require(name === "sdk" ? `${sdk}/client/index.js` : sdk);
const { StdioClientTransport } = require(name === "sdk" ? `${sdk}/client/stdio.js` : `${sdk}/stdio`);

async function drive(options) {
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(new StdioClientTransport({ command: tool, args: ["mcp", "--project", folder] }));
  const call = (name, args) => client.callTool({ name, arguments: args });
  assert.equal(client.getServerVersion().name, "understudy");
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((one) => one.name), ["launch", "see", "do", "aim", "advance", "expect", "stop"]);
  assert.equal((await call("see", {})).isError, true);
  assert.equal((await call("launch", { command: "hello_xr", arguments: ["-g", "Vulkan2"] })).isError, false);
  await call("do", { commands: [{ line: "right profile oculus/touch_controller" }, { line: "right squeeze/value 1", over: 0.2 }] });
  const met = await call("expect", { haptic: "right", within_seconds: 0.5 });
  assert.equal(JSON.parse(met.content[0].text).met, true);
  const seen = await call("see", { longest_px: 128 });
  assert.equal(seen.content[0].type, "image");
  assert.equal(seen.isError, false);
  assert.equal((await call("stop", {})).isError, false);
  await assert.rejects(call("fly", {}), /there is no tool 'fly'/);
  await client.close();
}

async function main() {
  await drive({});
  if (name === "client") {
    for (const mode of ["auto", { pin: "2026-07-28" }]) await drive({ versionNegotiation: { mode } });
  }
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
