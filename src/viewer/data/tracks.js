// SPDX-License-Identifier: MIT
// Decodes the tracks that src/tool/view/track_set.c writes: columns of whole numbers, which are multiples of the track's step.
import { lastPlace } from "./log.js";

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  // A zigzag varint of up to 32 bits.
  next() {
    let value = 0, shift = 1, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * shift;
      shift *= 128;
    } while (byte > 127);
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}

// A value in each row.
class SmoothTrack {
  constructor(step, units) {
    this.step = step;
    this.units = units;
  }

  row(row) {
    return this.units[row] * this.step;
  }

  // The value at `share` of the way from a row to the next one.
  between(row, share) {
    const a = this.units[row];
    return (share > 0 ? a + (this.units[row + 1] - a) * share : a) * this.step;
  }
}

// A value where it changes; it holds until the next change.
class StepTrack {
  constructor(step, rows, units) {
    this.step = step;
    this.rows = rows;
    this.units = units;
  }

  row(row) {
    const place = lastPlace(this.rows.length, (i) => this.rows[i] > row);
    return this.rows[place] <= row ? this.units[place] * this.step : 0;
  }

  between(row) {
    return this.row(row);
  }

  get isConstantZero() {
    return this.rows.length === 0;
  }
}

// Numbers that fit into 16 bits, such as positions of up to 3.2 m, take half the memory.
function readSmooth(reader, rows, followed) {
  const units = new Int32Array(rows);
  let last = 0, low = 0, high = 0;
  for (let row = 0; row < rows; row++) {
    last += reader.next();
    if (followed) last += row > 0 ? followed[row] - followed[row - 1] : followed[0];
    units[row] = last;
    low = Math.min(low, last);
    high = Math.max(high, last);
  }
  return low >= -32768 && high <= 32767 ? Int16Array.from(units) : units;
}

function readSteps(reader, end) {
  const rows = [], units = [];
  for (let row = 0, last = 0; reader.at < end;) {
    row += reader.next();
    last += reader.next();
    rows.push(row);
    units.push(last);
  }
  return { rows: Int32Array.from(rows), units: Int32Array.from(units) };
}

// The tracks by their names.
export function decodeTracks(descriptions, bytes, rows) {
  const reader = new Reader(bytes), list = [], byName = new Map();
  for (const { name, kind, step, follows, bytes: size } of descriptions) {
    const end = reader.at + size;
    let track;
    if (kind === "smooth") {
      track = new SmoothTrack(step, readSmooth(reader, rows, follows >= 0 ? list[follows].units : null));
    } else {
      const steps = readSteps(reader, end);
      track = new StepTrack(step, steps.rows, steps.units);
    }
    if (reader.at !== end) throw new Error(`the data of the track ${name} is damaged`);
    list.push(track);
    byName.set(name, track);
  }
  return byName;
}
