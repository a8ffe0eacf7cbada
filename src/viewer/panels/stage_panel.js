// SPDX-License-Identifier: MIT
// The 3D view with its switches, and the text that names lost hands and other lost input.
import { Stage } from "../scene/stage.js";
import { element, fill } from "../dom.js";

export class StagePanel {
  constructor(parent, store, source, onPick, title) {
    this.store = store;
    this.source = source;
    this.notes = element("div", { class: "notes", role: "status" });
    this.box = element("div", { class: "stage" }, element("div", { class: "stage-title" }, title ?? ""), this.notes);
    parent.append(this.box);
    try {
      this.stage = new Stage(this.box, onPick);
      this.stage.frame(source.moment(store.get("time")));
    } catch (error) {
      this.stage = null;
      this.box.append(element("div", { class: "no-stage", role: "status" }, element("p", {}, `There is no 3D view: ${error.message}.`),
        element("p", {}, "Hardware acceleration may be off in its settings, or the graphics driver may be missing. Everything else on this page works.")));
    }
    store.on("time inside follow trails names joint selection", () => this.draw());
    store.on("theme", () => this.stage?.recolour());
    this.draw();
  }

  draw() {
    const { time, inside, follow, trails, names, joint, selection } = this.store.values;
    const moment = this.source.moment(time, selection);
    this.stage?.show(moment, this.source, { inside, follow, trails, names, joint });
    const lost = [];
    if (!moment.head && !moment.isQuiet) lost.push("no head");
    else if (moment.head && !moment.head.tracked) lost.push("head not tracked");
    for (const hand of moment.hands) if (hand && !hand.tracked) lost.push(`${hand.name} hand not tracked`);
    fill(this.notes, [...lost, ...moment.notes].map((text) => element("span", {}, text)));
  }
}

// The switches of the view, and their keys; none where there is no 3D view.
export function stageSwitches(store, panels) {
  if (panels.every((panel) => panel.stage === null)) return { bar: "", keys: {} };
  const make = (key, name, letter) => {
    const button = element("button", { "aria-pressed": String(store.get(key)), title: `${name} (${letter})`, onclick: () => store.set({ [key]: !store.get(key) }) }, name);
    store.on(key, () => button.setAttribute("aria-pressed", String(store.get(key))));
    return button;
  };
  const reset = () => {
    for (const panel of panels) panel.stage?.frame(panel.source.moment(store.get("time")));
  };
  const bar = element("div", { class: "switches" }, make("inside", "Recorded eyes", "E"), make("follow", "Follow", "F"), make("trails", "Trails", "T"), make("names", "Names", "A"),
    element("button", { title: "Look from the start position (R)", onclick: reset }, "Reset view"));
  const toggle = (key) => () => store.set({ [key]: !store.get(key) });
  return { bar, keys: { e: toggle("inside"), f: toggle("follow"), t: toggle("trails"), a: toggle("names"), r: reset } };
}
