// SPDX-License-Identifier: MIT
// A run: its log, verdict and pictures, and the recording that played. A moment of a run has the answers that the app got in a frame;
// values that the app did not ask for come from the recording.
import { seconds } from "../dom.js";
import { moveHand, toldHand, trailOf, wrist } from "./hand.js";
import { EventLog, faultText, frameWords, isProblem, lastPlace } from "./log.js";
import { multiply, plainFov, rotate, transform } from "./pose.js";
import { Spaces } from "./spaces.js";

export class Run {
  // `texts`: {log, stdout, stderr}; `recording`: a Recording or null
  constructor(info, texts, recording) {
    this.info = info;
    this.texts = texts;
    this.recording = recording;
    this.log = new EventLog(texts.log);
    this.frames = this.log.frames;
    this.spaces = new Spaces(this.log);
    this.from = this.frames[0]?.t ?? 0;
    this.to = this.frames[this.frames.length - 1]?.t ?? 0;
    this.start = this.log.lines.find((line) => line.e === "play" && line.what === "start");
    this.zero = this.frames.find((frame) => frame.frame !== null)?.t ?? this.from; // where the ruler begins
    this.markers = this.log.of("marker").map((line) => ({ t: line.t, name: line.name ?? "" }));
    this.pictures = info.pictures.map(describePicture);
    this.#judge();
  }

  // The lines that decided expectations, and what failed.
  #judge() {
    const { verdict } = this.info;
    this.expectations = (verdict?.expectations ?? []).map((item) => ({ ...item, decided: this.log.byNumber.get(item.log_line) ?? null }));
    this.decidedBy = new Map();
    for (const item of this.expectations) if (item.decided) this.decidedBy.set(item.decided.index, [...(this.decidedBy.get(item.decided.index) ?? []), item]);
    this.failed = this.expectations.filter((item) => !item.passed && !item.left_out);
    this.difference = firstDifference(this);
    const last = this.log.lines[this.log.lines.length - 1] ?? null;
    const decided = this.failed.filter((item) => item.decided).sort((a, b) => a.decided.index - b.decided.index);
    this.isPlaced = Boolean(decided[0] || this.difference?.line); // a call decided it; otherwise the end of the run did
    this.firstFailure = decided[0]?.decided ?? this.difference?.line ?? (this.hasFailed ? this.log.lines.find(isProblem) ?? last : null);
    this.failures = this.log.lines.filter((line) => this.isFailure(line));
  }

  get hasFailed() {
    const { end } = this.info.facts;
    return this.info.verdict?.result === "failed" || ["signal", "limit", "stall"].includes(end?.how) || (end?.exit_code ?? 0) !== 0;
  }

  isFailure(line) {
    return isProblem(line) || line === this.difference?.line || (this.decidedBy.get(line.index) ?? []).some((item) => !item.passed && !item.left_out);
  }

  // Includes those whose lines are not on the page.
  get frameCount() {
    const most = new Map();
    for (const { playback, frame } of this.frames) if (frame !== null) most.set(playback, Math.max(most.get(playback) ?? 0, frame + 1));
    return [...most.values()].reduce((sum, count) => sum + count, 0);
  }

  frameAt(t) {
    return this.frames[lastPlace(this.frames.length, (i) => this.frames[i].t > t + 1e-9)] ?? null;
  }

  // The time shown: the recording's, and the wall clock's as a second reading.
  clockText(t) {
    const frame = this.frameAt(t);
    if (!frame) return "";
    const wall = `wall ${(frame.frame === null ? this.wallAt(frame, t) : frame.wallS).toFixed(3)} s`;
    return [frame.frame !== null && seconds(Number.isFinite(frame.atS) ? frame.atS : t), frameWords(frame), wall].filter(Boolean).join(" · ");
  }

  // The time of the newest line of a group that is outside of playback.
  wallAt(frame, t) {
    const line = frame.lines.filter((candidate) => candidate.t <= t + 1e-9).pop() ?? frame.lines[0];
    return ((line.wall_ms ?? 0) - (this.start?.wall_ms ?? 0)) / 1000;
  }

  // The app got this hand at some time, so that it can be lost.
  knowsHand(name) {
    this.hands ??= new Set(this.log.of("hand").filter((line) => line.active === true).map((line) => line.hand));
    return this.hands.has(name);
  }

  // The frame of the same playback and number in this run; null if it has none.
  sameFrame(other) {
    const keyOf = (frame) => `${frame.playback} ${frame.frame}`;
    this.byPlace ??= new Map(this.frames.map((frame) => [keyOf(frame), frame]));
    return other && (this.byPlace.get(keyOf(other)) ?? null);
  }

  step(t, by) {
    const frame = this.frameAt(t), at = Math.max(0, Math.min(this.frames.length - 1, (frame?.index ?? 0) + by));
    return this.frames[at]?.t ?? 0;
  }

  // The sample of the recording at the time that a frame played.
  recordedAt(frame) {
    return this.recording && Number.isFinite(frame?.atS) ? this.recording.moment(frame.atS) : null;
  }

  moment(t, selection = null) {
    return this.momentOf(this.frameAt(t), selection);
  }

  trailAt(t) {
    return this.trailOf(this.frameAt(t));
  }

  // Kept for each frame, because every moment of a second and a half asks for it.
  trailOf(frame) {
    this.trails ??= new Map();
    if (!this.trails.has(frame)) this.trails.set(frame, trailOf(this.momentOf(frame, null)));
    return this.trails.get(frame);
  }

  momentOf(frame, selection) {
    const moment = { t: frame?.t ?? 0, head: null, views: [], hands: [null, null], gaze: null, controllers: [], inputs: [], spaces: [], layers: [], notes: [] };
    if (!frame) return moment;
    moment.isQuiet = frame.frame === null; // nothing is lost before playback
    const found = this.spaces.resolve(frame.lines);
    this.#addAnswers(moment, frame, found);
    this.#addRecorded(moment, frame, found);
    const chosen = this.log.lines[selection];
    if (chosen?.group === frame) moment.chosen = chosenIn(moment, chosen, found);
    for (const [number, pose] of found)
      moment.spaces.push({ name: this.spaces.name(number), pose, isReference: this.spaces.type(number) !== null, highlighted: chosen !== undefined && chosen.space === number });
    moment.spaces = joinNames(moment.spaces);
    ["left", "right"].forEach((name, i) => { if (moment.hands[i] === null && this.knowsHand(name) && isToldLost(frame, name)) moment.notes.push(`${name} hand not tracked`); });
    for (const line of frame.lines) {
      if (line.e === "fault") moment.notes.push(`fault ${faultText(line)}`);
      if (line.e === "late") moment.notes.push(`${line.wall_count ?? ""} late answers`);
    }
    return moment;
  }

  // Views, hands and layers, as far as their bases can be placed.
  #addAnswers(moment, frame, found) {
    const submitted = frame.lines.filter((line) => line.e === "submit");
    for (const line of frame.lines) {
      const base = found.get(line.base);
      if (!base) continue;
      if (line.e === "views" && line.poses)
        moment.views = line.poses.map((pose, i) => ({ pose: multiply(base, pose), fov: line.fovs?.[i] ?? plainFov }));
      if (line.e === "views" && line.poses?.length) moment.head = headOf(moment.views, line.flags?.includes("P") ?? true);
      if (line.e === "hand") moment.hands[line.hand === "right" ? 1 : 0] = toldHand(line, base);
    }
    for (const line of submitted)
      for (const [place, layer] of (line.layers ?? []).entries()) {
        const space = found.get(layer.space);
        if (layer.pose && space) moment.layers.push({ kind: layer.kind, pose: multiply(space, layer.pose), size: this.#sizeOf(line, place) });
      }
  }

  // The size of a quad: in its newest `layer` line up to the submission.
  #sizeOf(submit, place) {
    this.sizes ??= this.log.of("layer").filter((line) => line.size);
    let size = null;
    for (const line of this.sizes) if (line.index <= submit.index + 8 && line.layer === place) size = line.size;
    return size;
  }

  // Adds values that the app did not ask for, if the log gives the pose of the recording's origin.
  #addRecorded(moment, frame, found) {
    const recorded = this.recordedAt(frame);
    if (!recorded) return;
    const anchor = { local: "LOCAL", stage: "STAGE", local_floor: "LOCAL_FLOOR" }[this.start?.anchor];
    const origin = anchor ? this.spaces.origin(anchor, found) : null;
    if (!origin) {
      if (moment.head === null) Object.assign(moment, recorded, { t: moment.t, spaces: moment.spaces, notes: ["as recorded: the log does not tell where the app's spaces are"] });
      return;
    }
    // A hand that was reported to the app as lost is drawn faded where it was recorded.
    const isLost = ["left", "right"].map((name) => isToldLost(frame, name));
    moment.head ??= recorded.head && { ...recorded.head, pose: multiply(origin, recorded.head.pose) };
    moment.gaze = recorded.gaze && { origin: transform(origin, recorded.gaze.origin), direction: rotate(origin, recorded.gaze.direction) };
    moment.hands = moment.hands.map((hand, i) => hand ?? moveHand(recorded.hands[i], origin, !isLost[i]));
    moment.controllers = recorded.controllers.map((controller) => ({ ...controller, at: multiply(origin, controller.at) }));
    moment.inputs = recorded.inputs;
  }
}

function isToldLost(frame, name) {
  return frame.lines.some((line) => line.e === "hand" && line.hand === name && line.active === false);
}

// The pose between the eyes, with the orientation of the first one.
function headOf(views, isTracked) {
  const middle = [0, 1, 2].map((axis) => views.reduce((sum, view) => sum + view.pose[axis], 0) / views.length);
  return { pose: [...middle, ...views[0].pose.slice(3)], tracked: isTracked };
}

// Spaces at one place share a label.
function joinNames(spaces) {
  const groups = new Map();
  for (const space of spaces) {
    const key = space.pose.map((value) => value.toFixed(3)).join(" ");
    const group = groups.get(key);
    if (!group) groups.set(key, { ...space });
    else if (!group.name.split(", ").includes(space.name)) group.name = `${group.name}, ${space.name}`;
    if (group) group.highlighted = group.highlighted || space.highlighted;
  }
  return [...groups.values()];
}

// "frame-000090-view-0.png": the frame and what it shows.
function describePicture(picture) {
  const match = /frame-(\d+)-(.+)\.png$/.exec(picture.file);
  return { ...picture, frame: match ? Number(match[1]) : null, what: match ? match[2] : picture.file };
}

// The parts of the selected call that the 3D view highlights: {views, hand, layers, link}. `link` is a line from the origin of the base
// space to what was located, as [[x, y, z], [x, y, z]].
function chosenIn(moment, line, found) {
  const out = { views: line.e === "views", hand: handOf(line), layers: line.e === "submit" || line.e === "layers" || line.e === "layer", link: null };
  const base = found.get(line.base)?.slice(0, 3);
  const located = { locate: () => found.get(line.space)?.slice(0, 3), views: () => moment.head?.pose.slice(0, 3),
    hand: () => moment.hands.find((hand) => hand?.name === line.hand)?.poseOf(wrist)?.slice(0, 3) }[line.e]?.();
  if (base && located) out.link = [base, located];
  return out;
}

function handOf(line) {
  if (line.e === "hand") return line.hand;
  if (line.e === "action" || line.e === "haptic") return /^\/user\/hand\/(left|right)$/.exec(line.subaction)?.[1] ?? null;
  return null;
}

// Where a run first differs from the run that it was compared with: the baseline, or a further run of the same recording.
// {text, line}: in words, and the line of the log at which to open; null if nothing differs.
function firstDifference(run) {
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
