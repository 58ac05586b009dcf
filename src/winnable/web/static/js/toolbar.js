// The toolbar of the game page. The most used actions always have a button; others have one where
// there is room, and all the rest are in a dialog behind "More".

import { openDialog } from "./dialogs.js";
import { button, el, icon } from "./dom.js";
import { ICONS } from "./icons.js";
import { shortcutFor } from "./shortcuts.js";
import { hidesCards } from "./view.js";

/**
 * @typedef {object} Tool
 * @property {string} name the action
 * @property {string} label
 * @property {"main"|"wide"|"more"} rank always shown, shown where there is room, only behind "More"
 * @property {string} [longLabel] the label behind "More"
 */

/** @returns {Tool[]} what can be done in this game */
function toolsFor(game) {
  const tools = [
    { name: "undo", label: "Undo", rank: "main" },
    { name: "redo", label: "Redo", rank: "main" },
    { name: "hint", label: "Hint", rank: "main" },
    game.has_stock && { name: "deal", label: "Deal", rank: "main" },
    game.autoplays.includes("all") && {
      name: "auto-finish",
      label: "Auto-finish",
      rank: game.has_stock ? "wide" : "main",
      longLabel: "Move all possible cards to the foundations",
    },
    { name: "new", label: "New", rank: "main", longLabel: "New deal" },
    { name: "restart", label: "Restart", rank: "wide", longLabel: "Restart this deal" },
    { name: "lamp", label: "Lamp", rank: "wide", longLabel: "Lamp: show whether the game can still be won" },
    { name: "review", label: "Review", rank: "wide", longLabel: "Review this game" },
    { name: "share", label: "Share", rank: "wide", longLabel: "Share this game" },
    { name: "rules", label: "Rules", rank: "wide", longLabel: `Rules of ${game.name}` },
    { name: "watch", label: "Watch the coach play", rank: "more" },
    { name: "verdict", label: "Verdict", rank: "more", longLabel: "Can this game still be won?" },
    game.autoplays.length > 1 && { name: "autoplay", label: "Auto-move to foundations", rank: "more" },
    { name: "type", label: "Type a move", rank: "more" },
    { name: "where", label: "Find a card", rank: "more" },
    { name: "moves", label: "List the legal moves", rank: "more" },
    { name: "read-board", label: "Read the board aloud", rank: "more" },
    { name: "give-up", label: "Give up this game", rank: "more" },
    { name: "options", label: "Options", rank: "more" },
    { name: "help", label: "Help", rank: "wide", longLabel: "Help and shortcuts" },
  ];
  return tools.filter(Boolean);
}

/** A game with hidden cards has to be given up first, which takes a move. */
export function canReview(state) {
  return state.outcome !== "unfinished" || state.moves_made > 0 || !hidesCards(state.view);
}

export class Toolbar {
  /** @param {(action: string) => void} run */
  constructor(game, run) {
    this.tools = toolsFor(game);
    this.run = run;
    this.disabled = {}; // action -> whether it is disabled now
    this.buttons = new Map();
    this.node = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "Game" },
      this.tools.filter((tool) => tool.rank !== "more").map((tool) => this.createButton(tool)),
      this.createButton({ name: "more", label: "More", rank: "main" }),
    );
    this.node.addEventListener("keydown", (event) => this.moveFocus(event));
    this.buttons.get("lamp").setAttribute("aria-pressed", "false");
    this.setTabStop(this.node.firstChild);
  }

  /** Focus a button, or "More" where the button is hidden. */
  focus(action) {
    const wanted = this.buttons.get(action);
    (wanted?.offsetParent ? wanted : this.buttons.get("more")).focus();
  }

  has(action) {
    return this.tools.some((tool) => tool.name === action);
  }

  isDisabled(action) {
    return Boolean(this.disabled[action]);
  }

  createButton(tool) {
    const shortcut = shortcutFor(tool.name);
    const created = button(icon(ICONS[tool.name]), {
      class: `tool ${tool.rank}`,
      "data-action": tool.name,
      tabindex: "-1",
      title: shortcut ? `${tool.longLabel ?? tool.label} (${shortcut})` : null,
      "aria-keyshortcuts": /^[A-Z]$/.test(shortcut) ? shortcut : null,
      "aria-haspopup": ["new", "more", "help", "share"].includes(tool.name) ? "dialog" : null,
      onclick: () => {
        if (created.getAttribute("aria-disabled") === "true") return;
        this.setTabStop(created);
        if (tool.name === "more") this.openMoreDialog();
        else this.run(tool.name);
      },
    });
    created.append(el("span", { class: "tool-label" }, tool.label));
    this.buttons.set(tool.name, created);
    return created;
  }

  /** Tab reaches one button; the arrow keys reach the others from there. */
  setTabStop(wanted) {
    for (const one of this.buttons.values()) one.tabIndex = one === wanted ? 0 : -1;
  }

  moveFocus(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const shown = [...this.buttons.values()].filter((one) => one.offsetParent !== null);
    const current = shown.indexOf(document.activeElement);
    if (current < 0) return;
    let next = step && (current + step + shown.length) % shown.length;
    if (event.key === "Home") next = 0;
    if (event.key === "End") next = shown.length - 1;
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.setTabStop(shown[next]);
    shown[next].focus();
  }

  show(state, { isLampOn, isReviewing, isWatching }) {
    this.isWatching = isWatching;
    const isOver = state.outcome !== "unfinished";
    const isWon = state.outcome === "won"; // the moves of a won game stay as they are
    this.disabled = {
      undo: !state.moves_made || isWon || isReviewing,
      redo: !state.moves_undone || isWon || isReviewing,
      restart: !state.moves_made || isWon || isReviewing,
      hint: state.is_won || isReviewing,
      deal: !state.legal_moves.includes("deal") || isReviewing,
      "auto-finish": isReviewing || !state.legal_moves.some((move) => /^[tc]\d+f\d+$/.test(move)),
      verdict: state.is_won || isReviewing,
      watch: !isWatching && (state.is_won || state.is_stuck || isReviewing),
      share: !isOver,
      review: !isReviewing && !canReview(state),
      "give-up": isOver || !state.moves_made || isReviewing,
      autoplay: isWon || isReviewing,
    };
    for (const [name, one] of this.buttons) {
      // Not `disabled`: a button that was just pressed would lose the focus.
      if (this.disabled[name]) one.setAttribute("aria-disabled", "true");
      else one.removeAttribute("aria-disabled");
    }
    this.buttons.get("lamp").setAttribute("aria-pressed", String(isLampOn));
    this.buttons.get("review").classList.toggle("active", isReviewing);
    const tabStop = [...this.buttons.values()].find((one) => one.tabIndex === 0);
    if (tabStop?.offsetParent === null && this.node.isConnected) this.setTabStop(this.node.firstChild);
  }

  /** The label behind "More" of what can be switched on and off. */
  labelNow(action) {
    const isLampOn = this.buttons.get("lamp").getAttribute("aria-pressed") === "true";
    if (action === "lamp") return `Turn the lamp ${isLampOn ? "off" : "on"}`;
    return action === "watch" && this.isWatching ? "Stop watching the coach" : null;
  }

  async openMoreDialog() {
    const list = el("ul", { class: "more-list" });
    const { close, result } = openDialog({ title: "More", body: list, name: "more" });
    for (const tool of this.tools) {
      if (tool.rank === "main" && tool.name !== "new") continue;
      const label = this.labelNow(tool.name) ?? tool.longLabel ?? tool.label;
      const isDisabled = this.isDisabled(tool.name);
      const entry = button(icon(ICONS[tool.name]), {
        class: "quiet",
        "data-action": tool.name,
        "aria-disabled": isDisabled ? "true" : null,
        onclick: () => !isDisabled && close(tool.name),
      });
      const shortcut = el("span", { class: "more-shortcut", "aria-hidden": "true" }, shortcutFor(tool.name));
      entry.append(el("span", {}, label), shortcut);
      list.append(el("li", {}, entry));
    }
    const chosen = await result;
    if (chosen) this.run(chosen);
  }
}
