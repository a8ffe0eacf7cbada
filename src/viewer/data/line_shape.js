// SPDX-License-Identifier: MIT
// Whether the fields of a line of the event log are as understudy-log(5) describes them, as far as this page reads them. The rest of the
// page relies on this check. NaN and infinity are null in a log. `layer` is the version of Understudy in the first line, and a number in
// the line of a layer.

const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number" || value === null;
const isNumbers = (count) => (value) => Array.isArray(value) && (count === 0 || value.length === count) && value.every(isNumber);
const isList = (test) => (value) => Array.isArray(value) && value.every(test);
const orNull = (test) => (value) => value === null || test(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPose = isNumbers(7);
const isLayer = (value) => isObject(value) && (value.pose === undefined || orNull(isPose)(value.pose)) && (value.kind === undefined || isText(value.kind));

const numbers = ["n", "wall_ms", "wall_time_ns", "wall_period_ns", "wall_frame_ms", "at_s", "ask", "base", "space"];
const texts = ["action", "subaction", "hand", "call", "result", "what", "state", "flags", "from", "how", "fault", "name", "file", "type", "kind", "anchor"];
const shapes = new Map([...numbers.map((key) => [key, isNumber]), ...texts.map((key) => [key, orNull(isText)]),
  ["pose", orNull(isPose)], ["velocity", orNull(isNumbers(0))], ["poses", isList(orNull(isPose))], ["fovs", isList(isNumbers(4))], ["joints", isList(orNull(isPose))],
  ["layers", isList(isLayer)], ["layer", (value) => isNumber(value) || isText(value)], ["kinds", isList(isText)], ["size", isNumbers(2)]]);

export function isLine(value) {
  if (!isObject(value) || !isText(value.e)) return false;
  for (const key of Object.keys(value)) if (shapes.has(key) && !shapes.get(key)(value[key])) return false;
  return true;
}
