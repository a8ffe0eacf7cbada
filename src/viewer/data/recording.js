// SPDX-License-Identifier: MIT
// A recording: the samples at any time, the lanes of the timeline, and the values that curves can show.
import { jointCount, jointNames, trailOf } from "./hand.js";
import { lastPlace } from "./log.js";
import { identity, multiply, normalise } from "./pose.js";
import { decodeTracks } from "./tracks.js";

const hands = ["left", "right"], poseNames = ["grip", "aim", "palm", "pinch", "poke"];
const axes = ["x", "y", "z"], quaternion = ["qx", "qy", "qz", "qw"];
const present = 1, isTracked = 2, isPinching = 4; // bits of "left.flags", see recording_tracks.h
const orientationValid = 1, positionValid = 2, positionTracked = 8;

function isEver(track, bit) {
  return [...track.rows].some((row) => (track.row(row) & bit) !== 0);
}

export class Recording {
  constructor(facts, bytes) {
    this.facts = facts;
    this.tracks = decodeTracks(facts.tracks, bytes, facts.rows);
    facts.tracks = null;
    this.rows = facts.rows;
    this.from = facts.from_s;
    this.to = facts.to_s;
    const time = this.tracks.get("time");
    this.times = Float64Array.from(time.units, (units) => units * time.step);
    this.markers = facts.info.markers.map(({ time_s, name }) => ({ t: time_s, name }));
    this.#find();
  }

  // The tracks that are looked up in every moment.
  #find() {
    const of = (name, parts) => parts.map((part) => this.tracks.get(`${name}.${part}`));
    const poseOf = (name) => of(name, [...axes, ...quaternion]);
    this.head = poseOf("head");
    this.hands = hands.map((name) => ({
      name, flags: this.tracks.get(`${name}.flags`),
      joints: jointNames.map((_, i) => of(`${name}.${i}`, axes)),
      rotations: jointNames.map((_, i) => of(`${name}.${i}`, quaternion)),
      radii: jointNames.map((_, i) => this.tracks.get(`${name}.${i}.radius`)),
      jointFlags: jointNames.map((_, i) => this.tracks.get(`${name}.${i}.flags`)),
    }));
    for (const hand of this.hands) hand.isSeen = isEver(hand.flags, isTracked);
    this.gaze = of("gaze", ["x", "y", "z", "dx", "dy", "dz"]);
    this.controllers = hands.flatMap((hand) => poseNames.filter((pose) => this.tracks.has(`${hand}.${pose}.x`))
      .map((pose) => ({ hand, pose, flags: this.tracks.get(`${hand}.${pose}.flags`), parts: poseOf(`${hand}.${pose}`) })));
    this.inputs = (this.facts.info.components ?? []).map((component, i) => ({
      ...component, active: this.tracks.get(`input.${i}.active`), x: this.tracks.get(`input.${i}.x`), y: this.tracks.get(`input.${i}.y`),
    })).filter((input) => input.active && !input.active.isConstantZero);
    this.views = [0, 1, 2, 3].filter((i) => this.tracks.has(`view.${i}.x`)).map((i) => ({
      pose: poseOf(`view.${i}`), fov: of(`view.${i}`, ["left", "right", "up", "down"]),
    }));
  }

  // The last row at or before a time.
  rowAt(t) {
    return lastPlace(this.rows, (row) => this.times[row] > t);
  }

  shareAt(t, row) {
    if (row + 1 >= this.rows || t <= this.times[row]) return 0;
    return (t - this.times[row]) / (this.times[row + 1] - this.times[row]);
  }

  // Everything at one time, for the 3D view. A pose that is no longer valid in the next row stays unchanged until then.
  moment(t) {
    const row = this.rowAt(t), share = this.shareAt(t, row);
    const read = (tracks, flags, bit) => tracks.map((track) => track.between(row, share > 0 && (flags.row(row + 1) & bit) !== 0 ? share : 0));
    const moment = { t, row, head: this.#headAt(row, read), views: [], hands: this.hands.map((hand) => this.#handAt(hand, row, share)),
      gaze: null, controllers: [], inputs: this.inputsAt(row), spaces: this.#spacesAt(t), layers: [], notes: [] };
    if (this.tracks.get("gaze.flags").row(row) > 0) {
      const gaze = read(this.gaze, this.tracks.get("gaze.flags"), 1);
      moment.gaze = { origin: gaze.slice(0, 3), direction: gaze.slice(3) };
    }
    if (moment.head) moment.views = this.#viewsAt(row, moment.head.pose);
    for (const { hand, pose, flags, parts } of this.controllers)
      if (flags.row(row) > 0 && flags.row(row) & orientationValid) // -1: not active
        moment.controllers.push({ hand, pose, tracked: (flags.row(row) & positionTracked) !== 0, at: normalise(read(parts, flags, orientationValid)) });
    return moment;
  }

  trailAt(t) {
    return trailOf(this.moment(t));
  }

  #headAt(row, read) {
    const flags = this.tracks.get("head.flags").row(row);
    if ((flags & orientationValid) === 0) return null;
    return { pose: normalise(read(this.head, this.tracks.get("head.flags"), orientationValid)), tracked: (flags & positionTracked) !== 0 };
  }

  #handAt(hand, row, share) {
    const flags = hand.flags.row(row);
    if ((flags & present) === 0 || !hand.isSeen) return null;
    const out = { name: hand.name, tracked: (flags & isTracked) !== 0, pinching: (flags & isPinching) !== 0,
      joints: new Float32Array(3 * jointCount), radii: new Float32Array(jointCount), valid: new Uint8Array(jointCount) };
    const isValid = (joint, at) => !hand.jointFlags[joint] || (hand.jointFlags[joint].row(at) & positionValid) !== 0;
    const stays = share > 0 && (hand.flags.row(row + 1) & present) !== 0;
    const shareOf = (joint) => (stays && isValid(joint, row + 1) ? share : 0);
    out.poseOf = (joint) => (out.valid[joint]
      ? normalise([...out.joints.slice(3 * joint, 3 * joint + 3), ...hand.rotations[joint].map((track) => track.between(row, shareOf(joint)))]) : null);
    for (let joint = 0; joint < jointCount; joint++) {
      for (let axis = 0; axis < 3; axis++) out.joints[3 * joint + axis] = hand.joints[joint][axis].between(row, shareOf(joint));
      out.radii[joint] = hand.radii[joint].row(row);
      out.valid[joint] = Number(isValid(joint, row));
    }
    return out;
  }

  #viewsAt(row, head) {
    const count = this.tracks.get("view.count")?.row(row) ?? 0;
    return this.views.slice(0, count).map((view) => ({
      pose: multiply(head, normalise(view.pose.map((track) => track.row(row)))), fov: view.fov.map((track) => track.row(row)) }));
  }

  inputsAt(row) {
    return this.inputs.filter((input) => input.active.row(row) > 0)
      .map((input) => ({ path: input.path, type: input.type, x: input.x.row(row), y: input.y.row(row) }));
  }

  #spacesAt(t) {
    const now = new Map([["LOCAL", { name: "origin", pose: identity }]]); // LOCAL as it was when the session began
    for (const space of this.facts.spaces ?? [])
      if (space.t <= t + 1e-6) {
        if (space.valid) now.set(space.name, space);
        else now.delete(space.name);
      }
    return [...now.values()];
  }

  // The time of the row `by` rows away, for single steps.
  step(t, by) {
    const row = this.rowAt(t + 1e-9);
    const next = by < 0 && this.times[row] < t - 1e-6 ? row + by + 1 : row + by;
    return this.times[Math.max(0, Math.min(this.rows - 1, next))];
  }
}
