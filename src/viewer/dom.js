// SPDX-License-Identifier: MIT
// Makes elements. Text from recordings and apps only ever becomes textContent, so that a browser never reads it as HTML.

// element("p", {class: "quiet", onclick: f}, "text", child, ...)
export function element(name, properties = {}, ...children) {
  const out = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) out.addEventListener(key.slice(2), value);
    else if (value === true) out.setAttribute(key, "");
    else if (value !== false && value != null) out.setAttribute(key, value);
  }
  fill(out, ...children);
  return out;
}

// Replaces everything in an element.
export function fill(parent, ...children) {
  parent.replaceChildren(...children.flat().filter((child) => child != null && child !== false)
    .map((child) => (child instanceof Node ? child : document.createTextNode(String(child)))));
  return parent;
}

// Shortens a text so that it fits into a line.
export function shorten(text, most = 80) {
  const line = String(text).replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

// The width of the names at the left of the lanes and curves, for a page of this width.
export function labelWidth(width) {
  return width < 500 ? 86 : 118;
}

// A list of names and values; those without a value are left out.
export function terms(rows, properties = {}) {
  return element("dl", properties, ...rows.filter(([, value]) => value !== undefined && value !== null && value !== "")
    .flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

export function seconds(value, digits = 3) {
  return Number.isFinite(value) ? `${value.toFixed(digits)} s` : "–";
}

// A number with up to five digits behind the point, without zeros at its end; a dash if it is not known.
export function number(value, digits = 5) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(digits)));
}

// What draws on a canvas of this size, in units of the page.
export function penOf(canvas, width, height) {
  const ratio = window.devicePixelRatio || 1, pen = canvas.getContext("2d");
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.height = `${height}px`;
  pen.scale(ratio, ratio);
  pen.font = "11px system-ui, sans-serif";
  return pen;
}

// The colours of the style sheet, for canvases and the 3D view.
export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export const curveColours = ["curve-1", "curve-2", "curve-3", "curve-4", "curve-5", "curve-6"];
