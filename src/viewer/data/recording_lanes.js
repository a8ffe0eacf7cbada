// SPDX-License-Identifier: MIT
// The lanes that the timeline shows of a recording: {label, spans: [{from, to, kind, label}], marks: [{t, kind, label}]}.

// Joins spans of which each begins where the one before ends.
export function joined(spans) {
  const out = [];
  for (const { from, to, kind } of spans) {
    const last = out[out.length - 1];
    if (last && Math.abs(last.to - from) < 1e-9) last.to = to;
    else out.push({ from, to, kind });
  }
  return out;
}

// Spans in which a track's value passes a test.
function spansOf({ times, to }, track, test, kind) {
  const changes = [...new Set([0, ...track.rows])];
  const spans = changes.map((row, i) => ({ from: times[row], to: times[changes[i + 1]] ?? to, kind }));
  return joined(spans.filter((_, i) => test(track.row(changes[i]))));
}

// Each event's state until the next one.
export function stateSpans(events, to) {
  return events.map((event, i) => ({ from: event.t, to: events[i + 1]?.t ?? to, kind: event.state === "FOCUSED" ? "good" : "quiet", label: event.state }));
}

const pause = 0.05; // seconds without a vibration that part two of them

// Vibrations that an app starts again in every frame count as one: a span, and a mark where it begins. A vibration of amplitude 0 does not
// count.
export function bursts(haptics) {
  const spans = [], marks = [], last = new Map();
  for (const { t, index, what, action, subaction, amplitude, result } of haptics) {
    if (amplitude === 0 || what === "stop" || (result && result !== "XR_SUCCESS")) continue;
    const label = `${what} ${action} ${subaction ?? ""}`, span = last.get(label);
    if (span && t - span.to <= pause) {
      span.to = t;
      continue;
    }
    last.set(label, { from: t, to: t, kind: "haptic", label });
    spans.push(last.get(label));
    marks.push({ t, kind: "haptic", label, index });
  }
  return { spans, marks };
}

export function recordingLanes(recording) {
  const lanes = [], { facts } = recording;
  for (const hand of recording.hands) {
    if (!hand.isSeen) continue;
    lanes.push({ label: `${hand.name} tracked`, spans: spansOf(recording, hand.flags, (value) => (value & 2) !== 0, hand.name), marks: [] });
    lanes.push({ label: `${hand.name} pinch`, spans: spansOf(recording, hand.flags, (value) => (value & 4) !== 0, hand.name), marks: [] });
  }
  const gaze = recording.tracks.get("gaze.flags");
  if (!gaze.isConstantZero) lanes.push({ label: "gaze valid", spans: spansOf(recording, gaze, (value) => value > 0, "gaze"), marks: [] });
  const states = (facts.events ?? []).filter((event) => event.state);
  if (states.length > 0) lanes.push({ label: "session state", spans: stateSpans(states, recording.to), marks: [] });
  for (const input of recording.inputs)
    if (input.type === "boolean" && !input.x.isConstantZero)
      lanes.push({ label: input.path.replace("/user/hand/", "").replace("/input", ""), spans: spansOf(recording, input.x, (value) => value > 0.5,
        input.path.includes("/left/") ? "left" : "right"), marks: [] });
  if (facts.haptics?.length) lanes.push({ label: "haptics", ...bursts(facts.haptics) });
  const events = (facts.events ?? []).filter((event) => !event.state);
  if (events.length > 0) lanes.push({ label: "events", spans: [], marks: events.map(({ t, text }) => ({ t, kind: "event", label: text })) });
  return lanes.filter((lane) => lane.spans.length > 0 || lane.marks.length > 0);
}
