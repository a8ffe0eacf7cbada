// SPDX-License-Identifier: MIT
// The selected call: the question, the answer and its reason, and the expectation that the call decided.
import { element, fill, number, seconds, shorten, terms } from "../dom.js";
import { fieldsOf, frameWords } from "../data/log.js";
import { jointNames } from "../data/hand.js";
import { callName, flagWords, fromWords, poseText, summary } from "./call_words.js";

function asked(line, spaces) {
  const rows = [];
  if (line.space !== undefined && line.e === "locate") rows.push(["space", `${spaces.name(line.space)} (${line.space})`]);
  if (line.hand) rows.push(["hand", line.hand]);
  if (line.base !== undefined) rows.push(["base", `${spaces.name(line.base)} (${line.base})`]);
  if (line.ask !== undefined) rows.push(["at the time of", `frame ${number(line.ask, 3)}`]);
  return rows;
}

function answered(line) {
  const rows = [["answered", fromWords(line)], ["result", line.result]];
  if (line.flags !== undefined) rows.push(["flags", flagWords(line.flags)]);
  if (line.active !== undefined) rows.push(["active", String(line.active)]);
  if (line.value !== undefined) rows.push(["value", JSON.stringify(line.value)]);
  if (Array.isArray(line.pose)) rows.push(["position (m), rotation", poseText(line.pose)]);
  if (Array.isArray(line.velocity)) rows.push(["velocity", line.velocity.map((value) => number(value, 4)).join("  ")]);
  (line.poses ?? []).forEach((pose, i) => rows.push([`view ${i}`, poseText(pose)]));
  (line.fovs ?? []).forEach((fov, i) => rows.push([`fov ${i} (rad)`, fov.map((value) => number(value, 4)).join("  ")]));
  (line.layers ?? []).forEach((layer, i) => rows.push([`layer ${i}`, layer.kind]));
  return rows;
}

// Makes a heading and rows, if there are any rows.
function part(title, rows) {
  const list = terms(rows);
  return list.hasChildNodes() ? [element("h2", {}, title), list] : [];
}

function joints(line) {
  if (!Array.isArray(line.joints)) return null;
  return element("details", {}, element("summary", {}, "Joints (m)"),
    terms(line.joints.map((pose, i) => [jointNames[i], Array.isArray(pose) ? pose.slice(0, 3).map((value) => number(value, 4)).join("  ") : "none"])));
}

// Shows the first difference; if it is a value, both values, one below the other.
function differs({ text, field, other, mine, theirs }) {
  return [element("p", { class: "decided failed" }, `${text}.`), field && bothValues(field, [["here", mine], [`in ${other}`, theirs]])];
}

// A field's values in two runs: [[where, value], ...].
export function bothValues(field, values) {
  return terms(values.map(([where, value]) => [`${field}, ${where}`, value]), { class: "both" });
}

// The elements for one line of a run.
export function describeCall(run, line) {
  if (!line) return [element("p", { class: "quiet" }, "Choose a call in the list.")];
  const items = run.decidedBy.get(line.index) ?? [];
  return [
    element("h2", { class: "call-name" }, shorten(callName(line), 60)),
    element("p", {}, shorten(summary(line, run.spaces), 400)),
    ...items.map((item) => element("p", { class: `decided ${item.passed ? "passed" : "failed"}` },
      `${item.passed ? "Meets" : "Fails"} the expectation “${item.name}”${item.reason ? `: ${item.reason}` : ""} (line ${item.line} of the expectations)`)),
    ...(run.difference?.line === line ? differs(run.difference) : []),
    terms([["frame", line.group.frame ?? frameWords(line.group)], ["recording time", Number.isFinite(line.group.atS) ? seconds(line.group.atS) : undefined], ["line of the log", line.n], ["since the log began", seconds((line.wall_ms ?? NaN) / 1000)]]),
    ...part("Asked", asked(line, run.spaces)), ...part("Answered", answered(line)), joints(line),
    element("details", {}, element("summary", {}, "The whole line"), element("pre", {}, line.e === "unreadable" ? line.text : JSON.stringify(fieldsOf(line), null, 1)))];
}

export class CallDetail {
  constructor(parent, store, run) {
    this.store = store;
    this.run = run;
    this.box = element("div", { class: "scroll" });
    parent.append(this.box);
    store.on("selection", () => this.update());
    this.update();
  }

  update() {
    fill(this.box, describeCall(this.run, this.run.log.lines[this.store.get("selection")]));
    this.box.scrollTop = 0;
  }
}
