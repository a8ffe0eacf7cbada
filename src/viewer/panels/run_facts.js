// SPDX-License-Identifier: MIT
// The facts about a run: the app, the machine, how the run ended, every expectation, and the app's output.
import { element, seconds, terms } from "../dom.js";
import { howExact } from "./recording_facts.js";

function endWords(end) {
  if (!end) return "the run has no end: it was killed or still runs";
  const words = { exited: `the app exited with ${end.exit_code}`, signal: `the app was ended by signal ${end.signal}`, limit: "the app was terminated because of --limit",
    stall: "the app was terminated because it stood still", grace: "the app was terminated after playback", "not started": end.why ?? "the app was not started" };
  return words[end.how] ?? String(end.how);
}

const upper = (text) => text[0].toUpperCase() + text.slice(1);

// The options of `run`, one a line.
function optionWords(settings) {
  return Object.entries(settings ?? {}).map(([name, value]) => `--${name}${value === true ? "" : ` ${value}`}`).join("\n");
}

// The sentence at the top.
export function verdictSentence(run) {
  const { verdict, facts } = run.info, first = run.failed.find((item) => item.decided && item.decided === run.firstFailure) ?? run.failed[0];
  const difference = run.difference ? `${run.difference.text}.` : "";
  if (!verdict) return `No expectations were checked; ${endWords(facts.end)}.`;
  const met = run.expectations.filter((item) => item.passed).length, count = run.expectations.length;
  const expected = count > 0 || !difference ? `${met} of ${count} expectations met in ${verdict.frames} frames.` : "";
  const ended = verdict.not_played ?? verdict.app_failed ?? verdict.shots_missing ?? (run.hasFailed && !first && !difference ? endWords(facts.end) : "");
  const text = [`${run.hasFailed ? "FAILED" : verdict.result.toUpperCase()}:`, expected, difference, ended && upper(`${ended}.`)].filter(Boolean).join(" ");
  if (!first) return text;
  const where = first.frame !== null && first.frame !== undefined ? ` (frame ${first.frame}, ${seconds(first.at_s)})` : "";
  return `${text} “${first.name}”: ${first.reason ?? "not met"}${first.call ? `: ${first.call}` : ""}${where}`;
}

export function makeRunFacts(run, store) {
  const { facts } = run.info, { versions = {}, machine = {} } = facts;
  const choose = (item) => item.decided && store.set({ selection: item.decided.index, time: item.decided.t, playing: false });
  const failedFirst = [...run.expectations].sort((a, b) => run.failed.includes(b) - run.failed.includes(a));
  const expectations = failedFirst.map((item) => element("button", { class: `row expectation ${item.left_out ? "" : item.passed ? "passed" : "failed"}`, disabled: !item.decided, onclick: () => choose(item) },
    element("span", { title: item.reason ?? item.name }, `${item.left_out ? "–" : item.passed ? "✓" : "✗"} ${item.name}${item.reason ? `: ${item.reason}` : ""}`),
    item.measured && element("span", { class: "quiet" }, item.measured)));
  const output = (name, text) => text && element("details", {}, element("summary", {}, name), element("pre", {}, text));
  return element("div", { class: "scroll" },
    element("h2", {}, "Run"),
    terms([["app", (facts.app?.arguments ?? []).join(" ")], ["end", endWords(facts.end)], ["began", facts.began], ["took", seconds(facts.wall_s)], ["frames", run.frameCount],
      ["recording", facts.recording?.name], ["options", optionWords(facts.settings)], ["runtime", [versions.runtime?.name, versions.runtime?.version].filter(Boolean).join(" ")],
      ["GPU", versions.vulkan?.[0]?.name], ["system", machine.system]]),
    run.info.log_held > 0 && element("p", { class: "quiet" }, `After the recording's end, ${run.info.log_held} lines of usual calls are not on this page.`),
    run.info.log_cut && element("p", { class: "warning" }, "The log is too large for a page: only its first part is here."),
    !run.recording && element("p", { class: "quiet" }, `The recording is not on this page: ${run.info.recording}.`),
    run.info.baseline && run.info.baseline !== "embedded" && element("p", { class: "quiet" }, `The baseline's pictures are not on this page: ${run.info.baseline}.`),
    run.expectations.length > 0 && element("h2", {}, "Expectations"), ...expectations,
    element("h2", {}, "Output of the app"), output("Standard output", run.texts.stdout), output("Standard error", run.texts.stderr),
    !run.texts.stdout && !run.texts.stderr && element("p", { class: "quiet" }, "none"), run.recording && howExact(run.recording.facts));
}
