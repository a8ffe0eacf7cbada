// SPDX-License-Identifier: MIT
// The chosen run of a suite: why it failed, its pictures, the other runs of the same recording and app. Without one, a table of apps and drivers.
import { element, fill, seconds, terms } from "../dom.js";
import { pictureUrl } from "../data/bytes.js";
import { linkTo } from "../data/suite.js";
import { mark } from "./suite_list.js";

export class SuiteDetails {
  constructor(parent, store, suite) {
    Object.assign(this, { store, suite });
    this.box = element("div", { class: "scroll" });
    parent.append(this.box);
    store.on("chosen", () => this.update());
    this.update();
  }

  update() {
    const run = this.store.get("chosen");
    fill(this.box, ...(run ? this.#describe(run) : this.#sums()));
    this.box.scrollTop = 0;
  }

  #sums() {
    const { sums, made, before } = this.suite;
    return [element("h2", {}, "Apps and drivers"), element("table", { class: "sums" },
      element("tr", {}, ...["app", "driver", "runs", "not passed", "time"].map((name) => element("th", {}, name))),
      ...sums.map((sum) => element("tr", { class: sum.notPassed > 0 ? "failed" : "" }, ...[sum.app, sum.driver || "–", sum.runs, sum.notPassed, seconds(sum.wall_s, 1)].map((cell) => element("td", {}, String(cell)))))),
      element("p", { class: "quiet" }, `Made ${made}.${before ? ` Compared with the page of ${before.made}.` : ""}`)];
  }

  #describe(run) {
    const facts = [["recording", run.recording], ["app", run.app], ["driver", run.driver], ["began", run.began], ["took", run.gone ? "" : seconds(run.wall_s)], ["frame", run.frame], ["folder", run.folder]];
    return [element("h2", { class: "call-name" }, mark(run), " ", run.recording || run.folder), run.reason && element("p", { class: "reason" }, run.reason),
      run.gone && element("p", { class: "quiet" }, "The earlier page has it, and this one has not."), ...this.#pictures(run),
      terms(facts),
      ...this.#links(run), ...this.#others(run), element("p", {}, element("button", { onclick: () => this.store.set({ chosen: null }) }, "All apps and drivers"))];
  }

  #pictures(run) {
    const shown = [["expected", pictureUrl(run.expected)], ["got", pictureUrl(run.got)]].filter(([, src]) => src);
    const figures = shown.map(([name, src]) => element("figure", {}, element("img", { alt: `${name}, ${run.recording}`, src }), element("figcaption", {}, shown.length > 1 ? name : "drawn")));
    return [figures.length > 0 && element("div", { class: "pair" }, ...figures), run.left_out && element("p", { class: "quiet" }, "Its pictures are not on this page, which has no more room for them.")];
  }

  #links(run) {
    return [run.page && element("p", {}, element("a", { href: linkTo(run.page), target: "_blank", rel: "noopener" }, "The page of this run")),
      !run.page && run.link && run.state !== "broken" && element("p", { class: "quiet" }, "No page of this run was written. This writes it:", element("pre", {}, `understudy report ${quote(run.folder)}`))];
  }

  #others(run) {
    const others = this.suite.of(run);
    if (others.length < 2) return [];
    return [element("h2", {}, "The same recording and app"), ...others.map((other) => element("button", { class: `row ${other === run ? "chosen" : ""}`, onclick: () => this.store.set({ chosen: other }) },
      element("span", { title: other.folder }, mark(other), ` ${[other.driver, other.link ?? other.folder].filter(Boolean).join(" · ")}`), element("span", { class: "numbers" }, seconds(other.wall_s))))];
  }
}

// A word of a shell.
function quote(text) {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
