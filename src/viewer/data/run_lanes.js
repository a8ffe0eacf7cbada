// SPDX-License-Identifier: MIT
// The lanes that the timeline shows of a run.
import { bursts, joined, stateSpans } from "./recording_lanes.js";
import { faultText, groupBy, isProblem } from "./log.js";

const mostActions = 40;

// Spans of the frames that pass a test.
function frameSpans(run, test, kind) {
  return joined(run.frames.filter(test).map((frame) => ({ from: frame.t, to: run.frames[frame.index + 1]?.t ?? frame.t, kind })));
}

// Tracked: as reported to the app, or as recorded if the app did not ask. Pinches are those of the recording.
function handLanes(run) {
  const recorded = (frame, name) => {
    const hand = run.recording?.hands.find((candidate) => candidate.name === name);
    return hand && Number.isFinite(frame.atS) ? hand.flags.row(run.recording.rowAt(frame.atS)) : 0;
  };
  const told = (frame, name) => frame.lines.find((line) => line.e === "hand" && line.hand === name)?.active;
  return ["left", "right"].flatMap((name) => [
    { label: `${name} tracked`, spans: frameSpans(run, (frame) => told(frame, name) ?? (recorded(frame, name) & 2) !== 0, name), marks: [] },
    { label: `${name} pinch`, spans: frameSpans(run, (frame) => (recorded(frame, name) & 4) !== 0, name), marks: [] }])
    .filter((lane) => lane.spans.length > 0);
}

// A lane for each action whose value changed: spans where it is on, marks where it changed.
function actionLanes(run) {
  const byAction = groupBy(run.log.of("action"), (line) => `${line.action}${line.subaction ? ` ${line.subaction.replace("/user/hand/", "")}` : ""}`);
  const isOn = (line) => line.active && (line.value === true || (typeof line.value === "number" && Math.abs(line.value) > 0.5));
  const lanes = [...byAction].filter(([, lines]) => lines.length > 1).map(([label, lines]) => ({
    label, marks: marksOf(lines.filter((line) => Array.isArray(line.value)), "event", (line) => `${label} ${JSON.stringify(line.value)}`),
    spans: joined(lines.map((line, i) => ({ line, from: line.t, to: lines[i + 1]?.t ?? run.to, kind: label.endsWith("left") ? "left" : "right" })).filter(({ line }) => isOn(line))) }))
    .filter((lane) => lane.spans.length > 0 || lane.marks.length > 0);
  const more = lanes.length - mostActions;
  return more > 0 ? [...lanes.slice(0, mostActions), { label: `${more} more actions`, spans: [], marks: [] }] : lanes;
}

// With a wall clock: frames whose display time is more than one and a half periods after the one before.
function lateMarks(run) {
  const marks = [];
  if (run.start?.clock === "frame") return marks; // a late frame does not change the answers to the app
  run.frames.forEach((frame, i) => {
    const before = run.frames[i - 1];
    if (!frame.wait || !before?.wait || before.playback !== frame.playback || frame.frame === null || before.frame === null) return;
    const gap = (frame.wait.wall_time_ns - before.wait.wall_time_ns) / frame.wait.wall_period_ns;
    if (gap > 1.5) marks.push({ t: frame.t, kind: "late", index: frame.wait.index, label: `frame ${frame.frame}: ${Math.round(gap) - 1} display times without a frame` });
  });
  return marks;
}

// Faults on purpose: from the line that begins one to the line that ends it. A fault without an end lasts to the end of the run.
function faultSpans(lines, to) {
  const open = new Map(), spans = [];
  for (const line of lines) {
    const key = `${line.session} ${line.fault}`;
    if (line.what === "begin") spans.push({ from: line.t, to, kind: "fault", label: String(line.fault) });
    const span = open.get(key);
    if (span) span.to = line.t;
    if (line.what === "begin") open.set(key, spans[spans.length - 1]);
    else open.delete(key);
  }
  return spans;
}

// Marks of lines; `index` is the line that a click selects.
function marksOf(lines, kind, label) {
  return lines.map((line) => ({ t: line.t, kind, label: label(line), index: line.index }));
}

function expectationMarks(run) {
  return run.expectations.filter((item) => !item.left_out).map((item) => ({ t: item.decided?.t ?? run.to, kind: item.passed ? "good" : "bad", index: item.decided?.index,
    label: `${item.passed ? "met" : "not met"}: ${item.name}${item.reason ? `: ${item.reason}` : ""}` }));
}

function differenceMarks({ difference }) {
  return difference?.line ? [{ t: difference.line.t, kind: "bad", index: difference.line.index, label: difference.text }] : [];
}

export function runLanes(run) {
  const { log } = run, faults = log.of("fault"), states = log.of("state");
  const late = [...lateMarks(run), ...marksOf(log.of("late"), "late", (line) => `${line.wall_count} late answers`)];
  const lanes = [{ label: "expectations", spans: [], marks: expectationMarks(run) },
    { label: "difference", spans: [], marks: differenceMarks(run) },
    { label: "problems", spans: [], marks: marksOf(log.lines.filter(isProblem), "bad", (line) => `${line.e} ${line.call ?? line.what ?? ""} ${line.result ?? ""}`) },
    { label: "faults", spans: faultSpans(faults, run.to), marks: marksOf(faults, "fault", faultText) },
    { label: "late frames", spans: [], marks: late },
    { label: "session state", spans: stateSpans(states, run.to), marks: [] },
    { label: "haptics", ...bursts(log.of("haptic")) }];
  return [...lanes.filter((lane) => lane.spans.length > 0 || lane.marks.length > 0), ...handLanes(run), ...actionLanes(run)];
}
