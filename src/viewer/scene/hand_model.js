// SPDX-License-Identifier: MIT
// A hand: a bone from joint to joint, and a skin of spheres and cylinders with the recorded radii.
import { AxesHelper, Color, CylinderBufferGeometry, Group, InstancedMesh, Matrix4, Mesh, MeshLambertMaterial, Quaternion, SphereBufferGeometry, Vector3 } from "three";
import { place } from "./head_model.js";
import { bones, jointCount, webs } from "../data/hand.js";

const tubes = [...bones, ...webs];
const up = new Vector3(0, 1, 0), from = new Vector3(), to = new Vector3(), middle = new Vector3();
const turn = new Quaternion(), scale = new Vector3(), matrix = new Matrix4();
const nothing = new Matrix4().makeScale(0, 0, 0);

export class HandModel {
  constructor() {
    this.skin = new MeshLambertMaterial({ transparent: true });
    this.bone = new MeshLambertMaterial({ transparent: true });
    // Each mesh has a geometry of its own: this three.js keeps the instances' matrices by geometry and program.
    const ball = () => new SphereBufferGeometry(1, 14, 10), tube = () => new CylinderBufferGeometry(1, 1, 1, 12, 1, true);
    this.balls = new InstancedMesh(ball(), this.skin, jointCount);
    this.tubes = new InstancedMesh(tube(), this.skin, tubes.length);
    this.bones = new InstancedMesh(tube(), this.bone, bones.length);
    this.chosen = new Mesh(ball(), new MeshLambertMaterial({ depthTest: false, transparent: true }));
    this.chosen.renderOrder = 2;
    this.axes = new AxesHelper(0.06); // of the chosen joint
    this.axes.material.depthTest = false;
    this.axes.material.transparent = true; // drawn after the skin
    this.axes.renderOrder = 3;
    this.object = new Group();
    this.object.add(this.bones, this.balls, this.tubes, this.chosen, this.axes);
    for (const mesh of [this.balls, this.tubes, this.bones]) mesh.frustumCulled = false;
  }

  setColours(skin, bone, chosen) {
    this.skin.color = new Color(skin);
    this.boneColours = [new Color(bone), new Color(chosen)];
    this.chosen.material.color = new Color(chosen);
  }

  // `chosenJoint`: -1 for none; `isChosen`: the selected call is about this hand.
  show(hand, chosenJoint, isChosen) {
    this.object.visible = hand !== null;
    if (hand === null) return;
    this.bone.color = this.boneColours[isChosen ? 1 : 0];
    this.skin.opacity = hand.tracked ? 0.62 : 0.15;
    this.bone.opacity = hand.tracked ? 1 : 0.3;
    this.skin.depthWrite = false;
    for (let joint = 0; joint < jointCount; joint++) this.#placeBall(hand, joint);
    tubes.forEach(([a, b], i) => this.#placeTube(this.tubes, i, hand, a, b, Math.min(hand.radii[a], hand.radii[b])));
    bones.forEach(([a, b], i) => this.#placeTube(this.bones, i, hand, a, b, isChosen ? 0.0036 : 0.0022));
    for (const mesh of [this.balls, this.tubes, this.bones]) mesh.instanceMatrix.needsUpdate = true;
    this.chosen.visible = this.axes.visible = chosenJoint >= 0 && hand.valid[chosenJoint] > 0;
    if (this.chosen.visible) {
      place(this.axes, hand.poseOf(chosenJoint));
      this.chosen.position.fromArray(hand.joints, 3 * chosenJoint);
      this.chosen.scale.setScalar(hand.radii[chosenJoint] * 1.15);
    }
  }

  #placeBall(hand, joint) {
    const radius = hand.radii[joint];
    if (!hand.valid[joint] || !(radius > 0)) {
      this.balls.setMatrixAt(joint, nothing);
      return;
    }
    matrix.makeScale(radius, radius, radius).setPosition(from.fromArray(hand.joints, 3 * joint));
    this.balls.setMatrixAt(joint, matrix);
  }

  #placeTube(mesh, index, hand, a, b, radius) {
    from.fromArray(hand.joints, 3 * a);
    to.fromArray(hand.joints, 3 * b);
    const length = from.distanceTo(to);
    if (!hand.valid[a] || !hand.valid[b] || !(length > 1e-6) || !(radius > 0)) {
      mesh.setMatrixAt(index, nothing);
      return;
    }
    middle.addVectors(from, to).multiplyScalar(0.5);
    turn.setFromUnitVectors(up, to.sub(from).divideScalar(length));
    mesh.setMatrixAt(index, matrix.compose(middle, turn, scale.set(radius, length, radius)));
  }
}
