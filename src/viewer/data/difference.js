// SPDX-License-Identifier: MIT
// Where a run first differs from the run that it was compared with: the baseline, or a further run of the same recording.

// {text, line}: in words, and the line of the log at which to open; null if nothing differs.
export function firstDifference(run) {
  const { baseline, again } = run.info.verdict?.comparison ?? {};
  for (const comparison of [baseline, again])
    if (comparison?.result === "different") return describe(run, comparison, comparison === again);
  return null;
}

function describe(run, comparison, isFirst) {
  const { events, pictures, end } = comparison, other = isFirst ? comparison.b : comparison.a;
  const lineOf = (frame) => run.frames.find((candidate) => candidate.frame === frame)?.lines[0] ?? null;
  const start = `The run differs from ${other}`;
  if (comparison.first === "event") {
    const { frame, what, field, a, b } = events.first, [mine, theirs] = isFirst ? [a, b] : [b, a];
    const values = field ? `${field} is ${show(mine)}, there ${show(theirs)}` : "";
    return { field: field || "the call", other, mine: show(mine), theirs: show(theirs), text: `${start} in ${frame === null ? "what happens before playback" : `frame ${frame}`}: ${[what, values].filter(Boolean).join(", ")}`,
      line: run.log.byNumber.get(isFirst ? events.first.a_line : events.first.b_line) ?? lineOf(frame) };
  }
  if (comparison.first === "picture") return { picture: pictures.first, text: `${start} in the picture ${pictures.first.frame === null ? pictures.first.file : `of frame ${pictures.first.frame}, ${pictures.first.view}`}: ${pictures.first.what}`, line: lineOf(pictures.first.frame) };
  if (comparison.first === "output") return { text: `${start} in its standard error, line ${comparison.output.first.line}: ${comparison.output.first.text}`, line: null };
  return { text: `${start} in its end: ${isFirst ? end?.a : end?.b}, there ${isFirst ? end?.b : end?.a}`, line: run.log.lines[run.log.lines.length - 1] ?? null };
}

// A value of a difference, in words.
export function show(value) {
  return value === null || value === undefined ? "nothing" : typeof value === "string" ? value : JSON.stringify(value);
}
