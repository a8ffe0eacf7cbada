// SPDX-License-Identifier: MIT
// Describes a line of the log in words.
import { faultText } from "../data/log.js";
import { number } from "../dom.js";

const functions = { wait: "xrWaitFrame", submit: "xrEndFrame", sync: "xrSyncActions", views: "xrLocateViews", hand: "xrLocateHandJointsEXT", locate: "xrLocateSpace" };

export function callName(line) {
  return line.call ?? functions[line.e] ?? line.e;
}

// One line for the list.
export function summary(line, spaces) {
  const name = (n) => spaces.name(n);
  switch (line.e) {
    case "locate": return `${name(line.space)} in ${name(line.base)}`;
    case "views": return `eyes in ${name(line.base)}`;
    case "hand": return `${line.hand} hand in ${name(line.base)}${line.active ? "" : ", not active"}`;
    case "submit": return (line.layers ?? []).map((layer) => layer.kind).join(", ") || "no layers";
    case "sync": return line.result ?? "";
    case "action": return `${line.action} ${line.subaction ?? ""} = ${JSON.stringify(line.value ?? null)}${line.active ? "" : ", not active"}`;
    case "haptic": return `${line.what} ${line.action} ${line.subaction ?? ""}`;
    case "state": return line.state ?? "";
    case "error": return `${line.result ?? ""} ${line.what ?? ""}`;
    case "space": return `${line.space}: ${name(line.space)}`;
    case "fault": return faultText(line);
    case "marker": return line.name ?? "";
    case "unreadable": return line.text;
    default: return String(line.what ?? line.file ?? line.profile ?? line.app ?? (line.kinds ? line.kinds.join(", ") : ""));
  }
}

const parts = { o: "orientation valid", p: "position valid", O: "orientation tracked", P: "position tracked", v: "linear velocity", w: "angular velocity" };

export function flagWords(flags) {
  const words = [...flags].map((flag) => parts[flag] ?? flag);
  return words.length > 0 ? words.join(", ") : "nothing valid";
}

const who = { recording: "the recording", runtime: "the runtime", both: "the recording and the runtime, one side each", nobody: "nobody" };
const how = { exact: "exactly at a recorded time", interpolated: "interpolated between two recorded times", held: "held: the last recorded value", before: "before the first recorded time", absent: "the recording does not hold it" };

export function fromWords(line) {
  return [line.from && `from ${who[line.from] ?? line.from}`, line.how && (how[line.how] ?? line.how)].filter(Boolean).join("; ");
}

export function poseText(pose) {
  return `${pose.slice(0, 3).map((value) => number(value, 4)).join("  ")}\n${pose.slice(3).map((value) => number(value, 5)).join("  ")}`;
}
