// SPDX-License-Identifier: MIT
// Draws curves of the chosen values over the whole time, or over the selected range. Each unit has its own scale.
import { colour, curveColours, element, fill, labelWidth, number, penOf, shorten } from "../dom.js";

const height = 96;

export class Curves {
  constructor(parent, store, source) {
    this.store = store;
    this.source = source;
    this.canvas = element("canvas", { "aria-label": "Curves of the chosen values", role: "img" });
    this.legend = element("div", { class: "legend" });
    this.box = element("div", { class: "curves", hidden: true }, this.legend, this.canvas);
    parent.append(this.box);
    this.canvas.addEventListener("pointerdown", (event) => this.#seek(event));
    this.canvas.addEventListener("pointermove", (event) => { if (event.buttons) this.#seek(event); });
    new ResizeObserver(() => this.draw()).observe(this.box);
    store.on("values time range theme", () => this.draw());
  }

  get ends() {
    return this.store.get("range") ?? [this.source.from, this.source.to];
  }

  #seek(event) {
    const [from, to] = this.ends, x = event.clientX - this.canvas.getBoundingClientRect().left;
    const share = (x - this.left) / (this.canvas.clientWidth - this.left - 8);
    this.store.set({ time: from + Math.max(0, Math.min(1, share)) * (to - from), playing: false });
  }

  draw() {
    const values = this.store.get("values");
    this.box.hidden = values.length === 0;
    if (this.box.hidden) return;
    const width = Math.max(200, this.box.clientWidth), pen = penOf(this.canvas, width, height);
    this.left = labelWidth(width);
    const lines = values.map((value) => this.#sample(value, width - this.left - 8));
    const scales = this.#scales(values, lines);
    pen.fillStyle = colour("lane");
    pen.fillRect(this.left, 0, width - this.left - 8, height);
    lines.forEach((line, i) => this.#drawLine(pen, line, scales.get(values[i].unit), curveColours[i % curveColours.length]));
    this.#drawScales(pen, scales);
    const [from, to] = this.ends;
    pen.fillStyle = colour("chosen");
    pen.fillRect(this.left + ((this.store.get("time") - from) / (to - from || 1)) * (width - this.left - 8), 0, 1.5, height);
    this.#drawLegend(values);
  }

  #sample(value, width) {
    const [from, to] = this.ends, out = new Float64Array(Math.max(2, Math.floor(width)));
    for (let i = 0; i < out.length; i++) out[i] = value.at(from + ((to - from) * i) / (out.length - 1));
    return out;
  }

  // The lowest and the highest number of each unit.
  #scales(values, lines) {
    const scales = new Map();
    lines.forEach((line, i) => {
      const scale = scales.get(values[i].unit) ?? { low: Infinity, high: -Infinity };
      for (const y of line) if (Number.isFinite(y)) {
        scale.low = Math.min(scale.low, y);
        scale.high = Math.max(scale.high, y);
      }
      scales.set(values[i].unit, scale);
    });
    return scales;
  }

  #drawLine(pen, line, { low, high }, name) {
    pen.strokeStyle = colour(name);
    pen.lineWidth = 1.4;
    pen.beginPath();
    let isDown = false;
    line.forEach((y, i) => {
      if (!Number.isFinite(y)) {
        isDown = false;
        return;
      }
      const at = high > low ? height - 6 - ((y - low) / (high - low)) * (height - 12) : height / 2;
      if (isDown) pen.lineTo(this.left + i, at);
      else pen.moveTo(this.left + i, at);
      isDown = true;
    });
    pen.stroke();
  }

  #drawScales(pen, scales) {
    pen.fillStyle = colour("quiet");
    let y = 12;
    for (const [unit, { low, high }] of scales) {
      if (!Number.isFinite(low)) continue;
      pen.fillText(`${number(high, 3)} ${unit}`, 6, y);
      pen.fillText(`${number(low, 3)} ${unit}`, 6, height - y + 6);
      y += 14;
    }
  }

  #drawLegend(values) {
    const t = this.store.get("time");
    fill(this.legend, values.map((value, i) => {
      const swatch = element("span", { class: `swatch ${curveColours[i % curveColours.length]}` });
      return element("button", { class: "chip", title: "Remove this curve", onclick: () => this.store.set({ values: values.filter((other) => other !== value) }) },
        swatch, `${shorten(value.label, 48)} = ${number(value.at(t), 4)} ${value.unit} ✕`);
    }));
  }
}
