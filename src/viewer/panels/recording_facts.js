// SPDX-License-Identifier: MIT
// What a recording is, how exact the page is, and what it holds at the time shown.
import { element, fill, number, seconds } from "../dom.js";

function table(rows) {
  return element("dl", {}, ...rows.filter((row) => row[1] !== "" && row[1] != null).flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

// The sentence about the quantisation.
export function exactness(facts) {
  const { errors } = facts;
  const text = `Positions are within ${number(errors.position_m * 1e3, 3)} mm and rotations within ${number(errors.direction * 114.6, 3)}° of what 'understudy sample' prints, at the ${facts.rows} times that are kept`;
  return facts.thinned
    ? `${text}. This recording has ${facts.frames} frames, which is more than the page can hold: it keeps a part of them. Between these, positions are wrong by up to ${number(errors.between_rows_m * 1e3, 1)} mm.`
    : `${text}, and within another ${number(errors.between_rows_m * 1e3, 2)} mm between them.`;
}

export class RecordingFacts {
  constructor(parent, store, recording) {
    this.store = store;
    this.recording = recording;
    const { facts } = recording;
    this.now = element("div", {});
    const markers = recording.markers.map((marker) => element("button", { class: "row", onclick: () => store.set({ time: marker.t, playing: false }) },
      element("span", {}, marker.name), element("span", { class: "numbers" }, seconds(marker.t))));
    fill(parent, element("div", { class: "scroll" },
      element("h2", {}, "Recording"),
      table([["file", facts.file], ["kind", facts.kind === "session" ? "session recording" : "input animation"], ["length", seconds(facts.to_s - facts.from_s)],
        ["size", `${(facts.file_size / 1e6).toFixed(2)} MB`], [facts.kind === "session" ? "frames" : "key times", facts.frames], ["app", facts.app], ["runtime", facts.runtime], ["system", facts.system]]),
      element("p", { class: facts.thinned ? "warning" : "quiet" }, exactness(facts)),
      markers.length > 0 && element("h2", {}, "Markers"), ...markers,
      element("h2", {}, "Now"), this.now));
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
    fill(this.now, table(rows));
  }
}
