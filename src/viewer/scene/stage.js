// SPDX-License-Identifier: MIT
// The 3D view of one recording or run: everything of a moment, and the camera. It draws only when something changed.
import { AmbientLight, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, GridHelper, Line, LineBasicMaterial, Matrix4, PerspectiveCamera, Raycaster, Scene, Spherical, Vector2, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three-orbit";
import { identity } from "../data/pose.js";
import { colour } from "../dom.js";
import { Controllers } from "./controller_model.js";
import { HandModel } from "./hand_model.js";
import { HeadModel, place } from "./head_model.js";
import { separateLabels } from "./label.js";
import { makeLayerPool, makeSpacePool, showNames, spaceKey } from "./axes_and_layers.js";
import { Trails } from "./trails.js";

const near = 0.02, far = 100;

// Checks for WebGL first, because three.js prints an error on the console if there is none.
function hasWebGl() {
  const context = document.createElement("canvas").getContext("webgl");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

export class Stage {
  // `onPick` is called with a hand's name and a joint that was clicked. Throws if there is no WebGL.
  constructor(parent, onPick) {
    if (!hasWebGl()) throw new Error("this browser gives the page no WebGL");
    this.renderer = new WebGLRenderer({ antialias: true });
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio));
    this.canvas = this.renderer.domElement;
    parent.append(this.canvas);
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(50, 1, near, far);
    this.camera.position.set(1.1, 0.7, 1.3);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableKeys = false;
    this.controls.addEventListener("change", () => this.request());
    listenToViewKeys(this.canvas, this.camera, this.controls);
    this.#build();
    this.#listen(onPick);
    this.recolour();
  }

  #build() {
    this.head = new HeadModel();
    this.hands = [new HandModel(), new HandModel()];
    this.gaze = new Line(new BufferGeometry(), new LineBasicMaterial({ transparent: true }));
    this.link = new Line(new BufferGeometry(), new LineBasicMaterial({ depthTest: false, transparent: true }));
    for (const line of [this.gaze, this.link]) line.frustumCulled = false;
    this.trails = new Trails();
    this.spaces = makeSpacePool();
    this.layers = makeLayerPool();
    this.light = new DirectionalLight(0xffffff, 0.65);
    this.scene.add(new AmbientLight(0xffffff, 0.55), this.light, this.head.object, this.gaze, this.link, this.trails.object, this.spaces.object, this.layers.object,
      ...this.hands.map((hand) => hand.object));
    this.controllers = new Controllers((object) => this.scene.add(object));
  }

  #listen(onPick) {
    let down = null;
    this.canvas.addEventListener("pointerdown", (event) => { down = [event.clientX, event.clientY]; });
    this.canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 4) this.#pick(event, onPick);
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas.parentElement);
  }

  #pick(event, onPick) {
    const box = this.canvas.getBoundingClientRect(), ray = new Raycaster();
    ray.setFromCamera(new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2), this.camera);
    let nearest = null;
    for (const hand of this.moment?.hands ?? []) {
      if (!hand) continue;
      for (let joint = 0; joint < hand.radii.length; joint++) {
        if (!hand.valid[joint]) continue;
        const at = new Vector3().fromArray(hand.joints, 3 * joint);
        const distance = at.distanceTo(ray.ray.origin);
        if (ray.ray.distanceToPoint(at) < hand.radii[joint] * 1.2 && (!nearest || distance < nearest.distance)) nearest = { distance, hand: hand.name, joint };
      }
    }
    if (nearest) onPick(nearest.hand, nearest.joint);
  }

  recolour() {
    this.scene.background = new Color(colour("stage"));
    this.hands[0].setColours(colour("left"), colour("bone"), colour("chosen"));
    this.hands[1].setColours(colour("right"), colour("bone"), colour("chosen"));
    this.head.setColours(colour("head"), colour("visor"), colour("frustum"), colour("chosen"));
    this.gaze.material.color = new Color(colour("gaze"));
    this.link.material.color = new Color(colour("chosen"));
    this.trails.setColours([colour("frustum"), colour("left"), colour("right")]);
    if (this.grid) this.scene.remove(this.grid);
    this.grid = new GridHelper(6, 24, new Color(colour("grid-strong")), new Color(colour("grid")));
    this.grid.position.y = this.floor ?? 0;
    this.scene.add(this.grid);
    for (const pool of [this.spaces, this.layers, this.controllers]) pool.clear();
    if (this.moment) this.show(this.moment, this.source, this.options);
  }

  // Puts the floor under the shown objects, and looks at them from behind and to the side.
  frame(moment) {
    const head = moment.head?.pose ?? moment.views[0]?.pose ?? identity;
    this.floor = head[1] > 0.8 ? 0 : head[1] - 1.5;
    this.grid.position.y = this.floor;
    const back = new Vector3(0.75, 0.35, 0.95), ahead = new Vector3(head[0], head[1] - 0.15, head[2] - 0.3);
    this.controls.target.copy(ahead);
    this.camera.position.copy(ahead).add(back);
    this.controls.update();
  }

  show(moment, source, options) {
    this.moment = moment;
    this.source = source;
    this.options = options;
    const view = options.inside ? moment.views[0] ?? (moment.head && { pose: moment.head.pose, fov: [-0.8, 0.8, 0.8, -0.8] }) : null;
    this.head.show(moment, Boolean(view));
    moment.hands.forEach((hand, i) => this.hands[i].show(hand, hand && options.joint?.hand === hand.name ? options.joint.joint : -1, hand !== null && moment.chosen?.hand === hand.name));
    this.#drawLine(this.gaze, moment.gaze && [moment.gaze.origin, moment.gaze.origin.map((value, i) => value + 2 * moment.gaze.direction[i])]);
    this.trails.show(source, moment.t, options.trails);
    this.spaces.show(moment.spaces, spaceKey);
    showNames(this.spaces, moment.spaces, options.names);
    const highlighted = moment.chosen?.layers === true;
    this.layers.show(moment.layers.filter((layer) => layer.pose).map((layer) => ({ ...layer, highlighted })), (layer) => `${highlighted ? "!" : ""}${layer.kind}`);
    this.#drawLine(this.link, moment.chosen?.link ?? null);
    this.controllers.show(moment, options.names);
    if (options.follow && moment.head) this.#follow(moment.head.pose);
    else this.lastHead = null;
    this.inside = view;
    this.request();
  }

  // `ends`: two points, or null for no line.
  #drawLine(line, ends) {
    line.visible = ends !== null;
    if (ends) line.geometry.setAttribute("position", new Float32BufferAttribute(ends.flat(), 3));
  }

  // Moves the camera as the head moved.
  #follow(pose) {
    const head = new Vector3(pose[0], pose[1], pose[2]);
    if (this.lastHead) {
      const step = head.clone().sub(this.lastHead);
      this.camera.position.add(step);
      this.controls.target.add(step);
    }
    this.lastHead = head;
  }

  // The camera of the eye, with its field of view, which need not be symmetric. The picture keeps the eye's proportions.
  #eyeCamera({ pose, fov }, width, height) {
    const camera = new PerspectiveCamera();
    let [left, right, top, bottom] = fov.map((angle) => Math.tan(angle) * near);
    const want = width / height, have = (right - left) / (top - bottom);
    if (want > have) [left, right] = [left, right].map((x) => (x * want) / have);
    else [top, bottom] = [top, bottom].map((y) => (y * have) / want);
    camera.projectionMatrix.makePerspective(left, right, top, bottom, near, far);
    camera.projectionMatrixInverse = new Matrix4().getInverse(camera.projectionMatrix);
    place(camera, pose);
    camera.updateMatrixWorld();
    return camera;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.request();
  }

  // The same view of another stage.
  copyView(other) {
    this.camera.position.copy(other.camera.position);
    this.controls.target.copy(other.controls.target);
    this.controls.update();
  }

  request() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.light.position.copy(this.camera.position).add(new Vector3(0.3, 1, 0.2));
      const { clientWidth: width, clientHeight: height } = this.canvas;
      if (width === 0 || height === 0) return;
      const camera = this.inside ? this.#eyeCamera(this.inside, width, height) : this.camera;
      camera.updateMatrixWorld();
      separateLabels(this.scene, camera, height);
      this.renderer.render(this.scene, camera);
    });
  }
}

// The camera by keyboard, while the 3D view has the focus: arrows turn, with Shift they move, plus and minus go closer and away.
const turn = 0.12, nearest = 0.1, farthest = 50; // radians; metres

function listenToViewKeys(canvas, camera, controls) {
  const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", "3D view. Arrow keys turn it, with Shift they move it; plus and minus go closer and away.");
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const offset = camera.position.clone().sub(controls.target), step = steps[event.key];
    if (step && event.shiftKey) move(camera, controls, step, offset.length());
    else if (step) orbit(camera, controls, step, offset);
    else if (event.key === "+" || event.key === "=") camera.position.copy(controls.target).add(offset.setLength(Math.max(nearest, offset.length() * 0.85)));
    else if (event.key === "-") camera.position.copy(controls.target).add(offset.setLength(Math.min(farthest, offset.length() / 0.85)));
    else return;
    controls.update();
    event.preventDefault();
    event.stopPropagation();
  });
}

function orbit(camera, controls, [x, y], offset) {
  const around = new Spherical().setFromVector3(offset);
  around.theta += turn * x;
  around.phi = Math.max(0.05, Math.min(Math.PI - 0.05, around.phi + turn * y));
  camera.position.copy(controls.target).add(new Vector3().setFromSpherical(around));
}

function move(camera, controls, [x, y], distance) {
  const step = new Vector3(x, -y, 0).multiplyScalar(0.06 * distance).applyQuaternion(camera.quaternion);
  camera.position.add(step);
  controls.target.add(step);
}
