// SPDX-License-Identifier: MIT
// The values of a recording that curves can show, in groups: {id, label, unit, at(t)}.
import { jointNames } from "./hand.js";

function trackValue(recording, name, label, unit, scale = 1) {
  const track = recording.tracks.get(name);
  return { id: name, label, unit, at(t) {
    const row = recording.rowAt(t);
    return track.between(row, recording.shareAt(t, row)) * scale;
  } };
}

function position(recording, name, label) {
  return { id: name, label, values: ["x", "y", "z"].map((axis) => trackValue(recording, `${name}.${axis}`, `${label} ${axis}`, "m")) };
}

function input(recording, component, index) {
  const name = `input.${index}`;
  const values = [trackValue(recording, `${name}.x`, component.path + (component.type === "vector2" ? " x" : ""), "")];
  if (component.type === "vector2") values.push(trackValue(recording, `${name}.y`, `${component.path} y`, ""));
  return { id: name, label: component.path, values };
}

// Groups of entries; an entry has one value or the three axes of a position, and that of a joint says which.
export function recordingValues(recording) {
  const groups = [{ label: "Head", entries: [position(recording, "head", "head")] }];
  for (const hand of recording.hands)
    if (hand.isSeen)
      groups.push({ label: hand.name === "left" ? "Left hand" : "Right hand", entries: jointNames.map((name, i) => ({ ...position(recording, `${hand.name}.${i}`, `${hand.name} ${name}`), joint: { hand: hand.name, joint: i } })) });
  if (!recording.tracks.get("gaze.flags").isConstantZero)
    groups.push({ label: "Gaze", entries: [{ id: "gaze.d", label: "gaze direction",
      values: ["dx", "dy", "dz"].map((axis) => trackValue(recording, `gaze.${axis}`, `gaze direction ${axis[1]}`, "")) }] });
  const poses = recording.controllers.filter(({ flags }) => flags.units.some((units) => units > 0));
  if (poses.length > 0)
    groups.push({ label: "Controllers", entries: poses.map(({ hand, pose }) => position(recording, `${hand}.${pose}`, `${hand} ${pose}`)) });
  const components = (recording.facts.info.components ?? []).map((component, i) => [component, i])
    .filter(([, i]) => !(recording.tracks.get(`input.${i}.active`)?.isConstantZero ?? true));
  if (components.length > 0) groups.push({ label: "Inputs", entries: components.map(([component, i]) => input(recording, component, i)) });
  return groups;
}
