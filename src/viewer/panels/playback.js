// SPDX-License-Identifier: MIT
// Play, speed and single steps: buttons and keys. The space bar plays; the arrow keys step by frames.
import { element, seconds } from "../dom.js";

const speeds = [0.1, 0.25, 0.5, 1, 2, 4, 8];

export class Playback {
  constructor(parent, store, source) {
    this.store = store;
    this.source = source;
    this.play = element("button", { onclick: () => this.toggle(), title: "Play or pause (space bar)" }, "▶");
    this.speed = element("select", { "aria-label": "Speed", onchange: () => store.set({ speed: Number(this.speed.value) }) },
      ...speeds.map((speed) => element("option", { value: speed, selected: speed === 1 }, `${speed} ×`)));
    this.clock = element("output", { class: "clock" });
    this.rangeText = element("button", { class: "chip", hidden: true, title: "Show everything again", onclick: () => store.set({ range: null }) });
    parent.append(element("div", { class: "controls" },
      element("button", { title: "To the start (Home)", onclick: () => this.go(this.ends[0]) }, "⇤"),
      element("button", { title: "One frame back (←)", onclick: () => this.step(-1) }, "◀|"), this.play,
      element("button", { title: "One frame ahead (→)", onclick: () => this.step(1) }, "|▶"),
      element("button", { title: "To the end (End)", onclick: () => this.go(this.ends[1]) }, "⇥"), this.speed, this.clock, this.rangeText));
    store.on("time range playing", () => this.#say());
    store.on("playing", () => { if (store.get("playing")) this.#run(); });
    this.#say();
  }

  get ends() {
    return this.store.get("range") ?? [this.source.from, this.source.to];
  }

  toggle() {
    const [from, to] = this.ends, t = this.store.get("time");
    if (!this.store.get("playing") && (t >= to - 1e-6 || t < from)) this.store.set({ time: from });
    this.store.set({ playing: !this.store.get("playing") });
  }

  go(t) {
    this.store.set({ time: Math.max(this.source.from, Math.min(this.source.to, t)), playing: false });
  }

  step(by) {
    this.go(this.source.step(this.store.get("time"), by));
  }

  #say() {
    const { time, range, playing } = this.store.values;
    this.play.textContent = playing ? "❚❚" : "▶";
    this.clock.textContent = this.source.clockText?.(time) ?? seconds(time);
    this.rangeText.hidden = !range;
    if (range) this.rangeText.textContent = `${seconds(range[0], 2)} to ${seconds(range[1], 2)} ✕`;
  }

  #run() {
    let last = performance.now();
    const tick = (now) => {
      if (!this.store.get("playing")) return;
      const [from, to] = this.ends;
      let t = this.store.get("time") + ((now - last) / 1000) * this.store.get("speed");
      last = now;
      if (t >= to) {
        if (this.store.get("range")) t = from;
        else this.store.set({ playing: false });
        t = Math.min(t, to);
      }
      this.store.set({ time: Math.max(from, t) });
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }
}

// Keys of the whole page; a text field keeps its own.
export function listenToKeys(playback, actions) {
  window.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return; // Esc closes it
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key !== "Escape" && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1, PageUp: -10, PageDown: 10 };
    if (event.key in steps && !(event.target.closest?.(".list") && event.key.startsWith("Page"))) playback.step(steps[event.key] * (event.shiftKey ? 10 : 1));
    else if (event.key === " ") playback.toggle();
    else if (event.key === "Home") playback.go(playback.ends[0]);
    else if (event.key === "End") playback.go(playback.ends[1]);
    else if (actions[event.key]) actions[event.key]();
    else return;
    event.preventDefault();
  });
}
