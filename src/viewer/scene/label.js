// SPDX-License-Identifier: MIT
// A short text that always faces the camera and has the same size on the screen.
import { CanvasTexture, LinearFilter, Sprite, SpriteMaterial, Vector3 } from "three";
import { colour as colourOf, shorten } from "../dom.js";

export function makeLabel(text, colour) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d"), font = "28px sans-serif", line = shorten(text, 40);
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(line).width) + 12;
  canvas.height = 40;
  pen.font = font;
  pen.fillStyle = colour;
  pen.textBaseline = "middle";
  pen.strokeStyle = colourOf("stage");
  pen.lineWidth = 6;
  pen.lineJoin = "round";
  pen.strokeText(line, 6, 20);
  pen.fillText(line, 6, 20);
  const texture = new CanvasTexture(canvas);
  texture.minFilter = LinearFilter;
  const sprite = new Sprite(new SpriteMaterial({ map: texture, depthTest: false, sizeAttenuation: false }));
  sprite.scale.set((canvas.width / canvas.height) * share, share, 1);
  sprite.center.set(-0.05, middle);
  return sprite;
}

const middle = 0.5; // of a label's height, where it stands at its place
const share = 0.04, fewest = 17; // a label's height: its share of the view's, in units of the camera, and at least so many pixels

// Moves labels down that would cover another one, as this camera sees them in a view of this height.
export function separateLabels(scene, camera, pixels) {
  const [width, , , , , height] = camera.projectionMatrix.elements, labels = [], seen = new Vector3();
  const size = Math.max(share, (2 * fewest) / (pixels * height));
  scene.updateMatrixWorld();
  scene.traverseVisible((object) => {
    if (!object.isSprite) return;
    object.scale.multiplyScalar(size / object.scale.y);
    seen.setFromMatrixPosition(object.matrixWorld).applyMatrix4(camera.matrixWorldInverse);
    if (seen.z > 0) return;
    seen.applyMatrix4(camera.projectionMatrix);
    labels.push({ object, left: seen.x, right: seen.x + object.scale.x * width, y: seen.y, height: object.scale.y * height });
  });
  labels.sort((a, b) => b.y - a.y);
  labels.forEach((label, i) => {
    const at = label.y, placed = labels.slice(0, i).filter((other) => other.left < label.right && label.left < other.right);
    for (const other of placed.sort((a, b) => b.y - a.y))
      if (Math.abs(other.y - label.y) < label.height * 0.9) label.y = other.y - label.height * 0.9;
    label.object.center.y = middle + (at - label.y) / label.height;
  });
}
