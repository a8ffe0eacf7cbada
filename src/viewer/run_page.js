// SPDX-License-Identifier: MIT
// The page of one run: it opens at the first failure.
import { hasData, inflate, readBase64, readJson, toText } from "./data/bytes.js";
import { pictureSets } from "./data/picture_sets.js";
import { Run } from "./data/run.js";
import { runLanes } from "./data/run_lanes.js";
import { runValues } from "./data/run_values.js";
import { element, shorten } from "./dom.js";
import { layOut, makeStore } from "./layout.js";
import { CallDetail } from "./panels/call_detail.js";
import { CallsPanel } from "./panels/calls_panel.js";
import { Film } from "./panels/picture_panel.js";
import { makeRunFacts, verdictSentence } from "./panels/run_facts.js";
import { StagePanel } from "./panels/stage_panel.js";
import { makeTabs } from "./panels/page_bar.js";
import { ValuesPanel } from "./panels/values_panel.js";
import { readRecording } from "./recording_page.js";

// The run whose data begins with `prefix`.
export async function readRun(prefix) {
  const text = async (name) => toText(await inflate(readBase64(`${prefix}${name}`)));
  const [log, stdout, stderr] = await Promise.all(["log", "stdout", "stderr"].map(text));
  const recording = hasData(`${prefix}recording`) ? await readRecording(prefix) : null;
  const run = new Run(readJson(`${prefix}run`), { log, stdout, stderr }, recording);
  run.lanes = runLanes(run);
  return run;
}

const lastPart = (path) => path.replace(/\/+$/, "").split("/").pop() || path;

// The app and what was played into it. `others`: runs whose names must differ.
export function runName(run, ...others) {
  const { app, recording, began } = run.info.facts, name = [lastPart(app?.arguments?.[0] ?? "") || lastPart(run.info.folder), recording?.name].filter(Boolean).join(" with ");
  if (others.every((other) => runName(other) !== name)) return name;
  return others.every((other) => other.info.facts.began !== began) && began ? `${name}, ${began}` : `${name}, ${lastPart(run.info.folder)}`;
}

// The panel at the left: calls, and values for curves.
export function makeLeft(parent, store, run, callsOf) {
  const callBoxes = callsOf.map(([name]) => [name, element("div", { class: "fill" })]), valuesBox = element("div", { class: "fill" });
  makeTabs(parent, [...callBoxes, ["Values", valuesBox]]);
  const calls = callsOf.map(([, of], i) => new CallsPanel(callBoxes[i][1], of.store, of.run));
  const values = new ValuesPanel(valuesBox, store, runValues(run));
  return { calls, values };
}

export async function showRun() {
  const run = await readRun(""), store = makeStore(run.from), sets = pictureSets([{ run, prefix: "" }]), sentence = verdictSentence(run);
  document.title = `${shorten(runName(run), 60)} – Understudy`;
  const page = layOut(store, run, { title: runName(run), place: run.info.folder, sentence, state: run.hasFailed ? "failed" : run.info.verdict ? "passed" : "", left: "Calls", right: "Details" }, sets);
  const { calls, values } = makeLeft(page.left, store, run, [["Calls", { store, run }]]);
  const callBox = element("div", { class: "fill" }), runBox = element("div", { class: "fill" });
  const showRight = makeTabs(page.right, [["Call", callBox], ["Run", runBox]]);
  new CallDetail(callBox, store, run);
  runBox.append(makeRunFacts(run, store));
  store.on("selection", () => showRight("Call"));
  const stage = new StagePanel(page.centre, store, run, (hand, joint) => values.pick(hand, joint));
  new Film(page.film, store, sets);
  page.finish([stage], { n: () => calls[0].step(1), p: () => calls[0].step(-1) }, () => calls[0].search.focus());
  open(store, run);
  if (!run.isPlaced) showRight("Run");
  else stage.stage?.frame(run.moment(store.get("time")));
  return { store, run, calls, stages: [stage.stage] };
}

// Selects the first failure; without one, the start of playback.
function open(store, run) {
  const first = run.frames.find((frame) => frame.frame === 0);
  if (run.firstFailure) store.set({ selection: run.firstFailure.index, time: Math.max(run.from, Math.min(run.to, run.firstFailure.t)) });
  else if (first) store.set({ time: first.t });
  if (run.pictures.length > 0) store.set({ view: run.difference?.picture ? "pictures" : "both", eye: run.difference?.picture?.view ?? null });
}
