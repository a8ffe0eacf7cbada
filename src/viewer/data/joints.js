// SPDX-License-Identifier: MIT
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
