// SPDX-License-Identifier: MIT
// Several panels in one place, and the buttons that choose.
import { element } from "../dom.js";

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
