// The toolbar of the game page. The most used actions have a button, others have one where there is
// room, and all the rest are in a dialog behind "More".

import { openDialog } from "./dialogs.js";
import { button, el, icon } from "./dom.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";
import { labelFor, shortcutFor, shortLabelFor } from "./shortcuts.js";

/**
 * @typedef {object} Tool
 * @property {string} name the action
 * @property {string} label
 * @property {"main"|"wide"|"more"} rank always shown, shown where there is room, only behind "More"
 * @property {string} longLabel the label behind "More"
 */

/** @returns {Tool[]} what can be done in this game */
function toolsFor(game) {
  const ranks = {
    undo: "main",
    redo: "main",
    hint: "main",
    deal: game.has_stock && "main",
    "auto-finish": game.autoplays.includes("all") && (game.has_stock ? "wide" : "main"),
    new: "main",
    restart: "wide",
    lamp: "wide",
    review: "wide",
    share: "wide",
    rules: "wide",
    watch: "more",
    odds: "more",
    autoplay: game.autoplays.length > 1 && "more",
    type: "more",
    where: "more",
    moves: "more",
    "read-board": "more",
    "give-up": "more",
    options: "more",
    help: "wide",
  };
  return Object.entries(ranks)
    .filter(([, rank]) => rank)
    .map(([name, rank]) => ({ name, rank, label: shortLabelFor(name), longLabel: labelFor(name) }));
}

/** Whether a finger is all there is: nobody there presses keys. */
const isTouchOnly = () => matchMedia("(hover: none) and (pointer: coarse)").matches;

/** Before the first move there is nothing to review; with hidden cards the review offers to give the game up. */
export function canReview(state) {
  return state.moves_made > 0;
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
      { class: "toolbar", role: "toolbar", "aria-label": t("page.toolbar.name") },
      this.tools.filter((tool) => tool.rank !== "more").map((tool) => this.createButton(tool)),
      this.createButton({ name: "more", label: t("commands.more.short"), longLabel: t("commands.more.label"), rank: "main" }),
    );
    this.node.addEventListener("keydown", (event) => this.moveFocus(event));
    this.buttons.get("lamp").setAttribute("aria-pressed", "false");
    this.setTabStop(this.node.firstChild);
    this.resizing = new ResizeObserver(() => this.fit());
    this.resizing.observe(this.node);
  }

  destroy() {
    this.resizing.disconnect();
  }

  /** Show as many buttons as there is room for; the others are behind "More". */
  fit() {
    const { classList } = this.node;
    const isShown = (tool) => !this.buttons.get(tool.name).hidden;
    const hideLast = (rank, kept = []) => {
      const last = this.tools.filter((tool) => tool.rank === rank && isShown(tool) && !kept.includes(tool.name)).at(-1);
      if (last) this.buttons.get(last.name).hidden = true;
      return Boolean(last);
    };
    for (const one of this.buttons.values()) one.hidden = false;
    classList.remove("icons-only");
    while (this.isTooFull() && hideLast("wide"));
    if (this.isTooFull()) classList.add("icons-only");
    while (this.isTooFull() && hideLast("main", ["undo", "deal"]));
    this.keepTabStop();
  }

  isTooFull() {
    const { node } = this;
    if (node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight) return true;
    if (node.classList.contains("icons-only")) return false;
    return [...this.buttons.values()].some((one) => one.lastChild.offsetWidth > one.clientWidth);
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
      title: shortcut && !isTouchOnly() ? `${tool.longLabel} (${shortcut})` : null,
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

  show(state, { isLampOn, isWatching }) {
    this.isWatching = isWatching;
    const isOver = state.outcome !== "unfinished";
    const isWon = state.outcome === "won"; // the moves of a won game stay as they are
    this.disabled = {
      undo: !state.moves_made || isWon,
      redo: !state.moves_undone || isWon,
      restart: !state.moves_made || isWon,
      hint: state.is_won,
      deal: !state.legal_moves.includes("deal"),
      "auto-finish": !state.legal_moves.some((move) => /^[tc]\d+f\d+$/.test(move)),
      odds: state.is_won,
      watch: !isWatching && (state.is_won || state.is_stuck),
      share: !isOver,
      review: !canReview(state),
      "give-up": isOver || !state.moves_made,
      autoplay: isWon,
    };
    for (const [name, one] of this.buttons) {
      // Not `disabled`: a button that was just pressed would lose the focus.
      if (this.disabled[name]) one.setAttribute("aria-disabled", "true");
      else one.removeAttribute("aria-disabled");
    }
    this.buttons.get("lamp").setAttribute("aria-pressed", String(isLampOn));
    this.keepTabStop();
  }

  /** Mark the buttons whose actions wait for the server. @param {string[]} actions */
  markWaiting(actions) {
    for (const [name, one] of this.buttons) {
      if (actions.includes(name)) one.setAttribute("aria-busy", "true");
      else one.removeAttribute("aria-busy");
    }
  }

  keepTabStop() {
    const tabStop = [...this.buttons.values()].find((one) => one.tabIndex === 0);
    if (tabStop?.offsetParent === null && this.node.isConnected) this.setTabStop(this.node.firstChild);
  }

  /** The label behind "More" of what can be switched on and off. */
  labelNow(action) {
    const isLampOn = this.buttons.get("lamp").getAttribute("aria-pressed") === "true";
    if (action === "lamp") return t(isLampOn ? "page.toolbar.lamp_off" : "page.toolbar.lamp_on");
    return action === "watch" && this.isWatching ? t("page.toolbar.stop_watching") : null;
  }

  async openMoreDialog() {
    const list = el("ul", { class: "more-list" });
    const { close, result } = openDialog({ title: t("commands.more.label"), body: list, name: "more" });
    for (const tool of this.tools) {
      const isAtHand = tool.rank === "main" && !this.buttons.get(tool.name).hidden;
      if (isAtHand && tool.name !== "new") continue;
      const label = this.labelNow(tool.name) ?? tool.longLabel;
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
