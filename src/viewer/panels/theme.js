// SPDX-License-Identifier: MIT
// Light or dark: as the system says, until the reader chooses.
import { element } from "../dom.js";

export function themeButton(store) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const theme = store.get("theme") ?? (dark.matches ? "dark" : "light");
    document.documentElement.dataset.theme = theme;
    button.textContent = theme === "dark" ? "Light" : "Dark";
  };
  const button = element("button", { title: "Change between light and dark", onclick: () => {
    document.documentElement.dataset.theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    store.set({ theme: document.documentElement.dataset.theme });
    apply();
  } });
  dark.addEventListener("change", () => {
    if (store.get("theme")) return;
    apply();
    store.set({ theme: null });
  });
  apply();
  return button;
}
