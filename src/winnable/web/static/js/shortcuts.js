// The keyboard shortcuts of the game page, and the help that lists them. keyboard.js listens for them.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";

/** @type {{action: string, keys: string[], meaning: string}[]} keys as people write them */
const SHORTCUTS = [
  { action: "undo", keys: ["U", "Ctrl+Z"], meaning: "undo the last move" },
  { action: "redo", keys: ["Shift+U", "Ctrl+Y", "Ctrl+Shift+Z"], meaning: "redo the move that was undone" },
  { action: "hint", keys: ["H"], meaning: "show a hint" },
  { action: "watch", keys: ["C"], meaning: "watch the coach play, or stop it" },
  { action: "verdict", keys: ["V"], meaning: "say whether the game can still be won" },
  { action: "deal", keys: ["D", "Space"], meaning: "deal from the stock" },
  { action: "auto-finish", keys: ["A"], meaning: "move all possible cards to the foundations" },
  { action: "new", keys: ["N"], meaning: "new deal" },
  { action: "type", keys: ["/", ":"], meaning: "type a move" },
  { action: "read-pile", keys: ["R"], meaning: "read the pile aloud" },
  { action: "read-board", keys: ["Shift+R"], meaning: "read the whole board aloud" },
  { action: "where", keys: ["W"], meaning: "find a card" },
  { action: "moves", keys: ["M"], meaning: "list the legal moves" },
  { action: "help", keys: ["?", "F1"], meaning: "show this help" },
];

/** Keys that work on the board itself. */
const BOARD_KEYS = [
  { keys: ["←", "→", "↑", "↓"], meaning: "move between piles and along a column" },
  { keys: ["Home", "End"], meaning: "go to the first or last card of a pile" },
  { keys: ["1 … 8"], meaning: "go to a column" },
  { keys: ["Enter", "Space"], meaning: "pick up a card, or put it down" },
  { keys: ["G"], meaning: "move the card to its foundation" },
  { keys: ["Esc"], meaning: "put the card back" },
];

const POINTER = [
  ["Drag", "cards to where they should go; places that accept them light up."],
  ["Tap", "a card, then the place for it. Tap the card again to put it back."],
  ["Double-tap", "a card to move it to a foundation."],
  ["Tap the stock", "to deal."],
];

/** The action for a key, or null. @param {KeyboardEvent} event */
export function actionFor(event) {
  if (event.altKey || event.isComposing) return null;
  const name = keyName(event);
  return SHORTCUTS.find((one) => one.keys.includes(name))?.action ?? null;
}

function keyName(event) {
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key === " " ? "Space" : event.key.length === 1 ? event.key.toUpperCase() : event.key;
  const isLetter = /^[A-Z]$/.test(key);
  return `${isCommand ? "Ctrl+" : ""}${event.shiftKey && isLetter ? "Shift+" : ""}${key}`;
}

/** The first key of an action, to show on its button. */
export function shortcutFor(action) {
  return SHORTCUTS.find((one) => one.action === action)?.keys[0] ?? "";
}

/** @param {(action: string) => boolean} isAvailable */
export function openHelpDialog(isAvailable) {
  openDialog({
    title: "How to play",
    name: "help",
    kind: "wide",
    body: el(
      "div",
      { class: "help" },
      el(
        "section",
        {},
        el("h3", {}, "Mouse or touch"),
        el(
          "ul",
          {},
          POINTER.map(([what, how]) => el("li", {}, el("b", {}, what), " ", how)),
        ),
      ),
      shortcutSections(isAvailable),
      el(
        "p",
        { class: "small muted" },
        "You can type moves in several ways: 7h to t3, t2t5x4, deal, or 26 and 3a in standard FreeCell notation.",
      ),
    ),
  });
}

/** The shortcuts as two lists. @param {(action: string) => boolean} [isAvailable] */
export function shortcutSections(isAvailable = () => true) {
  const shortcuts = SHORTCUTS.filter(({ action }) => isAvailable(action));
  return [
    el("section", {}, el("h3", {}, "Keys on the board"), shortcutList(BOARD_KEYS)),
    el("section", {}, el("h3", {}, "Keys anywhere in the game"), shortcutList(shortcuts)),
  ];
}

function shortcutList(shortcuts) {
  return el(
    "dl",
    { class: "shortcuts" },
    shortcuts.map(({ keys, meaning }) =>
      el(
        "div",
        {},
        el(
          "dt",
          {},
          keys.map((key) => [el("kbd", {}, key), " "]),
        ),
        el("dd", {}, meaning),
      ),
    ),
  );
}
