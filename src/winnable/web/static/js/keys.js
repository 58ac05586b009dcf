// Every key of the table in one place: what happens on a key, and the help that tells of it.

import { el, openDialog } from "./dom.js";

/**
 * @typedef {object} Key
 * @property {string} action
 * @property {string[]} keys as people write them
 * @property {string} meaning
 */

/** @type {Key[]} */
export const KEYS = [
  { action: "undo", keys: ["U", "Ctrl+Z"], meaning: "take back the last move" },
  { action: "redo", keys: ["Shift+U", "Ctrl+Y", "Ctrl+Shift+Z"], meaning: "make again what was taken back" },
  { action: "hint", keys: ["H"], meaning: "a hint" },
  { action: "verdict", keys: ["V"], meaning: "whether the game can still be won" },
  { action: "deal", keys: ["D", "Space"], meaning: "deal from the stock" },
  { action: "home", keys: ["A"], meaning: "every card that can go home does" },
  { action: "new", keys: ["N"], meaning: "another deal" },
  { action: "type", keys: ["/", ":"], meaning: "type a move" },
  { action: "read", keys: ["R"], meaning: "read the pile aloud" },
  { action: "board", keys: ["Shift+R"], meaning: "read the whole table aloud" },
  { action: "where", keys: ["W"], meaning: "where is a card?" },
  { action: "moves", keys: ["M"], meaning: "which moves there are" },
  { action: "help", keys: ["?", "F1"], meaning: "this help" },
];

/** What moves about on the board itself; cursor.js and the cards' own buttons do these. */
const BOARD = [
  { keys: ["←", "→", "↑", "↓"], meaning: "from pile to pile, and along a column" },
  { keys: ["Home", "End"], meaning: "the first and the last card of a pile" },
  { keys: ["1 … 8"], meaning: "to a column" },
  { keys: ["Enter", "Space"], meaning: "pick a card up, or lay it down" },
  { keys: ["G"], meaning: "the card goes home to its foundation" },
  { keys: ["Esc"], meaning: "let go" },
];

const POINTER = [
  ["Drag", "cards to where they should go; places that would take them light up."],
  ["Tap", "a card, then the place for it. Tap it again to let go."],
  ["Double-tap", "a card to send it home."],
  ["Tap the stock", "to deal."],
];

/** The action that a key asks for, or null. @param {KeyboardEvent} event */
export function actionOf(event) {
  if (event.altKey || event.isComposing) return null;
  const name = written(event);
  const found = KEYS.find((one) => one.keys.includes(name));
  return found?.action ?? null;
}

function written(event) {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isLetter = /^[A-Z]$/.test(key);
  return `${isCommand ? "Ctrl+" : ""}${event.shiftKey && isLetter ? "Shift+" : ""}${key}`;
}

/** The first key of an action, to be shown on its button. */
export function keyOf(action) {
  return KEYS.find((one) => one.action === action)?.keys[0] ?? "";
}

export function openHelp(actions) {
  const keys = KEYS.filter((one) => !actions || actions.has(one.action));
  openDialog({
    title: "How to play here",
    name: "help",
    kind: "wide",
    body: el(
      "div",
      { class: "help" },
      el("section", {}, el("h3", {}, "With mouse, finger or pen"), el("ul", {}, POINTER.map(([what, how]) => el("li", {}, el("b", {}, what), " ", how)))),
      el("section", {}, el("h3", {}, "On the board"), list(BOARD)),
      el("section", {}, el("h3", {}, "Anywhere at the table"), list(keys)),
      el(
        "p",
        { class: "small muted" },
        "Moves can be typed in many ways: 7h to t3, t2t5x4, 26 or 3a as FreeCell players write them, deal.",
      ),
    ),
  });
}

function list(keys) {
  return el(
    "dl",
    { class: "keys" },
    keys.map((one) =>
      el("div", {}, el("dt", {}, one.keys.map((key) => [el("kbd", {}, key), " "])), el("dd", {}, one.meaning)),
    ),
  );
}

/** All keys, for a page that tells how to play. */
export function helpTable() {
  return el(
    "div",
    { class: "help" },
    el("section", {}, el("h3", {}, "On the board"), list(BOARD)),
    el("section", {}, el("h3", {}, "Anywhere at the table"), list(KEYS)),
  );
}
