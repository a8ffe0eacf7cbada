// SPDX-License-Identifier: MIT
// node foreign_reader.mjs FILE EXPECTED MODULES: the official MCAP library reads FILE, by its index and from beginning to end, and
// protobufjs decodes each message by the schema that the file holds. Each line of EXPECTED (write_session prints it) must be found.
import { createRequire } from "node:module";
import fs from "node:fs";

const [file, expected, modules] = process.argv.slice(2);
const require = createRequire(modules + "/");
const { McapIndexedReader, McapStreamReader } = require("@mcap/core");
const protobuf = require("protobufjs");
const descriptor = require("protobufjs/ext/descriptor");
const Long = require("long");
const fzstd = require("fzstd");
protobuf.util.Long = Long;
protobuf.configure();

const bytes = fs.readFileSync(file);
const decompressHandlers = { zstd: (data, size) => fzstd.decompress(data, new Uint8Array(Number(size))) };
const readable = {
  size: async () => BigInt(bytes.length),
  read: async (offset, length) => bytes.subarray(Number(offset), Number(offset + length)),
};
const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
function crc32(data) {
  let crc = 0xffffffff;
  for (const byte of data) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
function fail(text) {
  console.error(text);
  process.exit(1);
}

const types = new Map();
function decode(schema, data) {
  if (schema.encoding !== "protobuf") fail(`schema ${schema.name} is ${schema.encoding}`);
  if (!types.has(schema.id)) {
    const set = descriptor.FileDescriptorSet.decode(schema.data);
    types.set(schema.id, protobuf.Root.fromDescriptor(set).lookupType(schema.name));
  }
  return types.get(schema.id).decode(data);
}

const bitsOf = (value) => new Uint32Array(new Float32Array([value]).buffer)[0];
function field(message, path) {
  return path.split(".").reduce((at, name) => (at === null || at === undefined ? at : at[name]), message);
}
function show(name, value, like) {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (Array.isArray(value)) return like.split(",").map((_, i) => bitsOf(value[i])).join(",");
  if (name === "amplitude") return String(bitsOf(value));
  if (value !== null && typeof value === "object") return value.toString();
  return String(value);
}
// JavaScript does not keep the bits of a NaN.
const withoutNaN = (bits) => ((bits & 0x7f800000) === 0x7f800000 && (bits & 0x7fffff) !== 0 ? "NaN" : bits);
const comparable = (text) => (/^\d+(,\d+)*$/.test(text) ? text.split(",").map(withoutNaN).join(",") : text);

const wanted = fs.readFileSync(expected, "utf8").trimEnd().split("\n");
let at = 0, decoded = 0, components;
// Each chunk begins with the table of components; how many chunks there are depends on how fast the messages came.
function isRepeated(topic, message) {
  const text = topic === "/components" ? JSON.stringify(message) : undefined;
  if (text === undefined) return false;
  if (components !== undefined && text !== components) fail("the components change");
  const repeated = components !== undefined;
  components = text;
  return repeated;
}
function check(topic, time, message) {
  decoded++;
  if (isRepeated(topic, message)) return;
  if (at >= wanted.length) fail(`one message too many: ${topic} at ${time}`);
  const [wantedTopic, wantedTime, ...fields] = wanted[at].split(" ");
  if (topic !== wantedTopic || String(time) !== wantedTime) fail(`${topic} at ${time}, but expected ${wanted[at]}`);
  for (const text of fields) {
    const cut = text.indexOf("="), name = text.slice(0, cut), want = text.slice(cut + 1);
    const got = show(name, field(message, name), want);
    if (comparable(got) !== comparable(want)) fail(`${topic} at ${time}: ${name} is ${got}, not ${want}`);
  }
  at++;
}

const reader = await McapIndexedReader.Initialize({ readable, decompressHandlers });
if (reader.header.profile !== "understudy") fail(`the profile is ${reader.header.profile}`);
const counts = new Map();
for await (const message of reader.readMessages()) {
  const channel = reader.channelsById.get(message.channelId);
  check(channel.topic, message.logTime, decode(reader.schemasById.get(channel.schemaId), message.data));
  counts.set(message.channelId, (counts.get(message.channelId) ?? 0n) + 1n);
}
if (at !== wanted.length) fail(`${wanted.length - at} messages are missing`);
if (reader.statistics.messageCount !== BigInt(decoded)) fail("the statistics count other messages");
for (const [id, count] of counts)
  if (reader.statistics.channelMessageCounts.get(id) !== count) fail(`the statistics of channel ${id} are wrong`);

// From beginning to end, as a file without its summary would be read: the reader checks each chunk's checksum.
let streamed = 0, dataEnd, footer;
const stream = new McapStreamReader({ validateCrcs: true, decompressHandlers });
stream.append(bytes);
for (let record; (record = stream.nextRecord()); ) {
  if (record.type === "Message") streamed++;
  if (record.type === "DataEnd") dataEnd = record;
  if (record.type === "Footer") footer = record;
}
if (!stream.done()) fail("the stream reader is not at the end");
if (streamed !== decoded) fail(`the stream has ${streamed} messages, the index ${decoded}`);
const summary = Number(footer.summaryStart);
if (dataEnd.dataSectionCrc !== crc32(bytes.subarray(0, summary - 13))) fail("the data section's checksum is wrong");
if (footer.summaryCrc !== crc32(bytes.subarray(summary, bytes.length - 12))) fail("the summary's checksum is wrong");
console.log(`${decoded} messages of ${counts.size} topics`);
