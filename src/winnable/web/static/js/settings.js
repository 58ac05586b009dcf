// The player's settings, kept in this browser only.
// Style sheets follow attributes of <html>: data-theme (light, dark), data-four (true, false),
// data-index (usual, large), data-hand (right, left), data-motion (on, off) and data-felt. "auto" is
// resolved.

const STORAGE_KEY = "winnable.settings";

export const FELTS = ["green", "blue", "wine", "violet", "slate"]; // see felts.css
export const BACKS = ["diamonds", "scales", "rays", "plaid"]; // see winnable/svg/card_backs.py

const DEFAULTS = Object.freeze({
  theme: "auto", // "auto" | "light" | "dark"
  four: false, // a four-colour deck
  index: "usual", // "usual" | "large"
  hand: "right", // "right" | "left"
  tap: "moves", // "moves" | "selects": what a tap on a card does
  lamp: false, // whether the verdict is shown after every move
  lampOffered: false, // whether the lamp was offered
  motion: "auto", // "auto" | "off"
  felt: "green", // one of FELTS
  back: "diamonds", // one of BACKS
  sounds: false,
  haptics: false,
  newDeal: Object.freeze({ winnable: true, level: null }),
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

/** Whether the player has decided about a setting. */
export function isChosen(name) {
  return name in stored;
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
  dataset.felt = FELTS.includes(get("felt")) ? get("felt") : DEFAULTS.felt;
  const header = getComputedStyle(document.documentElement).getPropertyValue("--header-background");
  document.querySelector("meta[name=theme-color]")?.setAttribute("content", header);
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
