// SPDX-License-Identifier: MIT
// The keys, in a dialog.
import { element } from "../dom.js";

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
