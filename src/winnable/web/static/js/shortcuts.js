// The keyboard shortcuts of the game page, and the help that lists them. keyboard.js listens for them.

import { COMMANDS } from "./commands.js";
import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { t } from "./l10n.js";
import * as settings from "./settings.js";

/** Commands whose key acts on the card under the cursor of the board. */
const ON_BOARD = ["foundation"];
const SHORTCUTS = COMMANDS.filter(({ name, keys }) => keys.length > 0 && !ON_BOARD.includes(name));

/** Keys that work on the board itself. */
const BOARD_KEYS = [
  { keys: ["←", "→", "↑", "↓"], meaning: "move" },
  { keys: ["Home", "End"], meaning: "ends" },
  { keys: ["1 … 8"], meaning: "columns" },
  { keys: ["Enter", "Space"], meaning: "pick_up" },
  { keys: ["G"], meaning: "home" },
  { keys: ["Esc"], meaning: "put_back" },
];

const NAMED_KEYS = ["Ctrl", "Shift", "Space", "Enter", "Home", "End", "Esc"];

/** Nobody presses keys where fingers are what people point with. */
const hasKeys = !matchMedia("(hover: none) and (pointer: coarse)").matches;

/** The command that an action of the page belongs to, or undefined. */
const commandFor = (action) => COMMANDS.find((one) => one.action === action);

/** What an action is called. */
export const labelFor = (action) => t(`commands.${commandFor(action).name}.label`);

/** What it is called where there is little room. */
export const shortLabelFor = (action) => t(`commands.${commandFor(action).name}.short`);

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

/** The first key of an action, to show on its button; none where people use their fingers. */
export function shortcutFor(action) {
  const key = hasKeys && commandFor(action)?.keys[0];
  return key ? keyLabel(key) : "";
}

/** What a pointer does, as it is set. */
function pointerHelp(game) {
  const movesByTap = game.takes_one_tap || settings.get("tap") === "moves";
  const ways = [movesByTap ? "tap" : "two_taps", !movesByTap && "double_tap", "drag", game.has_stock && "stock"];
  return ways.filter(Boolean).map((way) => el("li", {}, t(`page.help.pointer.${way}`)));
}

/** @param {object} game @param {(action: string) => boolean} isAvailable */
export function openHelpDialog(game, isAvailable) {
  openDialog({
    title: t("page.help.title"),
    name: "help",
    kind: "wide",
    body: el(
      "div",
      { class: "help" },
      el("section", {}, el("h3", {}, t("page.help.pointer.title")), el("ul", {}, pointerHelp(game))),
      shortcutSections(isAvailable),
      hasKeys && game.has_stock && el("p", { class: "small muted" }, t("page.help.space")),
      hasKeys && el("p", { class: "small muted" }, t("page.help.typing")),
    ),
  });
}

/** The shortcuts as two lists; none where people use their fingers. @param {(action: string) => boolean} [isAvailable] */
export function shortcutSections(isAvailable = () => true) {
  if (!hasKeys) return [];
  const shortcuts = SHORTCUTS.filter(({ action }) => isAvailable(action));
  const onBoard = BOARD_KEYS.map(({ keys, meaning }) => [keys, t(`page.help.board.${meaning}`)]);
  const anywhere = shortcuts.map(({ name, keys }) => [keys, t(`commands.${name}.help`)]);
  return [
    el("section", {}, el("h3", {}, t("page.help.board_title")), shortcutList(onBoard)),
    el("section", {}, el("h3", {}, t("page.help.keys_title")), shortcutList(anywhere)),
  ];
}

/** @param {[string[], string][]} shortcuts keys, and what they do */
function shortcutList(shortcuts) {
  return el(
    "dl",
    { class: "shortcuts" },
    shortcuts.map(([keys, meaning]) =>
      el(
        "div",
        {},
        el(
          "dt",
          {},
          keys.map((key) => [el("kbd", {}, keyLabel(key)), " "]),
        ),
        el("dd", {}, meaning),
      ),
    ),
  );
}

/** A key as it is written on the reader's keyboard. */
function keyLabel(key) {
  const label = (part) => (NAMED_KEYS.includes(part) ? t(`page.help.key_name.${part.toLowerCase()}`) : part);
  return key.split("+").map(label).join("+");
}
