// SPDX-License-Identifier: MIT
// mcp_sdk.js sdk|client TOOL FOLDER: a client of the official SDK drives hello_xr with every tool that the server lists.
const assert = require("node:assert");
const [, , name, tool, folder] = process.argv;
const sdk = `@modelcontextprotocol/${name}`;
const { Client } = require(name === "sdk" ? `${sdk}/client/index.js` : sdk);
const { StdioClientTransport } = require(name === "sdk" ? `${sdk}/client/stdio.js` : `${sdk}/stdio`);
const { AjvJsonSchemaValidator } = require(name === "sdk" ? `${sdk}/validation/ajv` : `${sdk}/validators/ajv`);

const TOOLS = ["launch", "see", "do", "aim", "advance", "expect", "undo", "stop"];

// Calls tools with arguments that their schemas allow.
class Caller {
  constructor(client, tools) {
    const validator = new AjvJsonSchemaValidator();
    this.client = client;
    this.schemas = new Map(tools.map((one) => [one.name, validator.getValidator(one.inputSchema)]));
    this.called = new Set();
  }

  async call(name, args) {
    const { valid, errorMessage } = this.schemas.get(name)(args);
    assert(valid, `${name} ${JSON.stringify(args)}: ${errorMessage}`);
    const result = await this.client.callTool({ name, arguments: args });
    assert.equal(result.isError, false, `${name}: ${JSON.stringify(result.content)}`);
    this.called.add(name);
    return result.content;
  }

  async facts(name, args) {
    return JSON.parse((await this.call(name, args))[0].text);
  }

  // What a schema forbids, the server refuses.
  async refuse(name, args, why) {
    assert.equal(this.schemas.get(name)(args).valid, false, `the schema of ${name} allows ${JSON.stringify(args)}`);
    const { isError, content } = await this.client.callTool({ name, arguments: args });
    assert.equal(isError, true, `${name} accepts ${JSON.stringify(args)}`);
    assert.match(content[0].text, why);
  }
}

async function useAll(caller) {
  await caller.call("launch", { command: "hello_xr", arguments: ["-g", "Vulkan2"] });
  for (const name of TOOLS) await caller.refuse(name, { wings: 2 }, /wings|must have/);
  await caller.call("do", { commands: [{ line: "right profile oculus/touch_controller" }, { line: "right grip 0.2 -0.1 -0.5" }] });
  const aimed = await caller.facts("aim", { do: "point_at", hand: "right", target: { point: [0, 0, -2], space: "LOCAL" } });
  assert.deepEqual(aimed.point, [0, 0, -2]);
  const { frame } = await caller.facts("advance", { frames: 5 });
  await caller.call("do", { commands: [{ line: "right squeeze/value 1", over: 0.2 }] });
  const vibrates = { haptic: "right", within_seconds: 0.5 };
  assert.equal((await caller.facts("expect", vibrates)).met, true);
  const back = await caller.facts("undo", { frame });
  assert.equal(back.frame, frame);
  assert.equal((await caller.facts("expect", vibrates)).met, false, "the squeeze is not undone");
  const [seen] = await caller.call("see", { longest_px: 128 });
  assert.equal(seen.type, "image");
  await caller.call("stop", {});
  assert.deepEqual([...caller.called].sort(), [...TOOLS].sort(), "a tool was not called");
}

async function drive(options) {
  const client = new Client({ name: "test", version: "1" }, options);
  await client.connect(new StdioClientTransport({ command: tool, args: ["mcp", "--project", folder] }));
  assert.equal(client.getServerVersion().name, "understudy");
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((one) => one.name), TOOLS);
  assert.equal((await client.callTool({ name: "see", arguments: {} })).isError, true);
  await useAll(new Caller(client, tools));
  await assert.rejects(client.callTool({ name: "fly", arguments: {} }), /there is no tool 'fly'/);
  await client.close();
  console.log(`${sdk} ${JSON.stringify(options)}: all ${tools.length} tools`);
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
