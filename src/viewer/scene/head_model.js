// SPDX-License-Identifier: MIT
// The head with a visor, and the frustum of each eye.
import { BoxBufferGeometry, BufferGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, SphereBufferGeometry } from "three";
import { plainFov, transform } from "../data/pose.js";

const reach = 0.35; // metres; the frustum is drawn up to here

export class HeadModel {
  constructor() {
    this.skin = new MeshLambertMaterial({ transparent: true });
    this.visorSkin = new MeshLambertMaterial({ transparent: true });
    this.line = new LineBasicMaterial({ transparent: true });
    const skull = new Mesh(new SphereBufferGeometry(0.095, 24, 18), this.skin);
    skull.scale.set(0.8, 1.15, 1);
    skull.position.set(0, -0.01, 0.085);
    const visor = new Mesh(new BoxBufferGeometry(0.165, 0.085, 0.055), this.visorSkin);
    visor.position.set(0, 0, -0.012);
    this.head = new Group();
    this.head.add(skull, visor);
    this.frusta = new LineSegments(new BufferGeometry(), this.line);
    this.frusta.frustumCulled = false;
    this.object = new Group();
    this.object.add(this.head, this.frusta);
  }

  setColours(skin, visor, line, chosen) {
    this.skin.color = new Color(skin);
    this.visorSkin.color = new Color(visor);
    this.lineColours = [new Color(line), new Color(chosen)];
  }

  show(moment, isInside) {
    const { head } = moment;
    this.line.color = this.lineColours[moment.chosen?.views ? 1 : 0];
    this.head.visible = head !== null && !isInside;
    this.frusta.visible = !isInside && (head !== null || moment.views.length > 0);
    if (head !== null) {
      place(this.head, head.pose);
      for (const material of [this.skin, this.visorSkin]) material.opacity = head.tracked ? 0.8 : 0.25;
      this.line.opacity = head.tracked ? 0.8 : 0.25;
    }
    const views = moment.views.length > 0 ? moment.views : head !== null ? [{ pose: head.pose, fov: plainFov }] : [];
    if (this.frusta.visible) this.#drawFrusta(views);
  }

  #drawFrusta(views) {
    const points = [];
    for (const { pose, fov } of views) {
      const [left, right, upper, lower] = fov.map((angle) => Math.tan(angle) * reach);
      const corners = [[left, upper], [right, upper], [right, lower], [left, lower]].map(([x, y]) => transform(pose, [x, y, -reach]));
      corners.forEach((corner, i) => points.push(pose[0], pose[1], pose[2], ...corner, ...corner, ...corners[(i + 1) % 4]));
    }
    this.frusta.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  }
}

export function place(object, pose) {
  object.position.set(pose[0], pose[1], pose[2]);
  object.quaternion.set(pose[3], pose[4], pose[5], pose[6]);
}
