// SPDX-License-Identifier: MIT
// The values of a run that curves can show: times of frames, the answers to the app, its actions, and the recording.
import { groupBy, lastPlace } from "./log.js";
import { recordingValues } from "./recording_values.js";

function frameValue(run, id, label, unit, ofFrame) {
  return { id, label, unit, at: (t) => ofFrame(run.frameAt(t)) ?? NaN };
}

function frameTimes(run) {
  const gap = (frame) => {
    const before = run.frames[(frame?.index ?? 0) - 1];
    return frame?.wait && before?.wait ? (frame.wait.wall_ms - before.wait.wall_ms) : NaN;
  };
  const work = (frame) => frame?.lines.find((line) => line.e === "submit")?.wall_frame_ms;
  return { label: "Frames", entries: [
    { id: "frame-time", label: "frame time", values: [frameValue(run, "frame-time", "frame time", "ms", gap)] },
    { id: "frame-work", label: "xrWaitFrame to xrEndFrame", values: [frameValue(run, "frame-work", "xrWaitFrame to xrEndFrame", "ms", work)] }] };
}

function told(run) {
  const of = (axis) => frameValue(run, `told-head.${axis}`, `head as told ${"xyz"[axis]}`, "m", (frame) => run.momentOf(frame, null).head?.pose[axis]);
  return { label: "What the app was told", entries: [{ id: "told-head", label: "head as told", values: [of(0), of(1), of(2)] }] };
}

function actions(run) {
  const byName = groupBy(run.log.of("action"), (line) => `${line.action} ${line.subaction ?? ""}`);
  const at = (lines, t, part) => {
    const line = lines[lastPlace(lines.length, (i) => lines[i].t > t + 1e-9)];
    return line.t > t + 1e-9 ? NaN : Number(Array.isArray(line.value) ? line.value[part] : line.value);
  };
  return { label: "Actions", entries: [...byName].map(([name, lines]) => {
    const parts = lines.some((line) => Array.isArray(line.value)) ? [0, 1] : [0];
    return { id: `action ${name}`, label: name, values: parts.map((part) => ({ id: `${name}.${part}`, label: parts.length > 1 ? `${name} ${"xy"[part]}` : name, unit: "", at: (t) => at(lines, t, part) })) };
  }) };
}

// The recording's values at the times that the frames played.
function recorded(run) {
  const moved = (value) => ({ ...value, at: (t) => {
    const atS = run.frameAt(t)?.atS;
    return Number.isFinite(atS) ? value.at(atS) : NaN;
  } });
  return recordingValues(run.recording).map((group) => ({ label: `Recorded: ${group.label}`, entries: group.entries.map((entry) => ({ ...entry, values: entry.values.map(moved) })) }));
}

export function runValues(run) {
  const groups = [frameTimes(run), told(run), actions(run)];
  return [...groups.filter((group) => group.entries.length > 0), ...(run.recording ? recorded(run) : [])];
}
