// SPDX-License-Identifier: MIT
// Where the head and the tips of the index fingers were in the last seconds.
import { BufferGeometry, Color, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments } from "three";

const span = 1.5, points = 90;

export class Trails {
  constructor() {
    this.object = new Group();
    this.lines = [0, 1, 2].map(() => {
      const line = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity: 0.7 }));
      line.frustumCulled = false;
      this.object.add(line);
      return line;
    });
  }

  setColours(colours) {
    this.lines.forEach((line, i) => { line.material.color = new Color(colours[i]); });
  }

  show(source, t, isWanted) {
    this.object.visible = isWanted;
    if (!isWanted) return;
    const places = [[], [], []], last = [null, null, null];
    // Where tracking was lost, the trail has a gap.
    const add = (i, place) => {
      if (place && last[i]) places[i].push(...last[i], ...place);
      last[i] = place;
    };
    for (let i = 0; i <= points; i++) {
      const at = t - span + (span * i) / points;
      if (at < source.from) continue;
      source.trailAt(at).forEach((place, k) => add(k, place));
    }
    this.lines.forEach((line, i) => line.geometry.setAttribute("position", new Float32BufferAttribute(places[i], 3)));
  }
}
