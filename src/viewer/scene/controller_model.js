// SPDX-License-Identifier: MIT
// A controller at its grip pose with its buttons, and axes at its other poses. A button lights up when it is pressed.
import { BoxBufferGeometry, Color, CylinderBufferGeometry, Group, Mesh, MeshLambertMaterial, SphereBufferGeometry } from "three";
import { makeSpacePool, showNames, spaceKey } from "./axes_and_layers.js";
import { place } from "./head_model.js";
import { Pool } from "./pool.js";
import { colour } from "../dom.js";

// Where an input is on the controller, in the axes of the grip pose (OpenXR 1.0, chapter 6.3.2): the handle runs along Z.
const places = { trigger: [0, -0.02, -0.06], squeeze: [0, -0.025, 0.01], thumbstick: [0, 0.022, -0.035], trackpad: [0, 0.022, -0.035],
  a: [0.014, 0.022, -0.015], x: [0.014, 0.022, -0.015], b: [0.014, 0.022, -0.055], y: [0.014, 0.022, -0.055], menu: [-0.014, 0.022, -0.015],
  system: [-0.014, 0.022, -0.055], select: [0, 0.022, -0.055], thumbrest: [-0.016, 0.02, -0.035] };

function makeController() {
  const group = new Group();
  const skin = new MeshLambertMaterial({ color: new Color(colour("controller")), transparent: true });
  const handle = new Mesh(new CylinderBufferGeometry(0.016, 0.014, 0.11, 16), skin);
  handle.rotation.x = Math.PI / 2;
  const head = new Mesh(new BoxBufferGeometry(0.042, 0.03, 0.06), skin);
  head.position.set(0, 0.004, -0.04);
  group.add(handle, head);
  group.userData = { skin, buttons: new Map() };
  return group;
}

function button(group, name) {
  const { buttons } = group.userData;
  if (!buttons.has(name)) {
    const mesh = new Mesh(new SphereBufferGeometry(0.0065, 12, 10), new MeshLambertMaterial());
    const others = [...buttons.keys()].filter((other) => !places[other]).length;
    mesh.userData.rest = places[name] ?? [-0.02 + 0.012 * others, 0.014, 0.02];
    group.add(mesh);
    buttons.set(name, mesh);
  }
  return buttons.get(name);
}

// The inputs of one hand as {name: {amount 0 to 1, x, y}}.
function pressed(inputs, hand) {
  const out = new Map();
  for (const input of inputs) {
    const match = /^\/user\/hand\/(left|right)\/input\/([^/]+)(?:\/([^/]+))?$/.exec(input.path);
    if (!match || match[1] !== hand) continue;
    const state = out.get(match[2]) ?? { amount: 0, x: 0, y: 0 };
    if (input.type === "vector2" || match[3] === "x" || match[3] === "y") {
      state.x = match[3] === "y" ? state.x : input.x;
      state.y = match[3] === "y" ? input.x : input.y;
    } else {
      state.amount = Math.max(state.amount, match[3] === "touch" ? 0.3 * input.x : input.x);
    }
    out.set(match[2], state);
  }
  return out;
}

function update(group, { at, tracked, inputs }) {
  place(group, at);
  group.userData.skin.opacity = tracked ? 1 : 0.3;
  for (const [name, state] of inputs) {
    const mesh = button(group, name), [x, y, z] = mesh.userData.rest;
    mesh.position.set(x + 0.008 * state.x, y, z - 0.008 * state.y);
    mesh.material.color = new Color(colour("button")).lerp(new Color(colour("pressed")), Math.min(1, Math.abs(state.amount)));
  }
}

export class Controllers {
  constructor(add) {
    this.bodies = new Pool(makeController, update);
    this.axes = makeSpacePool();
    add(this.bodies.object);
    add(this.axes.object);
  }

  show(moment, hasNames) {
    // A tracked hand has a grip pose as well; only what has inputs is drawn as a controller.
    const held = moment.controllers.filter(({ pose }) => pose === "grip").map((grip) => ({ ...grip, inputs: pressed(moment.inputs, grip.hand) }))
      .filter(({ inputs }) => inputs.size > 0);
    this.bodies.show(held, ({ hand }) => hand);
    const poses = moment.controllers.map(({ hand, pose, at }) => ({ name: `${hand} ${pose}`, pose: at, small: true }));
    this.axes.show(poses, spaceKey);
    showNames(this.axes, poses, hasNames);
  }

  clear() {
    this.bodies.clear();
    this.axes.clear();
  }
}
