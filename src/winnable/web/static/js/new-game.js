// Starting a game: which deal to play (random, by number, today's), and going to its page.

import { say } from "./announce.js";
import { post } from "./api.js";
import { openDialog } from "./dialogs.js";
import { el, radioButton, uniqueId } from "./dom.js";
import { formatNumber } from "./format.js";
import { t } from "./l10n.js";
import { errorText, showError } from "./page-states.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";

/** The last of the extended Microsoft deal numbers. */
export const LAST_DEAL = 8_589_934_591;

export const LEVELS = [
  ["", t("page.new_game.level.any")],
  ["easy", t("page.new_game.level.easy")],
  ["medium", t("page.new_game.level.medium")],
  ["hard", t("page.new_game.level.hard")],
  ["fiendish", t("page.new_game.level.fiendish")],
];

/** The body of `POST /games` for a random deal, by the player's settings. */
export function preferredDeal(slug) {
  const { winnable, level } = settings.get("newDeal");
  const body = { game: slug };
  if (level) body.level = level;
  else if (winnable) body.winnable = true;
  return body;
}

/** Those settings in words. */
export function preferredDealText() {
  const { winnable, level } = settings.get("newDeal");
  return t(`page.new_game.preferred.${level ?? (winnable ? "winnable" : "any")}`);
}

/**
 * Start a game and go to its page.
 * @param {object} body for POST /games
 * @param {{button?: HTMLElement, onError?: (error: unknown) => void}} [options] button: shown as busy
 * @returns {Promise<boolean>} whether it was started
 */
export async function startGame(body, { button, onError = openErrorDialog } = {}) {
  if (button?.getAttribute("aria-busy") === "true") return false;
  button?.setAttribute("aria-busy", "true");
  // Finding a deal of a level can take a while.
  const slow = setTimeout(() => say(t("page.new_game.looking")), 700);
  try {
    const state = await post("/games", body);
    await navigate(`/play/${encodeURIComponent(state.key)}`);
    return true;
  } catch (error) {
    onError(error);
    return false;
  } finally {
    clearTimeout(slow);
    button?.removeAttribute("aria-busy");
  }
}

function openErrorDialog(error) {
  openDialog({
    title: t("page.new_game.failed"),
    name: "error",
    body: el("p", {}, errorText(error)),
    isShortText: true,
    buttons: [{ label: t("page.new_game.ok"), kind: "primary", action: "ok" }],
  });
}

/** Ask for a deal and start it. @param {import("./games.js").Game} game */
export async function chooseAndStart(game, button) {
  const body = await askForDeal(game);
  if (body) await startGame(body, { button });
}

/**
 * Ask which deal to play.
 * @param {import("./games.js").Game} game
 * @returns {Promise<object|null>} the body for POST /games; null if cancelled
 */
export function askForDeal({ slug, name }) {
  const form = dealForm(slug);
  const { dialog, result } = openDialog({
    title: t("page.new_game.title", { game: name }),
    name: "new-game",
    body: form.nodes,
    check: () => form.read(),
    buttons: [
      { label: t("page.new_game.cancel"), action: "cancel" },
      { label: t("page.new_game.play"), kind: "primary", action: "deal" },
    ],
  });
  dialog.querySelector("input:checked").focus();
  return result;
}

function dealForm(slug) {
  const preferred = settings.get("newDeal");
  const group = uniqueId("source");
  const error = el("p", { class: "error-text", hidden: true, id: uniqueId("error") });
  const number = el("input", {
    id: uniqueId("number"),
    inputmode: "numeric",
    autocomplete: "off",
    "data-field": "number",
    "aria-describedby": error.id,
    size: 12,
  });
  const winnable = el("input", { type: "checkbox", "data-field": "winnable" });
  winnable.checked = Boolean(preferred.winnable || preferred.level);
  const levels = el(
    "div",
    { class: "segments" },
    LEVELS.map(([value, label]) => radioButton(`${group}-level`, value, label, (preferred.level ?? "") === value)),
  );
  const parts = {
    random: el(
      "div",
      { class: "source-options" },
      el("label", { class: "option" }, winnable, el("span", {}, t("page.new_game.winnable_only"))),
      el("fieldset", {}, el("legend", {}, t("page.new_game.difficulty")), levels),
    ),
    number: el(
      "div",
      { class: "source-options", hidden: true },
      el("label", { class: "label", for: number.id }, t("page.new_game.number")),
      number,
      el("p", { class: "small muted" }, t("page.new_game.range", { last: formatNumber(LAST_DEAL) })),
      error,
    ),
    daily: el(
      "p",
      { class: "source-options small muted", hidden: true },
      t("page.new_game.daily_help"),
    ),
  };
  const source = () => sources.querySelector("input:checked").value;
  const showParts = () => {
    for (const [name, node] of Object.entries(parts)) node.hidden = name !== source();
  };
  const sources = el(
    "div",
    { class: "segments", onchange: showParts },
    radioButton(group, "random", t("page.new_game.random"), true),
    radioButton(group, "number", t("page.new_game.by_number"), false),
    radioButton(group, "daily", t("page.new_game.daily"), false),
  );
  const level = () => levels.querySelector("input:checked").value || null;
  levels.addEventListener("change", () => {
    if (level()) winnable.checked = true; // only winnable deals have a level
  });
  winnable.addEventListener("change", () => {
    if (!winnable.checked) levels.querySelector("input").checked = true;
  });
  return {
    nodes: [el("fieldset", {}, el("legend", {}, t("page.new_game.deal")), sources), ...Object.values(parts)],
    read() {
      if (source() === "daily") return { game: slug, date: "today" };
      if (source() === "random") {
        settings.set("newDeal", { winnable: winnable.checked, level: level() });
        return preferredDeal(slug);
      }
      const dealNumber = parseDealNumber(number.value);
      if (dealNumber !== null) return { game: slug, deal_number: dealNumber };
      showError(error, t("page.new_game.not_a_number", { last: formatNumber(LAST_DEAL) }));
      number.setAttribute("aria-invalid", "true");
      number.focus();
      return false;
    },
  };
}

/** A deal number, or null. People copy numbers with "#", and grouped as their language does. */
export function parseDealNumber(text) {
  const number = text.trim().replace(/^#\s*/, "");
  const isGrouped = /^\d{1,3}([.,’'\s_]\d{2,3})*[.,’'\s_]\d{3}$/.test(number); // 1.5 is not 15
  const digits = isGrouped ? number.replace(/\D/g, "") : number;
  if (!/^\d{1,10}$/.test(digits)) return null;
  const value = Number(digits);
  return value >= 1 && value <= LAST_DEAL ? value : null;
}
