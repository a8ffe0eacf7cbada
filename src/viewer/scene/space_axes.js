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
    group.userData.key = spaceKey(space);
    group.add(new AxesHelper(space.highlighted ? 0.16 : space.small ? 0.05 : 0.1), label);
    return group;
  }, (group, space) => place(group, space.pose));
}

// Of many spaces only the chosen one and the reference spaces have their names, so that these can be read.
const few = 6;

export function showNames(pool, spaces, isWanted) {
  for (const group of pool.object.children) {
    const label = group.children[1];
    const space = spaces.find((candidate) => spaceKey(candidate) === group.userData.key);
    label.visible = isWanted && Boolean(space) && (spaces.length <= few || space.highlighted || !/ /.test(space.name) || space.isReference === true);
  }
}

export const spaceKey = (space) => `${space.highlighted ? "!" : ""}${space.name}`;
