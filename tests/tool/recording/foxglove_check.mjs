// SPDX-License-Identifier: MIT
// node foxglove_check.mjs FILE MODULES: each message of FILE is decoded by the official schema of its name, and encoded again to the same bytes; and the schema in
// FILE has the official names, numbers and types of the fields.
import { createRequire } from "node:module";
import fs from "node:fs";

const [file, modules] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { McapStreamReader } = require("@mcap/core");
const { foxgloveMessageSchemas, foxgloveEnumSchemas, generateProto } = require("@foxglove/schemas/internal");
const protobuf = require("protobufjs");
const descriptor = require("protobufjs/ext/descriptor");
const fzstd = require("fzstd");

function fail(text) {
  console.error(`${file}: ${text}`);
  process.exit(1);
}

const official = new protobuf.Root();
for (const name of ["timestamp", "duration"]) official.addJSON(protobuf.common.get(`google/protobuf/${name}.proto`).nested);
for (const schema of Object.values(foxgloveMessageSchemas)) {
  const enums = Object.values(foxgloveEnumSchemas).filter((one) => one.parentSchemaName === schema.name);
  protobuf.parse(generateProto(schema, enums), official);
}
official.resolveAll();

// The fields of a type, with those of the types in it.
function compareTypes(own, name, seen) {
  if (seen.has(name)) return;
  seen.add(name);
  const wanted = official.lookupType(name);
  for (const field of own.fieldsArray) {
    const twin = wanted.fieldsById[field.id];
    if (twin === undefined || twin.name !== field.name || twin.repeated !== field.repeated) fail(`${name}: the field ${field.name} = ${field.id} is not official`);
    field.resolve();
    const type = field.resolvedType;
    if (type instanceof protobuf.Type) compareTypes(type, type.fullName.slice(1), seen);
    else if (!(type instanceof protobuf.Enum) && field.type !== twin.type) fail(`${name}: ${field.name} is ${field.type}, and officially ${twin.type}`);
  }
}

const counts = new Map(), schemas = new Map(), channels = new Map(), seen = new Set();
const reader = new McapStreamReader({ decompressHandlers: { zstd: (data, size) => fzstd.decompress(data, new Uint8Array(Number(size))) } });
reader.append(fs.readFileSync(file));
for (let record; (record = reader.nextRecord()) !== undefined; ) {
  if (record.type === "Schema" && record.name.startsWith("foxglove.")) {
    if (record.encoding !== "protobuf") fail(`the schema ${record.name} is ${record.encoding}`);
    const root = protobuf.Root.fromDescriptor(descriptor.FileDescriptorSet.decode(record.data));
    root.resolveAll();
    compareTypes(root.lookupType(record.name), record.name, seen);
    schemas.set(record.id, record.name);
  } else if (record.type === "Channel") {
    channels.set(record.id, record);
  } else if (record.type === "Message") {
    const name = schemas.get(channels.get(record.channelId).schemaId);
    if (name === undefined) continue;
    const type = official.lookupType(name);
    const again = type.encode(type.decode(record.data)).finish();
    if (Buffer.compare(Buffer.from(again), Buffer.from(record.data)) !== 0) fail(`a message of ${channels.get(record.channelId).topic} is not the same once decoded as ${name}`);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
}
if (!reader.done()) fail("it has no end");
for (const name of ["foxglove.FrameTransforms", "foxglove.PosesInFrame"]) if (!counts.has(name)) fail(`there is no ${name}`);
console.log([...counts].map(([name, count]) => `${count} ${name}`).join(", ") + `: as the official schemas say, with ${seen.size} types`);
