// SPDX-License-Identifier: MIT
// What stands around the panels: the buttons for the keys and for light or dark, and the tabs.
import { element } from "../dom.js";

// The keys, in a dialog.
const keys = [["Space", "play or pause"], ["← →", "one frame back or ahead; with Shift, ten"], ["Home End", "to the start or the end"], ["E", "through the recorded eyes"],
  ["F", "follow the head"], ["T", "trails of head and fingertips"], ["A", "names of spaces"], ["R", "look from the start position"], ["[ ]", "the range begins or ends at this time"], ["V", "3D view, pictures, or both"], ["X", "the two change places"], ["I", "keep the pictures of this frame"], ["D", "expected, got, difference, or side by side"], ["/", "search"],
  ["N P", "the next or previous failure (runs)"], ["Esc", "show everything again: no range, no joint"], ["Tab ↑ ↓ Enter", "move through the lists and choose"], ["3D view", "with the focus: arrows turn it, with Shift they move it, + and − go closer and away"],
  ["mouse", "drag: turn; right button: move; wheel: closer. Click a joint to see its curves. Drag over the lanes to select a range; click a mark to select its call"]];

export function helpButton() {
  const close = element("button", { onclick: () => dialog.close() }, "Close");
  const dialog = element("dialog", { "aria-label": "Keys", onclick: (event) => { if (event.target === dialog) dialog.close(); } }, element("div", { class: "dialog-text" }, element("h2", {}, "Keys"),
    element("dl", {}, ...keys.flatMap(([key, meaning]) => [element("dt", {}, key), element("dd", {}, meaning)])), close));
  document.body.append(dialog);
  return { button: element("button", { title: "Keys (?)", onclick: () => dialog.showModal() }, "?"), open: () => dialog.showModal() };
}

// Light or dark: as the system says, until the reader chooses. The store has what is shown, so that canvases are drawn again.
export function themeButton(store) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const button = element("button", { title: "Change between light and dark", onclick: () => {
    chosen = store.get("theme") === "dark" ? "light" : "dark";
    apply();
  } });
  const apply = () => {
    const theme = chosen ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    store.set({ theme });
  };
  system.addEventListener("change", apply);
  apply();
  return button;
}

// Several panels in one place, and the buttons that choose.
// `parts`: [[name, element], ...]. Returns a function that shows a part by its name.
export function makeTabs(parent, parts) {
  const bar = element("div", { class: "bar tabs", role: "tablist" });
  const show = (name) => {
    parts.forEach(([other, box], i) => {
      box.hidden = other !== name;
      bar.children[i].setAttribute("aria-selected", String(other === name));
    });
  };
  for (const [name] of parts) bar.append(element("button", { role: "tab", onclick: () => show(name) }, name));
  parent.append(bar, ...parts.map(([, box]) => box));
  show(parts[0][0]);
  return show;
}
