// SPDX-License-Identifier: MIT
// The event log of a run, understudy-log(5), as lines and frames.

// Lines of every frame; a frame in which nothing else happens is quiet.
const usual = new Set(["wait", "submit", "sync", "views", "locate", "hand"]);
const problems = new Set(["error", "odd", "late", "dropped", "incomplete"]);

export function isUsual(line) {
  return usual.has(line.e) && !isProblem(line);
}

export function isProblem(line) {
  return problems.has(line.e) || (typeof line.result === "string" && line.result.startsWith("XR_ERROR"));
}

// The fields that the log has, without those of this page.
export function fieldsOf({ group, index, t, ...fields }) {
  return fields;
}

// The place of the last thing of a sorted list that is not behind; 0 if all are.
export function lastPlace(count, isBehind) {
  let low = 0, high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isBehind(middle)) high = middle - 1;
    else low = middle;
  }
  return low;
}

// A fault on purpose as the user wrote it, and whether it begins or ends.
export function faultText(line) {
  return `${line.fault ?? line.kind ?? "fault"} ${line.what ?? ""}`;
}

// Makes lists of things by a key.
export function groupBy(things, keyOf) {
  const groups = new Map();
  for (const thing of things) {
    const key = keyOf(thing);
    if (groups.has(key)) groups.get(key).push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}

// A line that cannot be read, or whose fields are of another kind, stays as text, so that nothing is hidden.
function parse(text, index) {
  try {
    const line = JSON.parse(text);
    if (isLine(line)) return Object.assign(line, { index });
  } catch {
    // falls through
  }
  return { index, e: "unreadable", text };
}

// Makes groups of lines: before, between and after playbacks, and one for each frame of them. The session's playback and the number of the
// frame give the group of a line. A line without a frame is between two playbacks, so that the number of its group ends in a half.
function group(lines) {
  const frames = [], byKey = new Map(), playbackOf = new Map();
  let playbacks = 0;
  for (const line of lines) {
    if (line.e === "play" && line.what === "start") playbackOf.set(line.session, ++playbacks);
    const hasFrame = Number.isInteger(line.frame);
    const playback = hasFrame ? playbackOf.get(line.session) ?? Math.max(1, playbacks) : playbacks + 0.5;
    const key = `${playback} ${hasFrame ? line.frame : ""}`;
    if (!byKey.has(key)) {
      const frame = { playback, frame: hasFrame ? line.frame : null, lines: [], index: 0, t: 0, atS: NaN, wallS: 0 };
      byKey.set(key, frame);
      frames.push(frame);
    }
    byKey.get(key).lines.push(line);
    line.group = byKey.get(key);
  }
  return frames;
}

// Describes a group in words.
export function frameWords({ frame, playback }) {
  return frame !== null ? `frame ${frame}` : playback < 1 ? "before playback" : "outside of playback";
}

const leadIn = 0.05; // the place of what comes before playback, as a share of what is played

// Seconds of the recording from `atS` to a frame; 0 while playback stands still. While it plays backwards or begins again, the axis
// continues by at most a display period. Without a recording, the wall clock counts.
function stepOf(atS, before, frame) {
  const told = frame.atS - atS;
  if (told >= 0) return told;
  if (Number.isNaN(told)) return Number.isNaN(atS) ? Math.max(0, frame.wallS - before.wallS) : 0;
  return Math.min(-told, frame.wait?.wall_period_ns > 0 ? frame.wait.wall_period_ns / 1e9 : 1 / 60);
}

// Gives each frame its place on the axis, which is the time of the recording, and its wall-clock time from the start of the first playback.
function timeFrames(frames, lines) {
  const zero = (lines.find((line) => line.e === "play" && line.what === "start") ?? lines[0])?.wall_ms ?? 0;
  frames.sort((a, b) => a.playback - b.playback || (a.frame ?? -1) - (b.frame ?? -1));
  let before = null, atS = NaN; // the newest time of the recording that is known
  for (const [i, frame] of frames.entries()) {
    frame.index = i;
    frame.wait = frame.lines.find((line) => line.e === "wait" && Number.isFinite(line.wall_time_ns));
    frame.atS = [frame.wait, ...frame.lines].find((line) => Number.isFinite(line?.at_s))?.at_s ?? NaN;
    frame.wallS = ((frame.lines[0].wall_ms ?? zero) - zero) / 1000;
    if (frame.frame === null) continue;
    frame.t = before ? before.t + Math.max(1e-6, stepOf(atS, before, frame)) : Number.isFinite(frame.atS) ? frame.atS : frame.wallS;
    before = frame;
    if (Number.isFinite(frame.atS)) atS = frame.atS;
  }
  return zero;
}

// The place of a wall-clock time on the axis. Between two frames it is interpolated by their wall-clock times.
function makeAxis(frames, first) {
  const played = frames.filter((frame) => frame.frame !== null);
  if (played.length === 0) return (wallS) => wallS;
  const [start] = played, last = played[played.length - 1], lead = Math.min(Math.max(0, start.wallS - first), leadIn * (last.t - start.t) || 1);
  return (wallS) => {
    if (wallS < start.wallS) return start.t - lead * ((start.wallS - wallS) / (start.wallS - first || 1));
    const low = lastPlace(played.length, (i) => played[i].wallS > wallS), frame = played[low], next = played[low + 1];
    return next ? frame.t + (next.t - frame.t) * Math.min(1, (wallS - frame.wallS) / (next.wallS - frame.wallS || 1)) : frame.t + 1e-6;
  };
}

export class EventLog {
  constructor(text) {
    this.lines = text.split("\n").filter((line) => line.length > 0).map(parse);
    this.frames = group(this.lines);
    const zero = timeFrames(this.frames, this.lines), wallS = (line) => ((line.wall_ms ?? zero) - zero) / 1000;
    const axis = makeAxis(this.frames, Math.min(0, ...this.lines.slice(0, 1).map(wallS)));
    // Lines of a frame are at its time; lines outside of playback are at their wall-clock time.
    for (const line of this.lines) line.t = line.group.frame !== null ? line.group.t : axis(wallS(line));
    for (const frame of this.frames) if (frame.frame === null) frame.t = frame.lines[0].t;
    this.frames.sort((a, b) => a.t - b.t || a.playback - b.playback);
    this.frames.forEach((frame, i) => { frame.index = i; });
    this.byNumber = new Map(this.lines.map((line) => [line.n ?? line.index + 1, line]));
  }

  // Lines by name, in their order.
  of(name) {
    return this.lines.filter((line) => line.e === name);
  }
}

// ---- What a line may hold ----
// Whether the fields of a line of the event log are as understudy-log(5) describes them, as far as this page reads them. The rest of the
// page relies on this check. NaN and infinity are null in a log. `layer` is the version of Understudy in the first line, and a number in
// the line of a layer.
const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number" || value === null;
const isNumbers = (count) => (value) => Array.isArray(value) && (count === 0 || value.length === count) && value.every(isNumber);
const isList = (test) => (value) => Array.isArray(value) && value.every(test);
const orNull = (test) => (value) => value === null || test(value);
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isPose = isNumbers(7);
const isLayer = (value) => isObject(value) && (value.pose === undefined || orNull(isPose)(value.pose)) && (value.kind === undefined || isText(value.kind));

const numbers = ["n", "wall_ms", "wall_time_ns", "wall_period_ns", "wall_frame_ms", "at_s", "ask", "base", "space"];
const texts = ["action", "subaction", "hand", "call", "result", "what", "state", "flags", "from", "how", "fault", "name", "file", "type", "kind", "anchor"];
const shapes = new Map([...numbers.map((key) => [key, isNumber]), ...texts.map((key) => [key, orNull(isText)]),
  ["pose", orNull(isPose)], ["velocity", orNull(isNumbers(0))], ["poses", isList(orNull(isPose))], ["fovs", isList(isNumbers(4))], ["joints", isList(orNull(isPose))],
  ["layers", isList(isLayer)], ["layer", (value) => isNumber(value) || isText(value)], ["kinds", isList(isText)], ["size", isNumbers(2)]]);

function isLine(value) {
  if (!isObject(value) || !isText(value.e)) return false;
  for (const key of Object.keys(value)) if (shapes.has(key) && !shapes.get(key)(value[key])) return false;
  return true;
}
