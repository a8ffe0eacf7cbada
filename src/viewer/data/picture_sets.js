// SPDX-License-Identifier: MIT
// The pictures of a page by their frames. Of one run: what the app drew and, where it differs from the baseline's, that one and the
// difference. Of two runs: what each drew, and where these differ.
//   {frame, t, label, differs, views: [{name, columns: [{name, picture} or {name, of: [a, b]}]}]}
// `picture` has its data in `src`; `of` are two pictures whose difference is to be drawn.

import { pictureUrl } from "./bytes.js";

const words = { baseline: "expected", run: "got", difference: "difference" };

// The sets of one run. A picture that only the run has is just "drawn".
function columnsOfOne(pictures) {
  const isCompared = pictures.some((picture) => picture.of !== "run");
  return ["baseline", "run", "difference"].map((of) => pictures.find((picture) => picture.of === of)).filter(Boolean)
    .map((picture) => ({ name: isCompared ? words[picture.of] : "drawn", picture }));
}

function columnsOfTwo(pictures) {
  const [a, b] = ["A", "B"].map((name) => pictures.find((picture) => picture.side === name && picture.of === "run"));
  const columns = [["A", a], ["B", b]].filter(([, picture]) => picture).map(([name, picture]) => ({ name, picture }));
  return a && b && a.src !== b.src ? [...columns, { name: "difference", of: [a, b] }] : columns;
}

// `runs`: [{run, prefix, name}]; times are those of the first one.
export function pictureSets(runs) {
  const frames = new Map(), main = runs[0].run;
  for (const { run, prefix, name } of runs)
    for (const picture of run.pictures) {
      const key = picture.frame ?? Infinity;
      frames.set(key, [...(frames.get(key) ?? []), { ...picture, src: pictureUrl(`${prefix}${picture.id}`) ?? "", side: name }]);
    }
  return [...frames].sort((a, b) => a[0] - b[0]).map(([frame, pictures]) => {
    const views = [...new Set(pictures.map((picture) => picture.what))].map((name) => {
      const own = pictures.filter((picture) => picture.what === name);
      return { name, columns: runs.length > 1 ? columnsOfTwo(own) : columnsOfOne(own) };
    });
    const differs = views.some((view) => view.columns.some((column) => column.name === "difference"));
    return { frame, t: main.frames.find((candidate) => candidate.frame === frame)?.t ?? NaN, differs, views,
      label: `${Number.isFinite(frame) ? `frame ${frame}` : "other"}${differs ? " differs" : ""}` };
  });
}

// The newest set at a time; before all of them, the first set.
export function setAt(sets, t) {
  let now = null;
  for (const set of sets) if (set.t <= t + 1e-6 && (!now || set.t >= now.t)) now = set;
  return now ?? sets[0] ?? null;
}
