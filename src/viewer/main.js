// SPDX-License-Identifier: MIT
// Starts the page that fits the data.
import { hasData } from "./data/bytes.js";
import { element } from "./dom.js";
import { showRecording } from "./recording_page.js";
import { showRun } from "./run_page.js";
import { showSuite } from "./suite_page.js";
import { showTwoRuns } from "./two_runs_page.js";

function choose() {
  if (hasData("suite")) return showSuite;
  if (hasData("b-run")) return showTwoRuns;
  if (hasData("run")) return showRun;
  if (hasData("recording")) return showRecording;
  throw new Error("the page holds no data");
}

async function start() {
  try {
    const begin = performance.now();
    window.understudy = await choose()();
    window.understudy.loadedMs = performance.now() - begin;
  } catch (error) {
    document.getElementById("loading")?.remove();
    document.body.prepend(element("p", { class: "warning", role: "alert" }, `This page cannot be shown: ${error.message}`));
    throw error;
  }
}
start();
