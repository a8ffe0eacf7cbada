// SPDX-License-Identifier: MIT
// The points that leave a trail: the head and the tips of the index fingers, as [x, y, z], or null where they are not tracked.
import { indexTip } from "./joints.js";

export function trailOf(moment) {
  const tips = moment.hands.map((hand) => (hand?.tracked && hand.valid[indexTip] ? Array.from(hand.joints.slice(3 * indexTip, 3 * indexTip + 3)) : null));
  return [moment.head ? moment.head.pose.slice(0, 3) : null, ...tips];
}
