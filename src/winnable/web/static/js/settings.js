// What the player likes, kept in this browser only: theme, deck, hand, lamp, motion.
// The look follows from attributes on <html>, so style sheets need no script:
// data-theme (light, dark), data-four (true, false), data-index (usual, large),
// data-hand (right, left) and data-motion (on, off); "auto" is always resolved.

const KEY = "winnable.settings";

/** What holds until the player says otherwise. */
export const DEFAULTS = Object.freeze({
  theme: "auto", // "auto" | "light" | "dark"
  four: false, // four colours for four suits
  index: "usual", // "usual" | "large"
  hand: "right", // "right" | "left"
  lamp: true, // whether the verdict is shown after every move
  motion: "auto", // "auto" | "off"
  newDeal: Object.freeze({ winnable: false, level: null }),
});

const wantsDark = matchMedia("(prefers-color-scheme: dark)");
const wantsStill = matchMedia("(prefers-reduced-motion: reduce)");
const listeners = new Set();
let kept = read();

function read() {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

/** One setting. @param {keyof typeof DEFAULTS} name */
export function get(name) {
  return kept[name] ?? DEFAULTS[name];
}

/** Keep a setting, apply it and tell whoever listens. */
export function set(name, value) {
  kept = { ...read(), [name]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A private window may refuse: the setting then lasts as long as the page.
  }
  changed(name);
}

/**
 * Call `fn(name, value)` after each change; also when the system's own theme or motion changes.
 * @returns {() => void} stops it
 */
export function onChange(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

/** Whether the page is dark now, whoever decided it. */
export function isDark() {
  const theme = get("theme");
  return theme === "dark" || (theme === "auto" && wantsDark.matches);
}

/** Whether nothing may move by itself. */
export function isStill() {
  return get("motion") === "off" || wantsStill.matches;
}

function changed(name) {
  apply();
  for (const fn of [...listeners]) fn(name, get(name));
}

/** Write the settings onto <html>. */
export function apply() {
  const { dataset } = document.documentElement;
  dataset.theme = isDark() ? "dark" : "light";
  dataset.four = String(Boolean(get("four")));
  dataset.index = get("index");
  dataset.hand = get("hand");
  dataset.motion = isStill() ? "off" : "on";
}

wantsDark.addEventListener("change", () => changed("theme"));
wantsStill.addEventListener("change", () => changed("motion"));
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  const before = kept;
  kept = read();
  for (const name of Object.keys(DEFAULTS)) {
    if (JSON.stringify(before[name]) !== JSON.stringify(kept[name])) changed(name);
  }
});
apply();
