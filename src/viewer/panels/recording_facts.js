// SPDX-License-Identifier: MIT
// The facts about a recording, the precision of the page, and the recording's values at the time shown.
import { element, fill, number, seconds, terms } from "../dom.js";

// The sentence about the quantisation. Each of a position's 3 or a rotation's 4 numbers may be off by its error; a rotation by the angle
// that is twice the angle of its quaternion.
function exactness(facts) {
  const { errors } = facts;
  const degrees = (error) => number((2 * Math.sqrt(4) * error * 180) / Math.PI, 3);
  const text = `Positions are within ${number(Math.sqrt(3) * errors.position_m * 1e3, 2)} mm, rotations within ${degrees(errors.direction)}° (of joints ${degrees(errors.joint_rotation)}°) of what 'understudy sample' prints, at the ${facts.rows} times that are kept`;
  return facts.thinned
    ? `${text}. This recording has ${facts.frames} frames, which is more than the page can hold: it keeps a part of them. Between these, positions are wrong by up to ${number(errors.between_rows_m * 1e3, 1)} mm.`
    : `${text}, and within another ${number(errors.between_rows_m * 1e3, 2)} mm between them.`;
}

// These facts are below the ones that a reader looks for. If the page left something out, they are open from the start.
export function howExact(facts) {
  return element("details", { open: facts.thinned }, element("summary", {}, "How exact this page is"), element("p", { class: facts.thinned ? "warning" : "quiet" }, exactness(facts)));
}

// What happened at a time; a click goes there.
function timeRow(store, t, text) {
  return element("button", { class: "row", onclick: () => store.set({ time: t, playing: false }) },
    element("span", { title: text }, text), element("span", { class: "numbers" }, seconds(t)));
}

// The marks of the lanes as text: session states, events and haptics in the order of their times.
function happened({ facts }, store) {
  const events = (facts.events ?? []).map((event) => [event.t, event.state ? `session state ${event.state}` : event.text]);
  const haptics = (facts.haptics ?? []).map((haptic) => [haptic.t, `haptic: ${haptic.what} ${haptic.action} ${haptic.subaction}`]);
  const all = [...events, ...haptics].sort((a, b) => a[0] - b[0]);
  if (all.length === 0) return [];
  const rows = all.slice(0, mostEvents).map(([t, text]) => timeRow(store, t, text));
  const left = all.length - rows.length;
  return [element("details", {}, element("summary", {}, `Events (${all.length})`), ...rows, left > 0 && element("p", { class: "quiet" }, `${left} more are on the timeline.`))];
}

const mostEvents = 1000;

export class RecordingFacts {
  constructor(parent, store, recording) {
    this.store = store;
    this.recording = recording;
    const { facts } = recording;
    this.now = element("div", {});
    const markers = recording.markers.map(({ t, name }) => timeRow(store, t, name));
    fill(parent, element("div", { class: "scroll" },
      element("h2", {}, "Recording"),
      terms([["file", facts.file], ["kind", facts.kind === "session" ? "session recording" : "input animation"], ["length", seconds(facts.to_s - facts.from_s)],
        ["size", `${(facts.info.file_size_bytes / 1e6).toFixed(2)} MB`], [facts.kind === "session" ? "frames" : "key times", facts.frames], ["app", facts.info.app?.name], ["runtime", facts.info.runtime?.name], ["system", facts.info.runtime?.system]]),
      markers.length > 0 && element("h2", {}, "Markers"), ...markers,
      element("h2", {}, "Now"), this.now,
      ...happened(recording, store), howExact(facts)));
    store.on("time", () => this.update());
    this.update();
  }

  update() {
    const moment = this.recording.moment(this.store.get("time"));
    const three = (values) => values.map((value) => number(value, 3)).join("  ");
    const rows = [["time", seconds(moment.t)]];
    if (moment.head) rows.push(["head (m)", three(moment.head.pose.slice(0, 3))]);
    for (const hand of moment.hands)
      if (hand) rows.push([`${hand.name} hand`, [hand.tracked ? "tracked" : "not tracked", hand.pinching ? ", pinching" : ""].join("")]);
    rows.push(["gaze", moment.gaze ? three(moment.gaze.direction) : "not valid"]);
    for (const { hand, pose, at } of moment.controllers) rows.push([`${hand} ${pose} (m)`, three(at.slice(0, 3))]);
    for (const input of moment.inputs)
      rows.push([input.path.replace("/user/hand/", "").replace("/input", ""), input.type === "vector2" ? three([input.x, input.y]) : input.type === "boolean" ? String(input.x > 0.5) : number(input.x, 3)]);
    fill(this.now, terms(rows));
  }
}
