// SPDX-License-Identifier: MIT
// Poses are arrays [x, y, z, qx, qy, qz, qw], as in the event log: metres, unit quaternions, OpenXR's axes.

export const identity = [0, 0, 0, 0, 0, 0, 1];

export const plainFov = [-0.7, 0.7, 0.7, -0.7]; // left, right, up and down, of an eye whose field of view is not known

export function rotate([, , , x, y, z, w], v) {
  const tx = 2 * (y * v[2] - z * v[1]), ty = 2 * (z * v[0] - x * v[2]), tz = 2 * (x * v[1] - y * v[0]);
  return [v[0] + w * tx + y * tz - z * ty, v[1] + w * ty + z * tx - x * tz, v[2] + w * tz + x * ty - y * tx];
}

// T_a_c from T_a_b and T_b_c.
export function multiply(a, b) {
  const p = rotate(a, b);
  const [ax, ay, az, aw] = a.slice(3), [bx, by, bz, bw] = b.slice(3);
  return [a[0] + p[0], a[1] + p[1], a[2] + p[2],
    aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz];
}

export function invert(pose) {
  const turn = [0, 0, 0, -pose[3], -pose[4], -pose[5], pose[6]];
  const p = rotate(turn, pose);
  return [-p[0], -p[1], -p[2], turn[3], turn[4], turn[5], turn[6]];
}

export function transform(pose, point) {
  const p = rotate(pose, point);
  return [pose[0] + p[0], pose[1] + p[1], pose[2] + p[2]];
}

// A quaternion of length 1; identity where it has no length.
export function normalise(pose) {
  const length = Math.hypot(pose[3], pose[4], pose[5], pose[6]);
  for (let i = 3; i < 7; i++) pose[i] = length > 1e-6 ? pose[i] / length : i === 6 ? 1 : 0;
  return pose;
}
