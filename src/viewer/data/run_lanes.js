// SPDX-License-Identifier: MIT
// The lanes that the timeline shows of a run.
import { stateSpans } from "./recording_lanes.js";
import { faultText, isProblem } from "./log.js";

const mostActions = 8;

// Spans of the frames that pass a test.
function frameSpans(run, test, kind) {
  const spans = [];
  for (const frame of run.frames) {
    const next = run.frames[frame.index + 1]?.t ?? frame.t;
    if (!test(frame)) continue;
    const last = spans[spans.length - 1];
    if (last && Math.abs(last.to - frame.t) < 1e-9) last.to = next;
    else spans.push({ from: frame.t, to: next, kind });
  }
  return spans;
}

function recordedLanes(run) {
  if (!run.recording) return [];
  const flagsAt = (frame, hand) => (Number.isFinite(frame.atS) ? hand.flags.row(run.recording.rowAt(frame.atS)) : 0);
  return run.recording.hands.filter((hand) => !hand.flags.isConstantZero).flatMap((hand) => [
    { label: `${hand.name} tracked`, spans: frameSpans(run, (frame) => (flagsAt(frame, hand) & 2) !== 0, hand.name), marks: [] },
    { label: `${hand.name} pinch`, spans: frameSpans(run, (frame) => (flagsAt(frame, hand) & 4) !== 0, hand.name), marks: [] }]);
}

// A lane for each action whose value changed: spans where it is on, marks where it changed.
function actionLanes(run) {
  const byAction = new Map();
  for (const line of run.log.of("action")) {
    const key = `${line.action}${line.subaction ? ` ${line.subaction.replace("/user/hand/", "")}` : ""}`;
    byAction.set(key, [...(byAction.get(key) ?? []), line]);
  }
  const isOn = (line) => line.active && (line.value === true || (typeof line.value === "number" && Math.abs(line.value) > 0.5));
  return [...byAction].filter(([, lines]) => lines.length > 1).map(([label, lines]) => ({
    label, marks: lines.filter((line) => Array.isArray(line.value)).map((line) => ({ t: line.t, kind: "event", label: `${label} ${JSON.stringify(line.value)}` })),
    spans: lines.map((line, i) => ({ line, from: line.t, to: lines[i + 1]?.t ?? run.to, kind: label.endsWith("left") ? "left" : "right" })).filter(({ line }) => isOn(line)) }))
    .filter((lane) => lane.spans.length > 0 || lane.marks.length > 0).slice(0, mostActions);
}

// Frames whose display time is more than one and a half periods after the one before.
function lateMarks(run) {
  const marks = [];
  run.frames.forEach((frame, i) => {
    const before = run.frames[i - 1];
    if (!frame.wait || !before?.wait || before.playback !== frame.playback || frame.frame === null || before.frame === null) return;
    const gap = (frame.wait.wall_time_ns - before.wait.wall_time_ns) / frame.wait.wall_period_ns;
    if (gap > 1.5) marks.push({ t: frame.t, kind: "late", label: `frame ${frame.frame}: ${Math.round(gap) - 1} display times without a frame` });
  });
  return marks;
}

// Faults on purpose: from the line that begins one to the line that ends it. What has no end lasts to the end of the run.
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

export function runLanes(run) {
  const mark = (line, kind, label) => ({ t: line.t, kind, label });
  const lanes = [];
  if (run.expectations.length > 0)
    lanes.push({ label: "expectations", spans: [], marks: run.expectations.filter((item) => !item.left_out).map((item) => ({ t: item.decided?.t ?? run.to, kind: item.passed ? "good" : "bad",
      label: `${item.passed ? "met" : "not met"}: ${item.name}${item.reason ? `: ${item.reason}` : ""}` })) });
  const problems = run.log.lines.filter(isProblem);
  if (problems.length > 0) lanes.push({ label: "problems", spans: [], marks: problems.map((line) => mark(line, "bad", `${line.e} ${line.call ?? line.what ?? ""} ${line.result ?? ""}`)) });
  const states = run.log.of("state");
  if (states.length > 0) lanes.push({ label: "session state", spans: stateSpans(states, run.to), marks: [] });
  lanes.push(...recordedLanes(run), ...actionLanes(run));
  const haptics = run.log.of("haptic");
  if (haptics.length > 0) lanes.push({ label: "haptics", spans: [], marks: haptics.map((line) => mark(line, "haptic", `${line.what} ${line.action} ${line.subaction ?? ""}`)) });
  const faults = run.log.of("fault");
  if (faults.length > 0) lanes.push({ label: "faults", spans: faultSpans(faults, run.to), marks: faults.map((line) => mark(line, "fault", faultText(line))) });
  const late = [...lateMarks(run), ...run.log.of("late").map((line) => mark(line, "late", `${line.wall_count} late answers`))];
  if (late.length > 0) lanes.push({ label: "late frames", spans: [], marks: late });
  return lanes;
}
