// SPDX-License-Identifier: MIT
// The lanes over time with markers, the play head and the selected range, on a canvas. A click goes to a time; dragging selects a range.
import { colour } from "../scene/colours.js";
import { element, shorten } from "../dom.js";

const labelWidth = 118, laneHeight = 15, rulerHeight = 18, markerHeight = 16;

export class Timeline {
  constructor(parent, store, source) {
    this.store = store;
    this.source = source;
    this.canvas = element("canvas", { tabindex: 0, role: "slider", "aria-label": "Time", "aria-valuemin": source.from, "aria-valuemax": source.to });
    this.box = element("div", { class: "lanes" }, this.canvas);
    this.tip = element("div", { class: "tip", hidden: true });
    parent.append(this.box, this.tip);
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.#listen();
    store.on("time range selection theme hover", () => this.draw());
    this.draw();
  }

  get span() {
    return this.source.to - this.source.from || 1;
  }

  x(t) {
    const share = Math.max(0, Math.min(1, (t - this.source.from) / this.span));
    return labelWidth + share * (this.width - labelWidth - 8);
  }

  time(x) {
    const share = (x - labelWidth) / (this.width - labelWidth - 8);
    return this.source.from + Math.max(0, Math.min(1, share)) * this.span;
  }

  #listen() {
    let from = null, isRange = false;
    const place = (event) => event.clientX - this.canvas.getBoundingClientRect().left;
    this.canvas.addEventListener("pointerdown", (event) => {
      from = place(event);
      isRange = false;
      this.canvas.setPointerCapture(event.pointerId);
      const onRuler = event.clientY - this.canvas.getBoundingClientRect().top < rulerHeight;
      this.scrubs = onRuler;
      this.store.set({ time: this.time(from), playing: false });
    });
    this.canvas.addEventListener("pointermove", (event) => {
      const x = place(event);
      if (from === null) {
        this.#point(event, x);
        return;
      }
      if (this.scrubs) {
        this.store.set({ time: this.time(x) });
      } else if (isRange || Math.abs(x - from) > 4) {
        isRange = true;
        const ends = [this.time(from), this.time(x)].sort((a, b) => a - b);
        this.store.set({ range: ends });
      }
    });
    this.canvas.addEventListener("pointerup", () => {
      if (from !== null && !this.scrubs && !isRange) this.store.set({ range: null });
      from = null;
    });
    this.canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
  }

  // Says what is under the pointer.
  #point(event, x) {
    const y = event.clientY - this.canvas.getBoundingClientRect().top;
    const texts = [];
    for (const marker of this.source.markers) if (Math.abs(this.x(marker.t) - x) < 5 && y < rulerHeight + markerHeight) texts.push(`marker ${marker.name}`);
    const lane = this.source.lanes[Math.floor((y - rulerHeight - markerHeight) / laneHeight)];
    if (lane) {
      texts.push(lane.label);
      for (const mark of lane.marks) if (Math.abs(this.x(mark.t) - x) < 5) texts.push(mark.label);
      for (const span of lane.spans) if (span.label && this.x(span.from) <= x && x <= this.x(span.to)) texts.push(span.label);
    }
    this.tip.hidden = texts.length === 0;
    this.tip.textContent = texts.slice(0, 6).map((text) => shorten(text, 120)).join("\n");
    this.tip.style.left = `${Math.min(event.clientX + 12, window.innerWidth - 280)}px`;
    this.tip.style.bottom = `${window.innerHeight - event.clientY + 14}px`;
  }

  draw() {
    const ratio = window.devicePixelRatio || 1;
    this.width = Math.max(200, this.box.clientWidth);
    const height = rulerHeight + markerHeight + laneHeight * this.source.lanes.length + 4;
    this.canvas.width = this.width * ratio;
    this.canvas.height = height * ratio;
    this.canvas.style.height = `${height}px`;
    this.canvas.setAttribute("aria-valuenow", this.store.get("time").toFixed(3));
    const pen = this.canvas.getContext("2d");
    pen.scale(ratio, ratio);
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    this.#drawRange(pen, height);
    this.#drawRuler(pen);
    this.source.lanes.forEach((lane, i) => this.#drawLane(pen, lane, rulerHeight + markerHeight + i * laneHeight));
    this.#drawMarkers(pen);
    this.#drawHead(pen, height);
  }

  #drawRange(pen, height) {
    const range = this.store.get("range");
    if (!range) return;
    pen.fillStyle = colour("range");
    pen.fillRect(this.x(range[0]), 0, Math.max(1, this.x(range[1]) - this.x(range[0])), height);
  }

  #drawRuler(pen) {
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200].find((s) => (s / this.span) * this.width > 60) ?? 3600;
    pen.fillStyle = colour("quiet");
    for (let t = Math.ceil(this.source.from / step) * step; t <= this.source.to + 1e-9; t += step) {
      const text = `${Number(t.toFixed(3))} s`;
      pen.fillRect(this.x(t), rulerHeight - 5, 1, 5);
      if (this.x(t) + 3 + pen.measureText(text).width < this.width) pen.fillText(text, this.x(t) + 3, rulerHeight / 2);
    }
  }

  #drawMarkers(pen) {
    let free = -1e9;
    for (const marker of this.source.markers) {
      const x = this.x(marker.t);
      pen.fillStyle = colour("marker");
      pen.fillRect(x, rulerHeight - 4, 1.5, markerHeight + 4);
      const name = shorten(marker.name, 24);
      if (x > free) {
        pen.fillText(name, x + 4, rulerHeight + markerHeight / 2);
        free = x + pen.measureText(name).width + 8;
      }
    }
  }

  #drawLane(pen, lane, y) {
    pen.fillStyle = colour("text");
    pen.fillText(fit(pen, lane.label, labelWidth - 10), 4, y + laneHeight / 2);
    pen.fillStyle = colour("lane");
    pen.fillRect(labelWidth, y + 2, this.width - labelWidth - 8, laneHeight - 4);
    for (const span of lane.spans) {
      const x = this.x(span.from), width = Math.max(1.5, this.x(span.to) - x);
      pen.fillStyle = colour(span.kind);
      pen.fillRect(x, y + 2, width, laneHeight - 4);
      if (span.label && width > pen.measureText(span.label).width + 6) {
        pen.fillStyle = colour("stage");
        pen.fillText(span.label, x + 3, y + laneHeight / 2);
      }
    }
    for (const mark of lane.marks) {
      pen.fillStyle = colour(mark.kind);
      pen.fillRect(this.x(mark.t) - 1, y + 1, 2.5, laneHeight - 2);
    }
  }

  #drawHead(pen, height) {
    const x = this.x(this.store.get("time"));
    pen.fillStyle = colour("chosen");
    pen.fillRect(x - 0.75, 0, 1.5, height);
    pen.beginPath();
    pen.moveTo(x - 5, 0);
    pen.lineTo(x + 5, 0);
    pen.lineTo(x, 7);
    pen.fill();
  }
}

// The end of a text that fits; the ends of paths say more than their beginnings.
function fit(pen, text, width) {
  if (pen.measureText(text).width <= width) return text;
  let end = text;
  while (end.length > 1 && pen.measureText(`…${end}`).width > width) end = end.slice(1);
  return `…${end}`;
}
