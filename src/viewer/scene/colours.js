// SPDX-License-Identifier: MIT
// The colours of the style sheet, for canvases and the 3D view.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export const curveColours = ["curve-1", "curve-2", "curve-3", "curve-4", "curve-5", "curve-6"];
