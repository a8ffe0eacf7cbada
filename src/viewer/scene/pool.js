// SPDX-License-Identifier: MIT
// Objects of which a moment may have any number. They are made once and reused in the next moment, by a key.
import { Group } from "three";

export class Pool {
  // `make(key, item)` gives an object; `update(object, item)` puts it where the item says.
  constructor(make, update) {
    this.object = new Group();
    this.made = new Map();
    this.make = make;
    this.update = update;
  }

  show(items, keyOf) {
    for (const object of this.made.values()) object.visible = false;
    const counts = new Map();
    for (const item of items) {
      const name = keyOf(item), count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      const key = `${count} ${name}`;
      if (!this.made.has(key)) {
        const object = this.make(item);
        this.made.set(key, object);
        this.object.add(object);
      }
      this.made.get(key).visible = true;
      this.update(this.made.get(key), item);
    }
  }

  clear() {
    for (const object of this.made.values()) this.object.remove(object);
    this.made.clear();
  }
}
