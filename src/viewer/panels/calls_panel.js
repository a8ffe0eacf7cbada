// SPDX-License-Identifier: MIT
// Frames and their calls in a list of any length. Quiet frames are folded, and so are the usual
// calls of the others. A search, the switch "only failures" and the selected range leave rows out.
import { element, fill, shorten } from "../dom.js";
import { fieldsOf, frameWords, isUsual } from "../data/log.js";
import { callName, summary } from "./call_words.js";
import { LongList } from "./long_list.js";

export class CallsPanel {
  constructor(parent, store, run) {
    this.store = store;
    this.run = run;
    this.open = new Set();
    this.search = element("input", { type: "search", placeholder: "Search calls", "aria-label": "Search calls", oninput: () => this.rebuild() });
    this.only = element("button", { "aria-pressed": "false", title: "Show only what failed", onclick: () => {
      this.only.setAttribute("aria-pressed", String(!this.onlyFailures));
      this.rebuild();
    } }, "Only failures");
    this.count = element("span", { class: "quiet" });
    this.long = new LongList("Frames and calls", 22, (row) => this.#makeRow(row), (event) => this.#key(event));
    this.box = element("div", { class: "calls" }, element("div", { class: "bar" }, this.search, this.only, this.count), this.long.list);
    parent.append(this.box);
    store.on("range", () => this.rebuild());
    store.on("selection", () => this.reveal());
    store.on("time", () => this.#follow());
    this.rebuild();
  }

  get onlyFailures() {
    return this.only.getAttribute("aria-pressed") === "true";
  }

  // Makes the rows that the list shows now, from the log.
  rebuild() {
    const range = this.store.get("range"), text = this.search.value.toLowerCase(), filters = text !== "" || this.onlyFailures;
    const matches = (line) => (!this.onlyFailures || this.run.isFailure(line)) &&
      (text === "" || `${callName(line)} ${summary(line, this.run.spaces)} ${line.e}`.toLowerCase().includes(text) || JSON.stringify(fieldsOf(line)).toLowerCase().includes(text));
    this.long.rows = [];
    let quiet = [];
    const flush = () => {
      if (quiet.length > 0) this.#addQuiet(quiet);
      quiet = [];
    };
    let calls = 0;
    for (const frame of this.run.frames) {
      if (range && (frame.t < range[0] - 1e-9 || frame.t > range[1] + 1e-9)) continue;
      const lines = filters ? frame.lines.filter(matches) : frame.lines;
      calls += lines.length;
      if (lines.length === 0) continue;
      if (!filters && this.#isQuiet(frame)) {
        quiet.push(frame);
        continue;
      }
      flush();
      this.#addFrame(frame, lines, filters);
    }
    flush();
    this.count.textContent = `${calls} of ${this.run.log.lines.length}`;
    this.long.draw();
  }

  #isQuiet(frame) {
    return frame.lines.every((line) => isUsual(line) && !this.run.decidedBy.has(line.index));
  }

  #addQuiet(frames) {
    const first = frames[0], last = frames[frames.length - 1], key = `quiet ${first.index}`;
    const calls = frames.reduce((sum, frame) => sum + frame.lines.length, 0);
    const name = first === last || first.frame === null || last.frame === null ? [...new Set([first, last].map(frameWords))].join(" to ") : `frames ${first.frame} to ${last.frame}`;
    this.rows.push({ kind: "fold", key, text: `${name}: ${calls} usual calls`, frame: first });
    if (this.open.has(key)) for (const frame of frames) this.#addFrame(frame, frame.lines, true);
  }

  #addFrame(frame, lines, isWhole) {
    this.rows.push({ kind: "frame", text: frameWords(frame), time: frame.frame === null ? undefined : Number.isFinite(frame.atS) ? frame.atS : frame.t, frame });
    const key = `usual ${frame.index}`, isOpen = isWhole || this.open.has(key);
    const hidden = isOpen ? [] : lines.filter((line) => isUsual(line) && !this.run.decidedBy.has(line.index));
    for (const line of lines) if (isOpen || !hidden.includes(line)) this.rows.push({ kind: "call", line, frame });
    if (hidden.length > 0) this.rows.push({ kind: "fold", key, text: `${hidden.length} usual calls`, frame });
  }

  get rows() {
    return this.long.rows;
  }

  #makeRow(row) {
    const isChosen = row.kind === "call" && row.line.index === this.store.get("selection");
    const isNow = row.kind === "frame" && row.frame === this.now;
    const classes = ["call-row", row.kind, isChosen && "chosen", isNow && "now"];
    const out = element("div", { role: "option", "aria-selected": String(isChosen), onclick: () => this.#choose(row) });
    if (row.kind === "call") {
      const { line } = row, items = this.run.decidedBy.get(line.index) ?? [];
      if (this.run.isFailure(line)) classes.push("failure");
      else if (items.length > 0) classes.push("met");
      fill(out, element("b", {}, shorten(callName(line), 40)), " ", shorten(summary(line, this.run.spaces), 90));
    } else {
      fill(out, row.kind === "fold" ? `${this.open.has(row.key) ? "▾" : "▸"} ${row.text}` : row.text, row.time !== undefined && element("span", { class: "numbers" }, `${row.time.toFixed(3)} s`));
    }
    out.className = classes.filter(Boolean).join(" ");
    return out;
  }

  #choose(row) {
    if (row.kind === "fold") {
      if (!this.open.delete(row.key)) this.open.add(row.key);
      this.rebuild();
    } else if (row.kind === "frame") {
      this.store.set({ time: row.frame.t, playing: false });
    } else {
      this.store.set({ selection: row.line.index, time: row.frame.frame === null ? row.line.t : row.frame.t, playing: false });
    }
  }

  // Up and down move the selection from call to call; Enter opens the fold beside it.
  #key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const selection = this.store.get("selection");
    let at = this.rows.findIndex((row) => row.kind === "call" && row.line.index === selection);
    if (by) {
      for (at += by; at >= 0 && at < this.rows.length && this.rows[at].kind !== "call"; at += by);
      if (this.rows[at]?.kind === "call") this.#choose(this.rows[at]);
    } else if (event.key === "Enter") {
      for (at = Math.max(0, at); at < this.rows.length && this.rows[at].kind !== "fold"; at++);
      if (this.rows[at]) this.#choose(this.rows[at]);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // Shows the selected call, and opens the folds that hide it.
  reveal() {
    const line = this.run.log.lines[this.store.get("selection")];
    if (!line) {
      this.long.draw();
      return;
    }
    const find = () => this.rows.findIndex((row) => row.kind === "call" && row.line === line);
    if (find() < 0) {
      this.open.add(`usual ${line.group.index}`);
      this.rebuild();
      for (let i = line.group.index; i >= 0 && find() < 0; i--)
        if (this.rows.some((row) => row.key === `quiet ${i}`)) {
          this.open.add(`quiet ${i}`);
          this.rebuild();
          break;
        }
    }
    this.long.scrollTo(find());
    this.long.draw();
  }

  // The frame of the time shown is marked, and kept in sight while it plays.
  #follow() {
    this.now = this.run.frameAt(this.store.get("time"));
    if (this.store.get("playing")) this.long.scrollTo(this.rows.findIndex((row) => row.kind === "frame" && row.frame === this.now));
    this.long.draw();
  }

  // The next or the previous failure.
  step(by) {
    const failures = this.run.failures, selection = this.store.get("selection") ?? (by > 0 ? -1 : Infinity);
    const next = by > 0 ? failures.find((line) => line.index > selection) : failures.filter((line) => line.index < selection).pop();
    if (next) this.store.set({ selection: next.index, time: next.t, playing: false });
  }
}
