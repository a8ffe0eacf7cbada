// SPDX-License-Identifier: MIT
// Starts the page that fits the data.
import { hasData } from "./data/bytes.js";
import { element } from "./dom.js";
import { showRecording } from "./recording_page.js";

async function start() {
  try {
    const begin = performance.now();
    window.understudy = await (hasData("recording") ? showRecording() : Promise.reject(new Error("the page holds no data")));
    window.understudy.loadedMs = performance.now() - begin;
  } catch (error) {
    document.getElementById("loading")?.remove();
    document.body.prepend(element("p", { class: "warning", role: "alert" }, `This page cannot be shown: ${error.message}`));
    throw error;
  }
}
start();
