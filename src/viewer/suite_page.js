// SPDX-License-Identifier: MIT
// The page of a suite, of many runs. It opens with the failures, the one that began first at the top.
import { readSuite } from "./data/suite.js";
import { element } from "./dom.js";
import { SuiteDetails } from "./panels/suite_details.js";
import { SuiteList } from "./panels/suite_list.js";
import { themeButton } from "./panels/page_bar.js";
import { Store } from "./layout.js";

function sentenceOf({ runs, failed, flaky, broken, changes, before }) {
  if (runs.length === 0) return "There are no runs.";
  const parts = [failed.length > 0 && `${failed.length} failed`, broken.length > 0 && `${broken.length} broken or unfinished`].filter(Boolean);
  const more = [flaky.length > 0 && `${flaky.length} runs are of flaky recordings`, before && `${changes.length} changed`].filter(Boolean);
  return `${parts.length > 0 ? `FAILED: ${parts.join(", ")} of ${runs.length} runs.` : `PASSED: all ${runs.length} runs.`}${more.length > 0 ? ` ${more.join(", ")}.` : ""}`;
}

export function showSuite() {
  const suite = readSuite(), of = (id) => document.getElementById(id), isGood = suite.failed.length + suite.broken.length === 0;
  const store = new Store({ theme: null, chosen: null, view: suite.failed.length > 0 ? "failed" : suite.broken.length > 0 ? "broken" : "all" });
  document.body.dataset.page = "suite";
  document.title = `${isGood ? "Passed" : "Failed"}: ${suite.runs.length} runs – Understudy`;
  of("top").append(element("h1", {}, `${suite.runs.length} runs`), element("p", { class: `sentence ${isGood ? "passed" : "failed"}`, id: "sentence" }, sentenceOf(suite)), element("div", { class: "tools" }, themeButton(store)));
  const list = new SuiteList(of("left"), store, suite), details = new SuiteDetails(of("right"), store, suite);
  of("left").setAttribute("aria-label", "Runs");
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target === list.search) return;
    list.search.focus();
    event.preventDefault();
  });
  document.body.classList.remove("loading");
  of("loading").remove();
  list.long.draw();
  return { store, suite, list, details };
}
