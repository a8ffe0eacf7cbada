// SPDX-License-Identifier: MIT
// The event log of a run, understudy-log(5), as lines and frames.
import { isLine } from "./line_shape.js";

// Lines of every frame; a frame in which nothing else happens is quiet.
const usual = new Set(["wait", "submit", "sync", "views", "locate", "hand"]);
const problems = new Set(["error", "odd", "late", "dropped", "incomplete"]);

export function isUsual(line) {
  return usual.has(line.e) && !isProblem(line);
}

export function isProblem(line) {
  return problems.has(line.e) || (typeof line.result === "string" && line.result.startsWith("XR_ERROR"));
}

// A fault on purpose as it was written, and whether it begins or ends.
export function faultText(line) {
  return `${line.fault ?? line.kind ?? "fault"} ${line.what ?? ""}`;
}

// Lists of lines by a key.
export function groupLines(lines, keyOf) {
  const groups = new Map();
  for (const line of lines) {
    const key = keyOf(line);
    if (groups.has(key)) groups.get(key).push(line);
    else groups.set(key, [line]);
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

// Groups of lines: before each playback, and each of its frames. A line finds its frame by its session's playback and its number.
function group(lines) {
  const frames = [], byKey = new Map(), playbackOf = new Map();
  let playbacks = 0;
  for (const line of lines) {
    if (line.e === "play" && line.what === "start") playbackOf.set(line.session, ++playbacks);
    const hasFrame = Number.isInteger(line.frame);
    const playback = hasFrame ? playbackOf.get(line.session) ?? Math.max(1, playbacks) : playbacks;
    const key = hasFrame ? `${playback} ${line.frame}` : `${playback} before`;
    if (!byKey.has(key)) {
      const frame = { playback, frame: hasFrame ? line.frame : null, lines: [], index: 0, t: 0, atS: NaN };
      byKey.set(key, frame);
      frames.push(frame);
    }
    byKey.get(key).lines.push(line);
    line.group = byKey.get(key);
  }
  return frames;
}

// Seconds of a frame: its display time where the log has it, otherwise its wall-clock time. 0 is the start of the first playback.
function timeFrames(frames, lines) {
  const start = lines.find((line) => line.e === "play" && line.what === "start") ?? lines[0];
  const zero = start?.wall_ms ?? 0;
  let firstDisplay = null, last = -Infinity;
  for (const frame of frames) {
    const wait = frame.lines.find((line) => line.e === "wait" && Number.isFinite(line.wall_time_ns));
    if (frame.frame === 0 && firstDisplay === null && wait) firstDisplay = wait.wall_time_ns;
    const wall = ((frame.lines[0].wall_ms ?? zero) - zero) / 1000;
    frame.t = frame.frame !== null && wait && firstDisplay !== null ? (wait.wall_time_ns - firstDisplay) / 1e9 : wall;
    frame.wait = wait;
    frame.atS = frame.lines.find((line) => Number.isFinite(line.at_s))?.at_s ?? NaN;
  }
  frames.sort((a, b) => a.playback - b.playback || (a.frame ?? -1) - (b.frame ?? -1));
  frames.forEach((frame, i) => {
    frame.index = i;
    frame.t = last = Math.max(frame.t, last + 1e-6);
  });
  return zero;
}

export class EventLog {
  constructor(text) {
    this.lines = text.split("\n").filter((line) => line.length > 0).map(parse);
    this.frames = group(this.lines);
    const zero = timeFrames(this.frames, this.lines);
    // Lines of a frame are at its time; what is outside of playback is at its wall-clock time.
    for (const line of this.lines) line.t = line.group.frame !== null ? line.group.t : ((line.wall_ms ?? zero) - zero) / 1000;
    for (const frame of this.frames) if (frame.frame === null) frame.t = Math.min(frame.t, frame.lines[0].t);
    this.byNumber = new Map(this.lines.map((line) => [line.n ?? line.index + 1, line]));
  }

  // Lines by name, in their order.
  of(name) {
    return this.lines.filter((line) => line.e === name);
  }
}
