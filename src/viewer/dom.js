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

// A text of any length, short enough for a line; the whole text is in its title.
export function shorten(text, most = 80) {
  const line = String(text).replace(/\s+/g, " ");
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}

export function seconds(value, digits = 3) {
  return Number.isFinite(value) ? `${value.toFixed(digits)} s` : "–";
}

// A number with up to five digits behind the point, without zeros at its end.
export function number(value, digits = 5) {
  if (typeof value !== "number") return String(value);
  return Number.isInteger(value) ? String(value) : String(Number(value.toFixed(digits)));
}
