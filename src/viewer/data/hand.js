// SPDX-License-Identifier: MIT
// The hands of a moment of a run: as the app got them, or as recorded.
//   {name, tracked, pinching, joints: x y z of each joint, radii, valid, poseOf(joint): the joint's pose, or null}
import { multiply, transform } from "./pose.js";

const plainRadius = 0.009; // metres; the log does not hold radii

// The hand in a line `hand` of the log, whose base space is at `base`; null if the line has no joints.
export function toldHand(line, base) {
  if (!Array.isArray(line.joints)) return null;
  const out = { name: line.hand, tracked: line.active === true, pinching: false, joints: new Float32Array(3 * jointCount),
    radii: new Float32Array(jointCount).fill(plainRadius), valid: new Uint8Array(jointCount),
    poseOf: (joint) => (out.valid[joint] ? multiply(base, line.joints[joint]) : null) };
  line.joints.slice(0, jointCount).forEach((pose, i) => {
    if (!Array.isArray(pose)) return;
    out.joints.set(transform(base, pose), 3 * i);
    out.valid[i] = 1;
  });
  return out;
}

// A recorded hand, or null. `origin` is the pose of the recording's origin.
export function moveHand(hand, origin, isTracked) {
  if (!hand) return null;
  const joints = new Float32Array(hand.joints.length);
  for (let i = 0; i < joints.length; i += 3) joints.set(transform(origin, hand.joints.slice(i, i + 3)), i);
  const poseOf = (joint) => {
    const pose = hand.poseOf(joint);
    return pose && multiply(origin, pose);
  };
  return { ...hand, joints, poseOf, tracked: hand.tracked && isTracked };
}

// The joints of a hand, in the order of XrHandJointEXT.
const fingers = ["index", "middle", "ring", "little"];
const parts = ["metacarpal", "proximal", "intermediate", "distal", "tip"];

export const jointNames = ["palm", "wrist", "thumb metacarpal", "thumb proximal", "thumb distal", "thumb tip",
  ...fingers.flatMap((finger) => parts.map((part) => `${finger} ${part}`))];

export const jointCount = 26, wrist = 1, indexTip = 10;

// Pairs of joints: the wrist to each finger, and along the fingers. The palm has no bone of its own.
export const bones = [];
for (const [first, last] of [[2, 5], [6, 10], [11, 15], [16, 20], [21, 25]]) {
  bones.push([wrist, first]);
  for (let joint = first; joint < last; joint++) bones.push([joint, joint + 1]);
}
// The skin of the palm, between the knuckles.
export const webs = [[7, 12], [12, 17], [17, 22]];

// The points that leave a trail: the head and the tips of the index fingers, as [x, y, z], or null where they are not tracked.
export function trailOf(moment) {
  const tips = moment.hands.map((hand) => (hand?.tracked && hand.valid[indexTip] ? Array.from(hand.joints.slice(3 * indexTip, 3 * indexTip + 3)) : null));
  return [moment.head ? moment.head.pose.slice(0, 3) : null, ...tips];
}
