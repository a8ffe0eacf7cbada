// SPDX-License-Identifier: MIT
// The pictures of a run in the order of their frames, as a strip. A click shows one large in the middle.
import { element, fill } from "../dom.js";
import { setAt } from "../data/picture_sets.js";

export class Film {
  constructor(parent, store, sets) {
    this.store = store;
    this.sets = sets;
    this.cells = sets.map((set) => this.#makeCell(set));
    this.strip = element("div", { class: "strip" }, ...this.cells);
    parent.hidden = sets.length === 0;
    fill(parent, this.strip);
    store.on("time range", () => this.update());
    this.update();
  }

  #makeCell(set) {
    const images = set.views.map(({ columns }) => columns.find(({ name }) => name === "got" || name === "B") ?? columns[0]).slice(0, 2);
    return element("button", { class: set.differs ? "cell differs" : "cell", title: set.label, onclick: () => this.#choose(set) },
      element("span", { class: "eyes" }, ...images.map(({ picture }) => element("img", { alt: picture.file, loading: "lazy", src: picture.src }))), element("span", {}, set.label));
  }

  #choose(set) {
    this.store.set({ ...(Number.isFinite(set.t) ? { time: set.t, pinned: null } : { pinned: set }), playing: false, view: this.store.get("view") === "3d" ? "both" : this.store.get("view") });
  }

  update() {
    const { time, range } = this.store.values;
    const seen = this.sets.filter((set) => !range || (set.t >= range[0] && set.t <= range[1])), now = setAt(seen, time);
    this.cells.forEach((cell, i) => {
      cell.hidden = !seen.includes(this.sets[i]);
      cell.classList.toggle("now", this.sets[i] === now && now.t <= time + 1e-6);
    });
    const cell = this.cells[this.sets.indexOf(now)];
    if (cell && (cell.offsetLeft < this.strip.scrollLeft || cell.offsetLeft + cell.offsetWidth > this.strip.scrollLeft + this.strip.clientWidth)) this.strip.scrollLeft = cell.offsetLeft - this.strip.clientWidth / 2;
  }
}
