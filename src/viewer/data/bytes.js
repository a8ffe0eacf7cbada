// SPDX-License-Identifier: MIT
// Reads the data that the tool put into <script> elements of the page.

export function hasData(id) {
  return document.getElementById(id) !== null;
}

export function readJson(id) {
  const holder = document.getElementById(id);
  return holder === null ? null : JSON.parse(holder.textContent);
}

export function readBase64(id) {
  const holder = document.getElementById(id);
  const text = atob(holder.textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  holder.textContent = ""; // its memory is not needed twice
  return bytes;
}

// The URL of a picture that is in the page as base64; null: it is not there.
export function pictureUrl(id) {
  const holder = document.getElementById(id);
  return holder && `data:image/png;base64,${holder.textContent}`;
}

// Bytes that zlib packed.
export async function inflate(bytes) {
  if (typeof DecompressionStream === "undefined")
    throw new Error("this browser cannot unpack the data: it has no DecompressionStream (Firefox 113, Chromium 80 and later have)");
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Text from outside: malformed UTF-8 becomes U+FFFD.
export function toText(bytes) {
  return new TextDecoder("utf-8").decode(bytes);
}
