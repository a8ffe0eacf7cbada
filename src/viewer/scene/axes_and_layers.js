// SPDX-License-Identifier: MIT
// What has a place in the 3D view besides the person: spaces of the app, and layers that it submitted.
import { AxesHelper, BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineLoop, Mesh, MeshBasicMaterial, PlaneBufferGeometry } from "three";
import { colour } from "../dom.js";
import { place } from "./head_model.js";
import { makeLabel } from "./label.js";
import { Pool } from "./pool.js";

// Spaces as axes with their names: X red, Y green, Z blue.
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

// Composition layers that the app submitted: a quad at its place, with its size if the log has it; other layers as axes with their kind.
const corners = new Float32BufferAttribute([-0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, -0.5, 0, -0.5, -0.5, 0], 3);

export function makeLayerPool() {
  return new Pool((layer) => {
    const group = new Group(), tint = new Color(colour(layer.highlighted ? "chosen" : "layer"));
    const edge = new LineLoop(new BufferGeometry().setAttribute("position", corners), new LineBasicMaterial({ color: tint }));
    const face = new Mesh(new PlaneBufferGeometry(1, 1), new MeshBasicMaterial({ color: tint, side: DoubleSide, transparent: true, opacity: 0.15, depthWrite: false }));
    const frame = new Group();
    frame.add(edge, face);
    group.add(frame, makeLabel(layer.kind, colour(layer.highlighted ? "chosen" : "layer")));
    group.userData.frame = frame;
    return group;
  }, (group, layer) => {
    const [width, height] = layer.size ?? [0.2, 0.2];
    group.userData.frame.scale.set(width, height, 1);
    place(group, layer.pose);
  });
}
