// SPDX-License-Identifier: MIT
// A short text that always faces the camera and has the same size on the screen.
import { CanvasTexture, LinearFilter, Sprite, SpriteMaterial } from "three";
import { shorten } from "../dom.js";
import { colour as colourOf } from "./colours.js";

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
  sprite.scale.set((canvas.width / canvas.height) * 0.04, 0.04, 1);
  sprite.center.set(-0.05, 0.5);
  return sprite;
}
