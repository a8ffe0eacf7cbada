// SPDX-License-Identifier: MIT
// A list of any length: only the rows in sight are elements. All rows have one height.
import { element, fill } from "../dom.js";

export class LongList {
  // makeRow(row) gives the element of a row.
  constructor(label, rowHeight, makeRow, onkeydown) {
    Object.assign(this, { rowHeight, makeRow, rows: [] });
    this.space = element("div", { class: "list-space" });
    this.list = element("div", { class: "scroll list", tabindex: 0, role: "listbox", "aria-label": label, onscroll: () => this.draw(), onkeydown }, this.space);
    new ResizeObserver(() => this.draw()).observe(this.list);
  }

  // A list that became shorter may be scrolled beyond its end, until the browser lays it out again.
  draw() {
    const { rowHeight, rows } = this, most = Math.max(0, rows.length * rowHeight - this.list.clientHeight);
    this.space.style.height = `${rows.length * rowHeight}px`;
    if (this.list.scrollTop > most) this.list.scrollTop = most;
    const first = Math.max(0, Math.floor(this.list.scrollTop / rowHeight) - 5), count = Math.ceil(this.list.clientHeight / rowHeight) + 10;
    fill(this.space, rows.slice(first, first + count).map((row, i) => {
      const out = this.makeRow(row);
      out.style.top = `${(first + i) * rowHeight}px`;
      return out;
    }));
  }

  scrollTo(index) {
    if (index < 0) return;
    const top = index * this.rowHeight, { scrollTop, clientHeight } = this.list;
    if (top < scrollTop + this.rowHeight || top > scrollTop + clientHeight - 2 * this.rowHeight) this.list.scrollTop = top - clientHeight / 3;
  }
}
