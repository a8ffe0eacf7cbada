// SPDX-License-Identifier: MIT
// The pictures of a run in the order of their frames; under the pointer or the focus, larger, beside those of the baseline and the
// differences where there are such. Of two runs, a row each.
import { element, fill, shorten } from "../dom.js";

const names = { baseline: ": the baseline", difference: ": the difference" };

export class Film {
  // `runs`: [{run, prefix, name}]
  constructor(parent, store, runs) {
    this.store = store;
    this.main = runs[0].run;
    this.parent = parent;
    this.large = element("div", { class: "large", hidden: true });
    this.cells = [];
    const rows = runs.filter(({ run }) => run.pictures.length > 0).map((entry) => this.#makeRow(entry, runs.length > 1));
    parent.hidden = rows.length === 0;
    fill(parent, rows, this.large);
    store.on("time range", () => this.update());
    this.update();
  }

  #makeRow({ run, prefix, name }, isNamed) {
    const frames = new Map();
    for (const picture of run.pictures) {
      const key = picture.frame ?? Infinity;
      frames.set(key, [...(frames.get(key) ?? []), picture]);
    }
    const cells = [...frames].sort((a, b) => a[0] - b[0]).map(([frame, pictures]) => this.#makeCell(run, prefix, frame, pictures));
    return element("div", { class: "strip" }, isNamed && element("span", { class: "strip-name" }, name), ...cells);
  }

  #makeCell(run, prefix, number, pictures) {
    const frame = run.frames.find((candidate) => candidate.frame === number) ?? null;
    const own = this.main === run ? frame : this.main.sameFrame(frame);
    const differs = pictures.some((picture) => picture.of === "difference");
    const label = `${Number.isFinite(number) ? `frame ${number}` : "other"}${differs ? " differs" : ""}`;
    const cell = element("button", { class: differs ? "cell differs" : "cell", title: label, onclick: () => own && this.store.set({ time: own.t, playing: false }),
      onpointerenter: () => this.#enlarge(run, prefix, pictures, label), onpointerleave: () => { this.large.hidden = true; },
      onfocus: () => this.#enlarge(run, prefix, pictures, label), onblur: () => { this.large.hidden = true; } },
    element("span", { class: "eyes" }, ...pictures.filter((picture) => picture.of === "run").slice(0, 2).map((picture) => image(prefix, picture, true))), element("span", {}, label));
    this.cells.push({ cell, t: own?.t ?? NaN });
    return cell;
  }

  // All pictures of the frame: a row for each view, with the picture of the run, of the baseline, and their difference.
  #enlarge(run, prefix, pictures, label) {
    const views = [...new Set(pictures.map((picture) => picture.what))];
    const figure = (picture) => element("figure", {}, image(prefix, picture, false),
      element("figcaption", {}, shorten(`${label}, ${picture.what}${names[picture.of] ?? ""}`, 60)));
    const isCompared = pictures.some((picture) => picture.of !== "run");
    this.large.hidden = false;
    this.large.className = isCompared ? "large compared" : "large";
    fill(this.large, views.map((what) => element("div", { class: "view-row" }, pictures.filter((picture) => picture.what === what).map(figure))));
  }

  update() {
    const { time, range } = this.store.values;
    let now = null;
    for (const entry of this.cells) {
      entry.cell.hidden = Boolean(range) && (entry.t < range[0] || entry.t > range[1]);
      if (entry.t <= time + 1e-6 && !entry.cell.hidden && (!now || entry.t >= now.t)) now = entry;
    }
    for (const { cell, t } of this.cells) cell.classList.toggle("now", now !== null && t === now.t);
    if (now && !this.parent.hidden) {
      const { cell } = now, strip = cell.parentElement;
      if (cell.offsetLeft < strip.scrollLeft || cell.offsetLeft + cell.offsetWidth > strip.scrollLeft + strip.clientWidth) strip.scrollLeft = cell.offsetLeft - strip.clientWidth / 2;
    }
  }
}

// A picture of the page, from its base64 text.
function image(prefix, picture, isLazy) {
  const out = element("img", { alt: picture.file, loading: isLazy ? "lazy" : "eager" });
  const holder = document.getElementById(`${prefix}${picture.id}`);
  if (holder) out.src = `data:image/png;base64,${holder.textContent}`;
  return out;
}
