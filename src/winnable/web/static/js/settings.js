// The player's settings, kept in this browser only.
// Style sheets follow attributes of <html>: data-theme (light, dark), data-four (true, false),
// data-index (usual, large), data-hand (right, left) and data-motion (on, off). "auto" is resolved.

const STORAGE_KEY = "winnable.settings";

const DEFAULTS = Object.freeze({
  theme: "auto", // "auto" | "light" | "dark"
  four: false, // a four-colour deck
  index: "usual", // "usual" | "large"
  hand: "right", // "right" | "left"
  lamp: true, // whether the verdict is shown after every move
  motion: "auto", // "auto" | "off"
  newDeal: Object.freeze({ winnable: false, level: null }),
});

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const prefersStill = matchMedia("(prefers-reduced-motion: reduce)");
const listeners = new Set();
let stored = read();

function read() {
  try {
    const value = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/** @param {keyof typeof DEFAULTS} name */
export function get(name) {
  return stored[name] ?? DEFAULTS[name];
}

/** Store a setting and apply it. */
export function set(name, value) {
  stored = { ...read(), [name]: value };
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // In a private window the setting may last only as long as the page.
  }
  changed(name);
}

/**
 * Call `listener(name)` after each change, also when the system's theme or motion changes.
 * @returns {() => void} stops listening
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isDark() {
  const theme = get("theme");
  return theme === "dark" || (theme === "auto" && prefersDark.matches);
}

/** Whether nothing may move by itself. */
export function isStill() {
  return get("motion") === "off" || prefersStill.matches;
}

function changed(name) {
  apply();
  for (const listener of [...listeners]) listener(name);
}

function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = isDark() ? "dark" : "light";
  dataset.four = String(Boolean(get("four")));
  dataset.index = get("index");
  dataset.hand = get("hand");
  dataset.motion = isStill() ? "off" : "on";
}

prefersDark.addEventListener("change", () => changed("theme"));
prefersStill.addEventListener("change", () => changed("motion"));
addEventListener("storage", (event) => {
  if (event.key !== STORAGE_KEY) return; // another tab has changed a setting
  const before = stored;
  stored = read();
  for (const name of Object.keys(DEFAULTS)) {
    if (JSON.stringify(before[name]) !== JSON.stringify(stored[name])) changed(name);
  }
});
apply();
