// SPDX-License-Identifier: MIT
// The ruler with markers, and below it the lanes over time with the play head and the selected range. On the ruler a drag moves the time;
// on the lanes a click goes to a time and selects the call of a mark, and a drag selects a range. Names are elements, bars are drawn.
import { colour, element, labelWidth, penOf, shorten } from "../dom.js";

const laneHeight = 15, rulerHeight = 18, markerHeight = 17, nearby = 5;

export class Timeline {
  constructor(parent, store, source) {
    this.store = store;
    this.source = source;
    this.ruler = element("canvas", { "aria-hidden": "true" });
    this.markers = source.markers.map((marker) => ({ marker, button: element("button", { class: "marker", title: `marker ${shorten(marker.name, 400)}, ${marker.t.toFixed(3)} s`,
      onclick: () => store.set({ time: marker.t, playing: false }) }, shorten(marker.name, 24)) }));
    this.canvas = element("canvas", { tabindex: 0, role: "slider", "aria-label": "Time", "aria-valuemin": source.from, "aria-valuemax": source.to });
    const labels = source.lanes.map((lane, i) => {
      const label = element("div", { class: "lane-label", title: lane.label }, shorten(lane.label, 200));
      label.style.top = `${i * laneHeight}px`;
      return label;
    });
    this.top = element("div", { class: "ruler" }, this.ruler, ...this.markers.map(({ button }) => button));
    this.box = element("div", { class: "lanes" }, this.canvas, ...labels);
    this.tip = element("div", { class: "tip", hidden: true });
    parent.append(this.top, this.box, this.tip);
    new ResizeObserver(() => this.draw()).observe(this.box);
    this.#listen(this.ruler, true);
    this.#listen(this.canvas, false);
    store.on("time range selection theme", () => this.draw());
    this.draw();
  }

  get span() {
    return this.source.to - this.source.from || 1;
  }

  x(t) {
    const share = Math.max(0, Math.min(1, (t - this.source.from) / this.span));
    return this.left + share * (this.width - this.left - 8);
  }

  time(x) {
    const share = (x - this.left) / (this.width - this.left - 8);
    return this.source.from + Math.max(0, Math.min(1, share)) * this.span;
  }

  // Lets the pointer move the time (`scrubs`) or select a range.
  #listen(canvas, scrubs) {
    let from = null, isRange = false;
    const place = (event) => event.clientX - canvas.getBoundingClientRect().left;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      from = place(event);
      isRange = false;
      canvas.setPointerCapture(event.pointerId);
      this.store.set({ time: this.time(from), playing: false });
    });
    canvas.addEventListener("pointermove", (event) => {
      const x = place(event);
      if (from === null) {
        if (!scrubs) this.#point(event, x);
      } else if (scrubs) {
        this.store.set({ time: this.time(x) });
      } else if (isRange || Math.abs(x - from) > 4) {
        isRange = true;
        this.store.set({ range: [this.time(from), this.time(x)].sort((a, b) => a - b) });
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      if (from !== null && !scrubs && !isRange) this.#choose(event, from);
      from = null;
    });
    canvas.addEventListener("pointercancel", () => { from = null; });
    canvas.addEventListener("pointerleave", () => { this.tip.hidden = true; });
  }

  #laneAt(event) {
    return this.source.lanes[Math.floor((event.clientY - this.canvas.getBoundingClientRect().top) / laneHeight)];
  }

  // A click shows everything again; on a mark it selects its call.
  #choose(event, x) {
    const marks = (this.#laneAt(event)?.marks ?? []).filter((mark) => Math.abs(this.x(mark.t) - x) < nearby && mark.index !== undefined);
    marks.sort((a, b) => Math.abs(this.x(a.t) - x) - Math.abs(this.x(b.t) - x));
    this.store.set(marks.length > 0 ? { range: null, selection: marks[0].index, time: marks[0].t } : { range: null });
  }

  // Shows a description of the element under the pointer.
  #point(event, x) {
    const texts = [], lane = this.#laneAt(event);
    if (lane) {
      texts.push(lane.label);
      for (const mark of lane.marks) if (Math.abs(this.x(mark.t) - x) < nearby) texts.push(mark.label);
      for (const span of lane.spans) if (span.label && this.x(span.from) <= x && x <= this.x(span.to)) texts.push(span.label);
    }
    this.tip.hidden = texts.length === 0;
    this.tip.textContent = texts.slice(0, 6).map((text) => shorten(text, 120)).join("\n");
    this.tip.style.left = `${Math.max(4, Math.min(event.clientX + 12, window.innerWidth - 380))}px`;
    this.tip.style.bottom = `${window.innerHeight - event.clientY + 14}px`;
  }

  draw() {
    this.width = Math.max(200, this.box.clientWidth);
    this.left = labelWidth(this.width);
    const time = this.store.get("time"), height = laneHeight * this.source.lanes.length + 4;
    this.canvas.setAttribute("aria-valuenow", time.toFixed(3));
    this.canvas.setAttribute("aria-valuetext", this.source.clockText?.(time) ?? `${time.toFixed(3)} s`);
    const top = this.#pen(this.ruler, rulerHeight + markerHeight), pen = this.#pen(this.canvas, height);
    this.#drawRange(top, 0, rulerHeight + markerHeight);
    this.#drawRange(pen, 0, height);
    this.#drawRuler(top);
    this.#placeMarkers();
    this.source.lanes.forEach((lane, i) => this.#drawLane(pen, lane, i * laneHeight));
    this.#drawHead(top, rulerHeight + markerHeight, true);
    this.#drawHead(pen, height, false);
  }

  #pen(canvas, height) {
    const pen = penOf(canvas, this.width, height);
    canvas.style.width = `${this.width}px`;
    pen.textBaseline = "middle";
    return pen;
  }

  #drawRange(pen, y, height) {
    const range = this.store.get("range");
    if (!range) return;
    pen.fillStyle = colour("range");
    pen.fillRect(this.x(range[0]), y, Math.max(1, this.x(range[1]) - this.x(range[0])), height);
  }

  #drawRuler(pen) {
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200].find((s) => (s / this.span) * this.width > 60) ?? 3600;
    pen.fillStyle = colour("quiet");
    for (let t = Math.ceil((this.source.zero ?? this.source.from) / step - 1e-9) * step; t <= this.source.to + 1e-9; t += step) {
      const text = `${Number(t.toFixed(3))} s`;
      pen.fillRect(this.x(t), rulerHeight - 5, 1, 5);
      if (this.x(t) + 3 + pen.measureText(text).width < this.width) pen.fillText(text, this.x(t) + 3, rulerHeight / 2);
    }
  }

  // A marker has its name where there is room up to the next one.
  #placeMarkers() {
    const places = this.markers.map(({ marker }) => this.x(marker.t));
    this.markers.forEach(({ button }, i) => {
      const room = Math.min(...places.filter((x) => x > places[i] + 0.5), this.width) - places[i];
      button.style.left = `${places[i]}px`;
      button.style.maxWidth = `${Math.max(5, room - 2)}px`;
    });
  }

  #drawLane(pen, lane, y) {
    pen.fillStyle = colour("lane");
    pen.fillRect(this.left, y + 2, this.width - this.left - 8, laneHeight - 4);
    this.#drawRange(pen, y + 2, laneHeight - 4); // the background of a lane is opaque
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

  #drawHead(pen, height, hasTip) {
    const x = this.x(this.store.get("time"));
    pen.fillStyle = colour("chosen");
    pen.fillRect(x - 0.75, 0, 1.5, height);
    if (!hasTip) return;
    pen.beginPath();
    pen.moveTo(x - 5, 0);
    pen.lineTo(x + 5, 0);
    pen.lineTo(x, 7);
    pen.fill();
  }
}
