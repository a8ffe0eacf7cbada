// SPDX-License-Identifier: MIT
// The frame of every page: the line at the top, the panels, the timeline, and the keys.
import { element } from "./dom.js";
import { Curves } from "./panels/curves.js";
import { helpButton, themeButton } from "./panels/page_bar.js";
import { listenToKeys, Playback } from "./panels/playback.js";
import { PicturePanel } from "./panels/picture_panel.js";
import { stageSwitches } from "./panels/stage_panel.js";
import { Timeline } from "./panels/timeline.js";

// The state that the parts of every page share. `time` is the time at which the page opens.
export function makeStore(time) {
  return new Store({ time, playing: false, speed: 1, range: null, values: [], inside: false, follow: false, trails: true, names: true, joint: null, selection: null, theme: null,
    view: "3d", swapped: false, pinned: null, column: null, eye: null });
}

// `names`: {title, place, sentence, state, left, right}; `sets`: the pictures, if there are any
export function layOut(store, source, names, sets = []) {
  const of = (id) => document.getElementById(id);
  const help = helpButton(), top = of("top");
  const sentence = element("p", { class: `sentence ${names.state ?? ""}`, id: "sentence" }, names.sentence);
  const tools = element("div", { class: "tools" }, themeButton(store), help.button);
  top.append(element("h1", { title: names.place ?? names.title }, names.title), sentence, tools);
  addTabs(tools, names);
  const stages = element("div", { class: "stages" });
  of("centre").append(stages);
  const drawn = sets.length > 0 ? addPictures(of("centre"), store, sets) : { keys: {} };

  const finish = (panels, keys, search) => {
    const switches = stageSwitches(store, panels);
    stages.append(switches.bar);
    const playback = new Playback(of("bottom"), store, source);
    new Timeline(of("bottom"), store, source);
    new Curves(of("bottom"), store, source);
    const all = () => store.set({ range: null, joint: null });
    // The range begins or ends at the time shown; the other end stays, or is that of the whole.
    const range = (place) => () => {
      const ends = [...(store.get("range") ?? [source.from, source.to])], time = store.get("time");
      ends[place] = time;
      store.set({ range: [Math.min(ends[0], time), Math.max(ends[1], time)] });
    };
    listenToKeys(playback, { ...switches.keys, ...drawn.keys, "[": range(0), "]": range(1), "?": help.open, "/": search, Escape: all, ...keys });
    document.body.classList.remove("loading");
    of("loading").remove();
  };
  return { left: of("left"), centre: stages, right: of("right"), film: of("film"), sentence, tools, finish };
}

// Shows the pictures beside the 3D view, or one of the two in the whole place; the buttons for this choice are above both.
function addPictures(centre, store, sets) {
  const panel = new PicturePanel(centre, store, sets);
  const views = [["3D", "3d"], ["Both", "both"], ["Pictures", "pictures"]];
  const buttons = views.map(([text, view]) => element("button", { title: `${text} (V changes)`, onclick: () => store.set({ view }) }, text));
  const swap = () => store.set({ swapped: !store.get("swapped") });
  const swapButton = element("button", { title: "Change places (X)", onclick: swap }, "Swap");
  const show = () => {
    const { view, swapped } = store.values;
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(views[i][1] === view)));
    swapButton.hidden = view !== "both";
    Object.assign(centre.dataset, { view, swapped });
  };
  centre.prepend(element("div", { class: "bar views" }, ...buttons, swapButton));
  store.on("view swapped", show);
  show();
  const next = () => store.set({ view: views[(views.findIndex(([, view]) => view === store.get("view")) + 1) % views.length][1] });
  return { keys: { v: next, x: swap, i: () => panel.pin(), d: () => panel.next() } };
}

// On a narrow page the two panels share one place; these buttons choose.
function addTabs(tools, names) {
  const buttons = ["left", "right"].map((side) => element("button", { class: "tab", "aria-pressed": String(side === "left"), onclick: () => choose(side) }, names[side]));
  const choose = (side) => {
    document.body.dataset.panel = side;
    buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(["left", "right"][i] === side)));
  };
  document.body.dataset.panel = "left";
  tools.prepend(...buttons);
}

// What the parts of the page share: the time, the selection, the range. A part sets values and listens for the changes of others.
export class Store {
  constructor(values) {
    this.values = values;
    this.listeners = [];
  }

  get(key) {
    return this.values[key];
  }

  set(changes) {
    const keys = Object.keys(changes).filter((key) => !Object.is(this.values[key], changes[key]));
    if (keys.length === 0) return;
    for (const key of keys) this.values[key] = changes[key];
    for (const listener of this.listeners)
      if (keys.some((key) => listener.keys.includes(key))) listener.call(this.values);
  }

  // Calls back after a change of one of the keys, given as "time selection".
  on(keys, call) {
    this.listeners.push({ keys: keys.split(" "), call });
  }
}
