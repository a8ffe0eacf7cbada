// SPDX-License-Identifier: MIT
// The runs of a suite, and what can be said about them together. A run is a line that the tool wrote: {state, recording, app, sha256, driver, began,
// wall_s, folder, link, page, reason, frame, got, expected}.
import { readJson } from "./bytes.js";
import { groupBy } from "./log.js";

const slowestMost = 100;

const isVerdict = ({ state }) => state === "passed" || state === "failed";

// The same recording, by its content, and the same app.
const sameTest = ({ recording, sha256, app }) => JSON.stringify([recording, sha256, app]);
// The same recording, by its name, and the same app: a recording may be edited from one night to the next.
const sameName = ({ recording, app }) => JSON.stringify([recording, app]);

const first = (a, b) => (a.began < b.began ? -1 : a.began > b.began ? 1 : 0);

function stateOf(runs) {
  const states = new Set(runs.map(({ state }) => state));
  if (states.size === 1) return runs[0].state;
  return states.has("passed") ? "flaky" : states.has("failed") ? "failed" : "unfinished";
}

// What changed since the page `before`: a line for each recording and app, with a run of it.
function findChanges(runs, before) {
  if (!before) return [];
  const now = groupBy(runs.filter((run) => run.recording), sameName), then = groupBy(before.runs.filter((run) => run.recording), sameName), out = [];
  for (const [key, group] of now) {
    const is = stateOf(group), was = then.has(key) ? stateOf(then.get(key)) : null;
    if (is !== was) out.push({ run: group.find(({ state }) => state !== "passed") ?? group[0], was, is, words: was === null ? `new: ${is}` : `${is}, was ${was}` });
  }
  for (const [key, group] of then)
    if (!now.has(key)) out.push({ run: { ...group[0], folder: "", gone: true }, was: stateOf(group), is: null, words: `gone, was ${stateOf(group)}` });
  const rank = ({ is, was }) => (is !== null && is !== "passed" && was !== null ? 0 : is === "passed" && was !== null ? 1 : was === null ? 2 : 3);
  return out.sort((a, b) => rank(a) - rank(b));
}

// A line for each app and driver.
function sumUp(runs) {
  return [...groupBy(runs.filter(({ app }) => app), ({ app, driver }) => JSON.stringify([app, driver])).values()]
    .map((group) => ({ app: group[0].app, driver: group[0].driver, runs: group.length, notPassed: group.filter(({ state }) => state !== "passed").length, wall_s: group.reduce((sum, run) => sum + run.wall_s, 0) }))
    .sort((a, b) => b.notPassed - a.notPassed);
}

export function readSuite() {
  const { runs, before, made } = readJson("suite");
  for (const run of runs) if (!Number.isFinite(run.wall_s)) run.wall_s = 0;
  const groups = groupBy(runs, sameTest);
  const flaky = [...groups.values()].filter((group) => new Set(group.filter(isVerdict).map(({ state }) => state)).size > 1).flat().filter(isVerdict);
  return { runs, made, before, groups, flaky, changes: findChanges(runs, before), sums: sumUp(runs),
    of: (run) => (run.gone || !run.recording ? [run] : groups.get(sameTest(run)) ?? [run]),
    failed: runs.filter(({ state }) => state === "failed").sort(first),
    broken: runs.filter((run) => !isVerdict(run)),
    slowest: [...runs].sort((a, b) => b.wall_s - a.wall_s).slice(0, slowestMost) };
}

// A path in a link: no character of it means something to a browser.
export function linkTo(path) {
  return path.split("/").map(encodeURIComponent).join("/");
}
