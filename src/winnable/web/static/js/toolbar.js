// The buttons of the table. The five most used are always there; the others stand beside them where
// there is room, and all of them, with the rarer ones, in a dialog behind "More".

import { button, el, icon, openDialog } from "./dom.js";
import { ICONS } from "./icons.js";
import { keyOf } from "./keys.js";

/**
 * @typedef {object} Tool
 * @property {string} name the action
 * @property {string} label
 * @property {"main"|"wide"|"rare"} rank
 * @property {string} [full] the label in the list behind "More"
 */

/** @returns {Tool[]} what can be done at a table of this game */
export function toolsFor(game) {
  const tools = [
    { name: "undo", label: "Undo", rank: "main" },
    { name: "redo", label: "Redo", rank: "main" },
    { name: "hint", label: "Hint", rank: "main" },
    game.has_stock && { name: "deal", label: "Deal", rank: "main" },
    game.autoplays.includes("all") && { name: "home", label: "All home", rank: game.has_stock ? "wide" : "main" },
    { name: "new", label: "New", rank: "main", full: "New deal" },
    { name: "restart", label: "Restart", rank: "wide", full: "Restart this deal" },
    { name: "lamp", label: "Lamp", rank: "wide", full: "Verdict lamp" },
    { name: "review", label: "Review", rank: "wide", full: "Review the game" },
    { name: "share", label: "Share", rank: "wide", full: "Share the game" },
    { name: "rules", label: "Rules", rank: "wide", full: `Rules of ${game.name}` },
    { name: "verdict", label: "Verdict", rank: "rare", full: "Can it still be won?" },
    game.autoplays.length > 1 && { name: "autoplay", label: "Autoplay", rank: "rare", full: "What goes home by itself" },
    { name: "type", label: "Type", rank: "rare", full: "Type a move" },
    { name: "where", label: "Where", rank: "rare", full: "Where is a card?" },
    { name: "moves", label: "Moves", rank: "rare", full: "Which moves are there?" },
    { name: "board", label: "Read", rank: "rare", full: "Read the table aloud" },
    { name: "give-up", label: "Give up", rank: "rare", full: "Give this game up" },
    { name: "options", label: "Options", rank: "rare" },
    { name: "help", label: "Help", rank: "wide", full: "Help and keys" },
  ];
  return tools.filter(Boolean);
}

export class Toolbar {
  /** @param {(action: string) => void} run */
  constructor(game, run) {
    this.tools = toolsFor(game);
    this.run = run;
    this.buttons = new Map();
    const shown = this.tools.filter((tool) => tool.rank !== "rare");
    this.node = el(
      "div",
      { class: "toolbar", role: "toolbar", "aria-label": "At the table" },
      shown.map((tool) => this.make(tool)),
      this.make({ name: "more", label: "More", rank: "main" }),
    );
    this.node.addEventListener("keydown", (event) => this.walk(event));
    this.buttons.get("lamp").setAttribute("aria-pressed", "false");
    this.rove(this.node.firstChild);
  }

  /** Put the focus on a button, or where it is behind "More" on that. */
  focus(action) {
    const wanted = this.buttons.get(action);
    (wanted?.offsetParent ? wanted : this.buttons.get("more")).focus();
  }

  has(action) {
    return this.tools.some((tool) => tool.name === action);
  }

  make(tool) {
    const key = keyOf(tool.name);
    const made = button(icon(ICONS[tool.name]), {
      class: `tool ${tool.rank}`,
      "data-action": tool.name,
      tabindex: "-1",
      title: key ? `${tool.full ?? tool.label} (${key})` : null,
      "aria-keyshortcuts": /^[A-Z]$/.test(key) ? key : null,
      "aria-haspopup": ["new", "more", "help", "share"].includes(tool.name) ? "dialog" : null,
      onclick: () => {
        if (made.getAttribute("aria-disabled") === "true") return;
        this.rove(made);
        if (tool.name === "more") this.openMore();
        else this.run(tool.name);
      },
    });
    made.append(el("span", { class: "tool-label" }, tool.label));
    this.buttons.set(tool.name, made);
    return made;
  }

  /** One button can be reached with Tab, the others from there with the arrow keys. */
  rove(wanted) {
    for (const one of this.buttons.values()) one.tabIndex = one === wanted ? 0 : -1;
  }

  walk(event) {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const shown = [...this.buttons.values()].filter((one) => one.offsetParent !== null);
    const at = shown.indexOf(document.activeElement);
    if (at < 0) return;
    const next = event.key === "Home" ? 0 : event.key === "End" ? shown.length - 1 : step && (at + step + shown.length) % shown.length;
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.rove(shown[next]);
    shown[next].focus();
  }

  show(state, { isLampOn, isReviewing }) {
    const isOver = state.outcome !== "unfinished";
    const isClosed = isReviewing || state.outcome === "won"; // a game that is won stays as it was won
    const off = {
      undo: !state.made || isClosed,
      redo: !state.undone || isClosed,
      restart: !state.made || isClosed,
      hint: state.is_won || isReviewing,
      deal: !state.moves.includes("deal") || isReviewing,
      home: isReviewing || !state.moves.some((move) => /^[tc]\d+f\d+$/.test(move)),
      verdict: state.is_won || isReviewing,
      share: !isOver,
      "give-up": isOver || !state.made || isReviewing,
      autoplay: isReviewing || state.outcome === "won",
    };
    this.off = off;
    for (const [name, one] of this.buttons) {
      // Not `disabled`: that would throw away the focus of whoever has just pressed it.
      if (off[name]) one.setAttribute("aria-disabled", "true");
      else one.removeAttribute("aria-disabled");
    }
    this.buttons.get("lamp").setAttribute("aria-pressed", String(isLampOn));
    this.buttons.get("review").classList.toggle("on", Boolean(isReviewing));
    const tabbed = [...this.buttons.values()].find((one) => one.tabIndex === 0);
    if (tabbed?.offsetParent === null && this.node.isConnected) this.rove(this.node.firstChild);
  }

  async openMore() {
    const entries = this.tools.filter((tool) => tool.rank !== "main" || tool.name === "new");
    const list = el("ul", { class: "more-list" });
    const { close, result } = openDialog({ title: "More", body: list, name: "more" });
    for (const tool of entries) {
      const isOff = this.off?.[tool.name];
      const entry = button(icon(ICONS[tool.name]), {
        class: "quiet",
        "data-action": tool.name,
        "aria-disabled": isOff ? "true" : null,
        onclick: () => !isOff && close(tool.name),
      });
      const state = tool.name === "lamp" ? ` (${this.buttons.get("lamp").getAttribute("aria-pressed") === "true" ? "on" : "off"})` : "";
      entry.append(el("span", {}, (tool.full ?? tool.label) + state), el("span", { class: "more-key", "aria-hidden": "true" }, keyOf(tool.name)));
      list.append(el("li", {}, entry));
    }
    const chosen = await result;
    if (chosen) this.run(chosen);
  }
}
