// SPDX-License-Identifier: MIT
// The pictures that the app drew, as large as the 3D view: those of the frame shown, or of a pinned frame. If they differ from the pictures
// that they were compared with, all are side by side, or one at a time in the same place.
import { element, fill } from "../dom.js";
import { setAt } from "../data/picture_sets.js";

export class PicturePanel {
  constructor(parent, store, sets) {
    this.store = store;
    this.sets = sets;
    this.bar = element("div", { class: "bar" });
    this.shown = element("div", { class: "shown" });
    this.box = element("div", { class: "drawn" }, this.bar, this.shown);
    this.images = new Map();
    parent.append(this.box);
    store.on("time pinned column eye", () => this.update());
    this.update();
  }

  get set() {
    return this.store.get("pinned") ?? setAt(this.sets, this.store.get("time"));
  }

  // The views to choose from: where some differ, the first of those is shown. The choice holds for every frame that has it.
  #view(set) {
    const eye = this.store.get("eye");
    if (eye === "all") return null;
    return set.views.find((view) => view.name === eye) ?? set.views.find((view) => view.columns.some(({ name }) => name === "difference")) ?? null;
  }

  update() {
    const { column, pinned } = this.store.values, { set } = this;
    if (!set) return;
    const view = this.#view(set), views = view ? [view] : set.views;
    const columns = [...new Set(views.flatMap((one) => one.columns.map(({ name }) => name)))];
    const only = columns.length > 1 && columns.includes(column) ? column : null;
    fill(this.bar, element("span", {}, set.label), this.#pin(set, pinned),
      set.views.length > 1 && this.#choice("eye", [["All views", "all"], ...set.views.map(({ name }) => [name, name])], view?.name ?? "all"),
      columns.length > 1 && this.#choice("column", [["Side by side", null], ...columns.map((name) => [name, name])], only));
    this.shown.className = only || columns.length === 1 ? "shown one" : "shown";
    fill(this.shown, views.map((one) => element("div", { class: "view-row" },
      one.columns.filter(({ name }) => only === null || name === only).map((entry) => this.#figure(set, one, entry)))));
  }

  #pin(set, pinned) {
    return element("button", { "aria-pressed": String(pinned !== null), title: "Keep this frame's pictures while the time moves (I)", onclick: () => this.pin() }, pinned ? "Pinned" : "Pin");
  }

  pin() {
    this.store.set({ pinned: this.store.get("pinned") ? null : this.set });
  }

  // The next of expected, got and difference.
  next() {
    const view = this.set && (this.#view(this.set) ?? this.set.views[0]), names = [null, ...(view?.columns.map(({ name }) => name) ?? [])];
    if (names.length > 2) this.store.set({ column: names[(names.indexOf(this.store.get("column")) + 1) % names.length] });
  }

  #choice(key, entries, now) {
    return element("span", { class: "choice" }, ...entries.map(([text, value]) =>
      element("button", { "aria-pressed": String(value === now), onclick: () => this.store.set({ [key]: value }) }, text)));
  }

  #figure(set, view, { name, picture, of }) {
    const caption = `${view.name}${name === "drawn" ? "" : `: ${name}`}`;
    return element("figure", {}, of ? difference(of) : element("img", { alt: `${picture.file}, ${name}`, src: picture.src }), element("figcaption", {}, caption));
  }
}

// Black where two pictures agree. The weakest difference is still seen: it begins at a quarter of the brightness.
function difference(pictures) {
  const canvas = element("canvas", { role: "img", "aria-label": "the difference" });
  Promise.all(pictures.map(async ({ src }) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return image;
  })).then((images) => {
    canvas.width = Math.max(...images.map((image) => image.width));
    canvas.height = Math.max(...images.map((image) => image.height));
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const [a, b] = images.map((image) => {
      pen.clearRect(0, 0, canvas.width, canvas.height);
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, canvas.width, canvas.height);
    });
    for (let i = 0; i < a.data.length; i++) a.data[i] = i % 4 === 3 ? 255 : a.data[i] === b.data[i] ? 0 : 64 + 0.75 * Math.abs(a.data[i] - b.data[i]);
    pen.putImageData(a, 0, 0);
  }, () => {});
  return canvas;
}

// The pictures of a run in the order of their frames, as a strip. A click shows one large in the middle.
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
