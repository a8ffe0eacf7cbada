// SPDX-License-Identifier: MIT
// The page of two runs, locked together by their frames. It opens at their first difference.
import { readJson } from "./data/bytes.js";
import { show } from "./data/run.js";
import { pictureSets } from "./data/picture_sets.js";
import { element, fill, shorten } from "./dom.js";
import { layOut, makeStore } from "./layout.js";
import { bothValues, describeCall } from "./panels/call_detail.js";
import { Film } from "./panels/picture_panel.js";
import { makeRunFacts } from "./panels/run_facts.js";
import { StagePanel } from "./panels/stage_panel.js";
import { makeTabs } from "./panels/page_bar.js";
import { makeLeft, readRun, runName } from "./run_page.js";

function sentenceOf(difference) {
  if (!difference) return "The logs could not be compared.";
  if (difference.same) return `No difference in ${difference.frames} frames.`;
  const { frame, what, field, a, b } = difference.first, start = `The first difference is ${frame === null ? "before playback" : `in frame ${frame}`}: ${what}`;
  const both = `A has ${shorten(show(a), 400)}, B has ${shorten(show(b), 400)}`;
  if (field) return `${start}, ${field}: ${both}`;
  return a !== null && b !== null ? `${start}: ${both}` : `${start}: only ${a !== null ? "A" : "B"} has it`;
}

// The second run as a source at the first one's times: each frame at the time of the same frame there.
function locked(a, b, storeB) {
  const at = (t) => b.sameFrame(a.frameAt(t));
  return { from: a.from, to: a.to, moment(t) {
    const frame = at(t), moment = b.momentOf(frame, storeB.get("selection"));
    if (!frame) moment.notes.push("B has no such frame");
    return moment;
  }, trailAt: (t) => b.trailOf(at(t)) };
}

// The call at the same place in the other run: the same call about the same thing in the same frame.
function counterpart(run, other, line) {
  const frame = line && other.sameFrame(line.group);
  if (!frame) return null;
  const isSame = (candidate) => ["e", "call", "space", "base", "hand", "action", "subaction"].every((key) => candidate[key] === line[key]);
  const place = line.group.lines.filter(isSame).indexOf(line);
  return frame.lines.filter(isSame)[place] ?? null;
}

export async function showTwoRuns() {
  const a = await readRun(""), b = await readRun("b-"), difference = readJson("difference"), first = difference?.first;
  const store = makeStore(a.from), storeB = makeStore(b.from);
  const sets = pictureSets([{ run: a, prefix: "", name: "A" }, { run: b, prefix: "b-", name: "B" }]);
  document.title = `${shorten(runName(a, b), 40)} and ${shorten(runName(b, a), 40)} – Understudy`;
  const sentence = sentenceOf(difference);
  a.lanes = [...a.lanes.map((lane) => ({ ...lane, label: `A ${lane.label}` })), ...lanesOf(b).filter((lane) => !a.lanes.some((other) => isSameLane(lane, other)))];
  const page = layOut(store, a, { title: `A ${runName(a, b)} · B ${runName(b, a)}`, place: `A ${a.info.folder}, B ${b.info.folder}`, sentence, state: first ? "failed" : difference ? "passed" : "", left: "Calls", right: "Details" }, sets);
  const alone = lock(a, b, store, storeB);
  const { calls } = makeLeft(page.left, store, a, [["A", { store, run: a }], ["B", { store: storeB, run: b }]]);
  const boxes = ["Call", "Run A", "Run B"].map((name) => [name, element("div", { class: "fill" })]);
  const showRight = makeTabs(page.right, boxes);
  boxes[1][1].append(makeRunFacts(a, store));
  boxes[2][1].append(makeRunFacts(b, storeB));
  showBoth(boxes[0][1], a, b, store, storeB, first);
  store.on("selection", () => showRight("Call"));
  const stages = [new StagePanel(page.centre, store, a, () => {}, "A"), new StagePanel(page.centre, store, locked(a, b, storeB), () => {}, "B")];
  storeB.on("selection", () => stages[1].draw());
  turnTogether(stages.map((panel) => panel.stage));
  new Film(page.film, store, sets);
  page.finish(stages, { n: () => calls[0].step(1), p: () => calls[0].step(-1) }, () => calls[0].search.focus());
  openAt(first, a, b, store, storeB, alone);
  if (sets.length > 0) store.set({ view: "both" });
  for (const panel of stages) panel.stage?.frame(a.moment(store.get("time")));
  return { store, storeB, a, b, difference, calls };
}

// The lanes of B, which has its times from the same recording. Their marks select nothing, because the selection is A's.
function lanesOf(b) {
  return b.lanes.map((lane) => ({ label: `B ${lane.label}`, spans: lane.spans, marks: lane.marks.map((mark) => ({ ...mark, index: undefined })) }));
}

// Whether a lane of B has the same contents as A's lane of that name.
function isSameLane(lane, other) {
  const text = ({ spans, marks }) => JSON.stringify([spans.map((span) => [span.from.toFixed(3), span.to.toFixed(3), span.label]), marks.map((mark) => [mark.t.toFixed(3), mark.kind, mark.label])]);
  return lane.label === `B ${other.label}` && text(lane) === text(other);
}

// For two that follow each other's changes: calls a function, but not while it calls one, so that none of them follows its own change.
function makeAlone() {
  let isBusy = false;
  return (call) => {
    if (isBusy) return;
    isBusy = true;
    call();
    isBusy = false;
  };
}

// A choice in one run is made in the other run too, as far as the other run has it; not one that is made by the function that is returned.
function lock(a, b, store, storeB) {
  const alone = makeAlone();
  for (const [from, to, fromStore, toStore] of [[a, b, store, storeB], [b, a, storeB, store]])
    fromStore.on("time selection", () => alone(() => {
      const frame = to.sameFrame(from.frameAt(fromStore.get("time"))), selection = fromStore.get("selection");
      const line = selection === null ? null : counterpart(from, to, from.log.lines[selection]);
      toStore.set({ time: frame ? frame.t : toStore.get("time"), selection: line ? line.index : null, playing: false });
    }));
  return alone;
}

// The first difference stands above the two calls that it is about.
function showBoth(parent, a, b, store, storeB, first) {
  const box = element("div", { class: "scroll" }), { field, what, a_line: lineA, b_line: lineB } = first ?? {};
  const values = bothValues(field || what, [["A", show(first?.a)], ["B", show(first?.b)]]);
  const isFirst = () => first && [[a, store, lineA], [b, storeB, lineB]].some(([run, of, line]) => line && run.log.lines[of.get("selection")]?.n === line);
  const update = () => fill(box, isFirst() && values, element("div", { class: "side" }, "A"), ...describeCall(a, a.log.lines[store.get("selection")]),
    element("div", { class: "side" }, "B"), ...describeCall(b, b.log.lines[storeB.get("selection")]));
  parent.append(box);
  store.on("selection", update);
  storeB.on("selection", update);
  update();
}

// Makes both cameras move together.
function turnTogether([first, second]) {
  if (!first || !second) return;
  const alone = makeAlone();
  for (const [one, other] of [[first, second], [second, first]]) one.controls.addEventListener("change", () => alone(() => other.copyView(one)));
}

function openAt(first, a, b, store, storeB, alone) {
  const lineA = a.log.byNumber.get(first?.a_line) ?? null, lineB = b.log.byNumber.get(first?.b_line) ?? null;
  const frame = lineA?.group ?? a.sameFrame(lineB?.group) ?? a.frames.find((candidate) => candidate.frame === 0) ?? a.frames[0];
  store.set({ time: Math.min(a.to, Math.max(a.from, frame?.t ?? 0)), selection: lineA?.index ?? null });
  if (!lineB) return;
  const time = lineB.group.t;
  alone(() => storeB.set({ time, selection: lineB.index }));
}
