// SPDX-License-Identifier: MIT
// The parts of the selected call that the 3D view highlights: {views, hand, layers, link}. `link` is a line from the origin of the base
// space to what was located, as [[x, y, z], [x, y, z]].
export function chosenIn(moment, line, found) {
  const out = { views: line.e === "views", hand: handOf(line), layers: line.e === "submit" || line.e === "layers" || line.e === "layer", link: null };
  const base = found.get(line.base)?.slice(0, 3);
  const located = { locate: () => found.get(line.space)?.slice(0, 3), views: () => moment.head?.pose.slice(0, 3),
    hand: () => moment.hands.find((hand) => hand?.name === line.hand)?.poseOf(wrist)?.slice(0, 3) }[line.e]?.();
  if (base && located) out.link = [base, located];
  return out;
}

const wrist = 1;

function handOf(line) {
  if (line.e === "hand") return line.hand;
  if (line.e === "action" || line.e === "haptic") return /^\/user\/hand\/(left|right)$/.exec(line.subaction)?.[1] ?? null;
  return null;
}
