// SPDX-License-Identifier: MIT
// Finds where spaces are in a frame, as far as the log has it: from the answers to the app, and from the offsets of reference spaces.
import { identity, invert, multiply } from "./pose.js";

export class Spaces {
  constructor(log) {
    this.known = new Map();
    for (const line of log.of("space")) this.known.set(line.space, line);
    const bases = new Map();
    for (const line of log.lines)
      if (line.base !== undefined && (line.e === "views" || line.e === "hand" || line.e === "locate")) bases.set(line.base, (bases.get(line.base) ?? 0) + (line.e === "views" ? 1000 : 1));
    this.world = [...bases].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
  }

  // "LOCAL", "hand_pose of /user/hand/left", "space 7"
  name(number) {
    const space = this.known.get(number);
    if (!space) return `space ${number}`;
    if (space.kind === "reference") return space.type ?? `space ${number}`;
    if (space.kind === "action") return `${space.action}${space.subaction ? ` of ${space.subaction}` : ""}`;
    return `space ${number}`;
  }

  offset(number) {
    return this.known.get(number)?.pose ?? identity;
  }

  type(number) {
    const space = this.known.get(number);
    return space?.kind === "reference" ? space.type : null;
  }

  // The pose in the world of every space that the lines of a frame relate to it.
  resolve(lines) {
    const found = new Map();
    if (this.world === null) return found;
    found.set(this.world, identity);
    const edges = [];
    for (const line of lines)
      if (line.e === "locate" && Array.isArray(line.pose) && line.flags?.includes("o") && line.flags?.includes("p")) edges.push([line.base, line.space, line.pose]);
    for (let isChanged = true; isChanged;) {
      isChanged = this.#addSameType(found);
      for (const [base, space, pose] of edges) {
        const goesOn = found.has(base) && !found.has(space), goesBack = found.has(space) && !found.has(base);
        if (goesOn) found.set(space, multiply(found.get(base), pose));
        if (goesBack) found.set(base, multiply(found.get(space), invert(pose)));
        isChanged = isChanged || goesOn || goesBack;
      }
    }
    return found;
  }

  // Reference spaces of one type differ by their offsets.
  #addSameType(found) {
    let isChanged = false;
    const origins = new Map();
    for (const [number, pose] of found) if (this.type(number)) origins.set(this.type(number), multiply(pose, invert(this.offset(number))));
    for (const [number] of this.known)
      if (!found.has(number) && origins.has(this.type(number))) {
        found.set(number, multiply(origins.get(this.type(number)), this.offset(number)));
        isChanged = true;
      }
    return isChanged;
  }

  // The pose of the origin of a reference space of a type, if a space of that type is known.
  origin(type, found) {
    for (const [number, pose] of found) if (this.type(number) === type) return multiply(pose, invert(this.offset(number)));
    return null;
  }
}
