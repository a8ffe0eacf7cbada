// SPDX-License-Identifier: MIT
// Spaces as axes with their names: X red, Y green, Z blue.
import { AxesHelper, Group } from "three";
import { makeLabel } from "./label.js";
import { place } from "./head_model.js";
import { Pool } from "./pool.js";
import { colour } from "./colours.js";

export function makeSpacePool() {
  return new Pool((space) => {
    const group = new Group();
    const label = makeLabel(space.name, colour(space.highlighted ? "chosen" : "text"));
    label.center.y += space.line ?? 0; // so that the names of spaces at one place stand one below the other
    group.add(new AxesHelper(space.highlighted ? 0.16 : space.small ? 0.05 : 0.1), label);
    return group;
  }, (group, space) => place(group, space.pose));
}

export const spaceKey = (space) => `${space.highlighted ? "!" : ""}${space.name}`;
