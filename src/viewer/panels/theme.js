// SPDX-License-Identifier: MIT
// Light or dark: as the system says, until the reader chooses. The store has what is shown, so that canvases are drawn again.
import { element } from "../dom.js";

export function themeButton(store) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  let chosen = null;
  const button = element("button", { title: "Change between light and dark", onclick: () => {
    chosen = store.get("theme") === "dark" ? "light" : "dark";
    apply();
  } });
  const apply = () => {
    const theme = chosen ?? (system.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
    store.set({ theme });
  };
  system.addEventListener("change", apply);
  apply();
  return button;
}
