// SPDX-License-Identifier: MIT
// The frame of every page: the line at the top, the panels, the timeline, and the keys.
import { element } from "./dom.js";
import { Curves } from "./panels/curves.js";
import { helpButton } from "./panels/help.js";
import { listenToKeys, Playback } from "./panels/playback.js";
import { stageSwitches } from "./panels/stage_panel.js";
import { themeButton } from "./panels/theme.js";
import { Timeline } from "./panels/timeline.js";

// `names`: {title, sentence, state, left, right}
export function layOut(store, source, names) {
  const of = (id) => document.getElementById(id);
  const help = helpButton(), top = of("top");
  const sentence = element("p", { class: `sentence ${names.state ?? ""}`, id: "sentence" }, names.sentence);
  const tools = element("div", { class: "tools" }, themeButton(store), help.button);
  top.append(element("h1", { title: names.title }, names.title), sentence, tools);
  addTabs(tools, names);

  const finish = (stages, keys, search) => {
    const switches = stageSwitches(store, stages);
    of("centre").append(switches.bar);
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
    listenToKeys(playback, { ...switches.keys, "[": range(0), "]": range(1), "?": help.open, "/": search, Escape: all, ...keys });
    document.body.classList.remove("loading");
    of("loading").remove();
  };
  return { left: of("left"), centre: of("centre"), right: of("right"), film: of("film"), sentence, tools, finish };
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
