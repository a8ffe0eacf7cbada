// SPDX-License-Identifier: MIT
// The values that curves can show, in groups that fold. A click shows an entry's curves, and another one removes them; it
// also chooses a joint, which the 3D view highlights.
import { element, fill, number } from "../dom.js";

export class ValuesPanel {
  constructor(parent, store, groups) {
    this.store = store;
    this.groups = groups;
    this.rows = [];
    this.filter = element("input", { type: "search", placeholder: "Search values", "aria-label": "Search values", oninput: () => this.#search() });
    this.list = element("div", { class: "scroll" });
    fill(parent, element("div", { class: "bar" }, this.filter), this.list);
    groups.forEach((group, i) => this.list.append(this.#makeGroup(group, i === 0)));
    store.on("time values", () => this.update());
    this.update();
  }

  #makeGroup(group, isOpen) {
    const details = element("details", { open: isOpen, ontoggle: () => this.update() }, element("summary", {}, group.label));
    for (const entry of group.entries) {
      const numbers = element("span", { class: "numbers" });
      const row = element("button", { class: "row", onclick: () => this.toggle(entry) }, element("span", { title: entry.label }, entry.label), numbers);
      details.append(row);
      this.rows.push({ entry, row, numbers, details });
    }
    return details;
  }

  toggle(entry) {
    const shown = this.store.get("values");
    const isShown = entry.values.every((value) => shown.includes(value));
    this.store.set({ values: isShown ? shown.filter((value) => !entry.values.includes(value)) : [...shown.filter((value) => !entry.values.includes(value)), ...entry.values].slice(-6),
      ...(entry.joint ? { joint: isShown ? null : entry.joint } : {}) });
  }

  // Chooses a joint, and shows its curves if there are some.
  pick(hand, joint) {
    this.store.set({ joint: { hand, joint } });
    const entry = this.rows.find((row) => row.entry.id === `${hand}.${joint}`)?.entry, shown = this.store.get("values");
    if (entry && !entry.values.every((value) => shown.includes(value))) this.toggle(entry);
  }

  #search() {
    const text = this.filter.value.toLowerCase();
    for (const { entry, row, details } of this.rows) {
      row.hidden = !entry.label.toLowerCase().includes(text);
      if (text && !row.hidden) details.open = true;
    }
  }

  update() {
    const t = this.store.get("time"), shown = this.store.get("values");
    for (const { entry, row, numbers, details } of this.rows) {
      if (!details.open) continue;
      numbers.textContent = entry.values.map((value) => number(value.at(t), 3)).join("  ");
      row.classList.toggle("chosen", entry.values.some((value) => shown.includes(value)));
    }
  }
}
