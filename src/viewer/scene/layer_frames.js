// SPDX-License-Identifier: MIT
// Composition layers that the app submitted: a quad at its place, with its size if the log has it; other layers as axes with their kind.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial, LineLoop, Mesh, MeshBasicMaterial, PlaneBufferGeometry } from "three";
import { makeLabel } from "./label.js";
import { place } from "./head_model.js";
import { Pool } from "./pool.js";
import { colour } from "./colours.js";

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
