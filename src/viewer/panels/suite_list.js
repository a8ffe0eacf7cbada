// SPDX-License-Identifier: MIT
// The runs of a suite in a list: those of one view, which match the search.
import { element, seconds, shorten } from "../dom.js";
import { LongList } from "./long_list.js";

const marks = { passed: "✓", failed: "✗", unfinished: "…", broken: "!" };

export function mark({ state, gone }) {
  return element("span", { class: `mark ${gone ? "" : state}`, title: state }, marks[state] ?? "?");
}

export class SuiteList {
  constructor(parent, store, suite) {
    this.store = store;
    const all = (runs) => runs.map((run) => ({ run, words: run.reason ?? "" }));
    // A view is made when it is first shown.
    this.views = [["failed", "Failed", suite.failed, all], ["flaky", "Flaky", suite.flaky, all], ["changed", "Changed", suite.changes, (rows) => rows], ["broken", "Broken or unfinished", suite.broken, all],
      ["slowest", "Slowest", suite.slowest, all], ["all", "All", suite.runs, all]].filter(([name]) => name !== "changed" || suite.before);
    this.buttons = this.views.map(([name, title, rows]) => element("button", { role: "tab", onclick: () => store.set({ view: name }) }, title, element("span", { class: "count" }, name === "slowest" ? "" : ` ${rows.length}`)));
    this.search = element("input", { type: "search", placeholder: "Search runs", "aria-label": "Search runs", oninput: () => this.rebuild() });
    this.count = element("span", { class: "quiet" });
    this.long = new LongList("Runs", 42, (row) => this.#makeRow(row), (event) => this.#key(event));
    parent.append(element("div", { class: "bar tabs", role: "tablist" }, ...this.buttons), element("div", { class: "bar" }, this.search, this.count), this.long.list);
    store.on("view", () => this.rebuild());
    store.on("chosen", () => this.long.draw());
    this.rebuild();
  }

  get rows() {
    return this.long.rows;
  }

  rebuild() {
    const view = this.store.get("view"), text = this.search.value.toLowerCase();
    const [, , runs, make] = this.views.find(([name]) => name === view);
    const rows = make(runs);
    this.long.rows = text === "" ? rows : rows.filter(({ run, words }) => [run.recording, run.app, run.driver, run.folder, run.state, words].join("\n").toLowerCase().includes(text));
    this.count.textContent = `${this.rows.length} of ${rows.length}`;
    this.buttons.forEach((button, i) => button.setAttribute("aria-selected", String(this.views[i][0] === view)));
    this.long.list.scrollTop = 0;
    this.long.draw();
  }

  #makeRow({ run, words }) {
    const isChosen = run === this.store.get("chosen");
    const top = element("div", { class: "run-line" }, mark(run), element("b", {}, shorten(run.recording || run.folder, 60)), element("span", { class: "quiet run-app" }, shorten(run.app, 80)), element("span", { class: "numbers" }, run.gone ? "" : seconds(run.wall_s, 2)));
    const below = element("div", { class: `run-line ${run.state === "passed" ? "quiet" : "reason"}` }, shorten(words || [run.driver, run.began].filter(Boolean).join(" · ") || "–", 160));
    return element("div", { class: `call-row run-row ${isChosen ? "chosen" : ""}`, role: "option", "aria-selected": String(isChosen), onclick: () => this.store.set({ chosen: run }) }, top, below);
  }

  // Up and down choose the next run.
  #key(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || this.rows.length === 0) return;
    const at = this.rows.findIndex(({ run }) => run === this.store.get("chosen"));
    const next = Math.min(this.rows.length - 1, Math.max(0, at < 0 ? 0 : at + by));
    this.long.scrollTo(next);
    this.store.set({ chosen: this.rows[next].run });
    event.preventDefault();
  }
}
