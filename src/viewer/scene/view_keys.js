// SPDX-License-Identifier: MIT
// The camera by keyboard, while the 3D view has the focus: arrows turn, with Shift they move, plus and minus go closer and away.
import { Spherical, Vector3 } from "three";

const turn = 0.12, nearest = 0.1, farthest = 50; // radians; metres

export function listenToViewKeys(canvas, camera, controls) {
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
