// SPDX-License-Identifier: MIT
// What the parts of the page share: the time, the selection, the range. A part sets values and listens for the changes of others.
export class Store {
  constructor(values) {
    this.values = values;
    this.listeners = [];
  }

  get(key) {
    return this.values[key];
  }

  set(changes) {
    const keys = Object.keys(changes).filter((key) => !Object.is(this.values[key], changes[key]));
    if (keys.length === 0) return;
    for (const key of keys) this.values[key] = changes[key];
    for (const listener of this.listeners)
      if (keys.some((key) => listener.keys.includes(key))) listener.call(this.values);
  }

  // Calls back after a change of one of the keys, given as "time selection".
  on(keys, call) {
    this.listeners.push({ keys: keys.split(" "), call });
  }
}
