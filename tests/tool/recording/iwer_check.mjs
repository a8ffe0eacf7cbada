// SPDX-License-Identifier: MIT
// iwer_check.mjs: see iwer_check.sh. UNDERSTUDY_IWER is a folder with node_modules.
//   iwer_check.mjs record OUT.json            IWER's ActionRecorder records what a fake device does (tests/data/iwer.json)
//   iwer_check.mjs TOOL MAKE_SESSION SOURCE   IWER's ActionPlayer plays what `convert` wrote; its poses are those of `understudy sample`
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const FRAMES = 32;
const HANDS_FROM = 24;

// What IWER asks of a browser. Time is a counter of ours.
let now = 1000;
let nextFrame = null;
function element() {
  return { dataset: {}, style: {}, appendChild() {}, removeChild() {}, addEventListener() {} };
}
globalThis.document = { createElement: element, body: element() };
globalThis.window = { innerWidth: 64, innerHeight: 64, dispatchEvent() {}, addEventListener() {} };
globalThis.DOMPointReadOnly = class {
  constructor(x = 0, y = 0, z = 0, w = 1) {
    Object.assign(this, { x, y, z, w });
  }

  static fromPoint({ x, y, z, w }) {
    return new DOMPointReadOnly(x, y, z, w);
  }
};
globalThis.localStorage = { getItem: () => null, setItem() {} };
globalThis.requestAnimationFrame = (call) => {
  nextFrame = call;
  return 1;
};
Object.defineProperty(performance, 'now', { value: () => now }); // in node 18 it cannot be assigned

const iwer = await import(pathToFileURL(createRequire(join(process.env.UNDERSTUDY_IWER, 'x.js')).resolve('iwer')));

// ---- Recording ----

function makeSession(device) {
  const session = new iwer.XRSession(device, 'immersive-vr', ['viewer', 'local', 'local-floor', 'hand-tracking']);
  const context = new Proxy({ canvas: { width: 64, height: 64 } }, { get: (of, name) => of[name] ?? (() => [0, 0, 0, 0]) });
  session[iwer.P_SESSION].renderState = { baseLayer: { context }, depthNear: 0.1, depthFar: 100 };
  return session;
}

// Frame n: tests/tool/recording/iwer.py has the same numbers.
function move(device, n) {
  device.position.set(0.01 * n, 1.6, -0.02 * n);
  device.quaternion.set(0, 0.6, 0, 0.8);
  device.primaryInputMode = n < HANDS_FROM ? 'controller' : 'hand';
  for (const [hand, sign] of [['left', -1], ['right', 1]]) {
    const controller = device.controllers[hand];
    controller.position.set(sign * 0.2, 1.2 + 0.01 * n, -0.4);
    controller.quaternion.set(sign * 0.28, 0, 0, 0.96);
    controller.updateButtonValue('trigger', hand === 'right' ? n / 32 : 0);
    controller.updateButtonValue('squeeze', 0.25);
    controller.updateButtonValue('thumbstick', n % 4 === 3 ? 1 : 0);
    controller.updateButtonValue(hand === 'left' ? 'x-button' : 'a-button', n >= 8 && n < 12 ? 1 : 0);
    controller.updateButtonTouch(hand === 'left' ? 'y-button' : 'b-button', n >= 16);
    controller.updateAxes('thumbstick', sign * 0.5, -0.25);
    const tracked = device.hands[hand];
    tracked.position.set(sign * 0.15, 1.1, -0.3 - 0.01 * n);
    tracked.quaternion.set(0, 0, sign * 0.6, 0.8);
    tracked.updatePinchValue(hand === 'right' ? (n - HANDS_FROM < 0 ? 0 : (n - HANDS_FROM) / 8) : 0);
  }
}

async function record(path) {
  const device = new iwer.XRDevice(iwer.metaQuest3);
  const session = makeSession(device);
  const space = await session.requestReferenceSpace('local-floor');
  const recorder = new iwer.ActionRecorder(session, space);
  device[iwer.P_DEVICE].updateViews();
  for (let n = 0; n < FRAMES; n++) {
    move(device, n);
    device[iwer.P_DEVICE].updateViews();
    session.requestAnimationFrame((time, frame) => recorder.recordFrame(frame));
    nextFrame();
    now += 20;
  }
  if (recorder.frameCount !== FRAMES) throw new Error(`there are ${recorder.frameCount} frames`);
  writeFileSync(path, `${recorder.toJSON()}\n`);
  console.log(`${recorder.frameCount} frames`);
}

// ---- Playing ----

function poseOf(frame, space, base) {
  const { position, orientation } = frame.getPose(space, base).transform;
  return [position.x, position.y, position.z, orientation.x, orientation.y, orientation.z, orientation.w];
}

// The poses of each frame, as the player tells them to an app.
function play(path, each) {
  const recording = JSON.parse(readFileSync(path, 'utf8'));
  const base = new iwer.XRReferenceSpace(recording.understudy?.referenceSpace ?? 'local-floor', new iwer.GlobalSpace());
  const player = new iwer.ActionPlayer(base, recording, 0.06);
  const frame = new iwer.XRFrame({ [iwer.P_SESSION]: { frameTrackedAnchors: null } }, 1, true, true, 0);
  player.play();
  player.playFrame();
  player.stop();
  for (let n = 0; n < recording.frames.length; n++) {
    if (n > 0) player.stepFrames();
    // On a frame, the player has the input sources of the next one, with the poses of that frame if this one lacks them.
    const here = new Set(recording.frames[n].slice(8).map(([index]) => index));
    const sources = [...player[iwer.P_ACTION_PLAYER].inputSources].filter(([index, { active }]) => active && here.has(index));
    const inputs = sources.map(([, { source }]) => ({
      hand: source.handedness,
      profiles: source.profiles,
      ray: poseOf(frame, source.targetRaySpace, base),
      grip: source.gripSpace ? poseOf(frame, source.gripSpace, base) : null,
      joints: source.hand ? Object.fromEntries([...source.hand].map(([name, space]) => [name, poseOf(frame, space, base)])) : null,
      buttons: source.gamepad?.buttons.map((button) => [button.pressed, button.touched, button.value]) ?? [],
      axes: [...(source.gamepad?.axes ?? [])],
    }));
    each({ n, time: player.currentTime / 1000, head: poseOf(frame, player.viewerSpace, base), inputs });
  }
  return recording;
}

// ---- Comparing ----

const worst = { metres: 0, radians: 0, values: 0 };

// Both poses as x y z and x y z w; `there` is ours, in LOCAL, and `origin` is the player's space in LOCAL.
function compare(what, here, there, origin) {
  const turned = rotate(origin.slice(3), here);
  const apart = Math.hypot(...[0, 1, 2].map((i) => turned[i] + origin[i] - there[i]));
  const [x, y, z, w] = multiply(origin.slice(3), here.slice(3));
  const between = multiply([-x, -y, -z, w], there.slice(3));
  const angle = 2 * Math.atan2(Math.hypot(...between.slice(0, 3)), Math.abs(between[3]));
  worst.metres = Math.max(worst.metres, apart);
  worst.radians = Math.max(worst.radians, angle);
  if (!(apart < 2e-6 && angle < 2e-6)) throw new Error(`${what}: ${here} is not ${there}`);
}

function multiply([x, y, z, w], [a, b, c, d]) {
  return [w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d, w * d - x * a - y * b - z * c];
}

function rotate(q, [x, y, z]) {
  const [i, j, k] = multiply(multiply(q, [x, y, z, 0]), [-q[0], -q[1], -q[2], q[3]]);
  return [i, j, k];
}

function compareValue(what, here, there) {
  worst.values = Math.max(worst.values, Math.abs(here - there));
  if (!(Math.abs(here - there) < 1e-6)) throw new Error(`${what}: ${here} is not ${there}`);
}

function flat(pose) {
  return [...pose.position_m, ...pose.rotation];
}

// WebXR's name of a joint of `sample`.
function webxrName(openxr) {
  const [finger, part] = openxr.toLowerCase().split('_');
  if (part === undefined) return finger;
  const name = { thumb: 'thumb', little: 'pinky-finger' }[finger] ?? `${finger}-finger`;
  return `${name}-${{ proximal: 'phalanx-proximal', intermediate: 'phalanx-intermediate', distal: 'phalanx-distal' }[part] ?? part}`;
}

function run(tool, ...words) {
  return execFileSync(tool, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function compareInput(input, ours, state, origin) {
  const controller = ours.controllers?.[input.hand]?.poses;
  if (ours[input.hand].tracked !== (input.joints !== null) && controller === undefined) throw new Error(`${input.hand} hand: it is ${ours[input.hand].tracked}`);
  if (!input.joints && controller?.grip && input.grip) compare(`${input.hand} grip`, input.grip, flat(controller.grip.pose), origin);
  if (!input.joints && controller?.aim?.active) compare(`${input.hand} aim`, input.ray, flat(controller.aim.pose), origin);
  const joints = input.joints ? ours[input.hand].joints : {};
  const names = Object.keys(joints).filter((name) => name !== 'PALM');
  for (const name of names) compare(`${input.hand} ${name}`, input.joints[webxrName(name)], flat(joints[name]), origin);
  for (const [part, index] of [['trigger', 0], ['squeeze', 1]]) {
    const there = state[`/user/hand/${input.hand}/input/${part}/value`];
    if (!input.joints && there?.active && input.buttons.length > 0) compareValue(`${input.hand} ${part}`, input.buttons[index][2], there.value);
  }
  const stick = state[`/user/hand/${input.hand}/input/thumbstick`];
  if (!input.joints && stick?.active && input.axes.length > 0) {
    compareValue(`${input.hand} stick x`, input.axes[2], stick.value[0]);
    compareValue(`${input.hand} stick y`, -input.axes[3], stick.value[1]);
  }
  return names.length;
}

function check(tool, recording, folder) {
  const json = join(folder, 'played.json');
  process.stdout.write(run(tool, 'convert', recording, '-o', json, '--force'));
  let joints = 0;
  let inputs = 0;
  const played = [];
  const { understudy } = play(json, (frame) => played.push(frame));
  for (const frame of played) {
    const ours = JSON.parse(run(tool, 'sample', recording, '--time', String(frame.time), '--json'));
    compare(`head ${frame.n}`, frame.head, flat(ours.head.pose), understudy.origin);
    for (const input of frame.inputs) {
      joints += compareInput(input, ours, ours.inputs?.components ?? {}, understudy.origin);
      inputs++;
    }
  }
  console.log(`${recording}: ${played.length} frames, ${inputs} input sources, ${joints} joints; in ${understudy.referenceSpace}; off by up to ` +
    `${worst.metres.toExponential(2)} m, ${worst.radians.toExponential(2)} rad, ${worst.values.toExponential(2)} of a value`);
  if (played.length === 0 || inputs === 0) throw new Error('nothing was compared');
}

function checkAll(tool, make, source) {
  const folder = mkdtempSync(join(tmpdir(), 'iwer-'));
  try {
    run(tool, 'convert', join(source, 'tests/data/iwer.json'), '-o', join(folder, 'iwer.mcap'));
    check(tool, join(folder, 'iwer.mcap'), folder);
    run(make, join(folder, 'session.mcap'), '96', 'touch', 'trigger=3', 'turn=9', 'grip=2');
    check(tool, join(folder, 'session.mcap'), folder);
    check(tool, join(source, 'tests/data/demo.bin'), folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [first, ...rest] = process.argv.slice(2);
if (first === 'record') await record(rest[0]);
else checkAll(first, ...rest);
