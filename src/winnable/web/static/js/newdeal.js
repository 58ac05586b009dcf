// Choosing a deal: at random, by number, today's; and sitting down at the table that is dealt.

import { post } from "./api.js";
import { say } from "./announce.js";
import { el, openDialog, uniqueId } from "./dom.js";
import { gameOf } from "./games.js";
import { complain, reason } from "./notice.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";

/** The last number of the extended Microsoft deals. */
const LAST = 8_589_934_591;

export const LEVELS = [
  ["", "Any"],
  ["easy", "Easy"],
  ["medium", "Medium"],
  ["hard", "Hard"],
  ["fiendish", "Fiendish"],
];

/** What `POST /tables` takes for a random deal, as the player likes them. */
export function usualDeal(slug) {
  const { winnable, level } = settings.get("newDeal");
  const body = { game: slug };
  if (level) body.level = level;
  else if (winnable) body.winnable = true;
  return body;
}

/** How random deals are chosen, in words; empty when they are not. */
export function usualWords() {
  const { winnable, level } = settings.get("newDeal");
  if (level) return `New deals: winnable, ${level}`;
  return winnable ? "New deals: winnable only" : "";
}

/**
 * Deal and go to the table.
 * @param {object} body for POST /tables
 * @param {{button?: HTMLElement, onTrouble?: (error: unknown) => void}} [options] the button is busy meanwhile
 * @returns {Promise<boolean>} whether it was dealt
 */
export async function startTable(body, { button, onTrouble } = {}) {
  if (button?.getAttribute("aria-busy") === "true") return false;
  button?.setAttribute("aria-busy", "true");
  // Looking for a deal of a level takes a while: then, and only then, it is worth saying.
  const slow = setTimeout(() => say("Looking for a deal…"), 700);
  try {
    const state = await post("/tables", body);
    await navigate(`/t/${encodeURIComponent(state.key)}`);
    return true;
  } catch (error) {
    if (onTrouble) onTrouble(error);
    else tellTrouble(error);
    return false;
  } finally {
    clearTimeout(slow);
    button?.removeAttribute("aria-busy");
  }
}

function tellTrouble(error) {
  const buttons = [{ label: "OK", kind: "primary", action: "ok" }];
  openDialog({ title: "No deal", body: el("p", {}, reason(error)), name: "trouble", isNote: true, buttons });
}

/**
 * Ask which deal is wanted.
 * @param {string|{slug?: string, game?: string, name?: string}} game a slug, a Game or a State
 * @returns {Promise<object|null>} the body for POST /tables; null when nothing is wanted
 */
export async function askForDeal(game) {
  const slug = typeof game === "string" ? game : (game.slug ?? game.game);
  const name = (typeof game === "object" && game.name) || (await gameOf(slug))?.name || slug;
  const form = dealForm(slug);
  const { dialog, result } = openDialog({
    title: `New ${name}`,
    name: "new-deal",
    body: form.nodes,
    check: () => form.read(),
    buttons: [
      { label: "Cancel", action: "cancel" },
      { label: "Deal", kind: "primary", action: "deal" },
    ],
  });
  dialog.querySelector("input:checked").focus();
  return result;
}

function dealForm(slug) {
  const kept = settings.get("newDeal");
  const group = uniqueId("source");
  const complaint = el("p", { class: "complaint", hidden: true, id: uniqueId("complaint") });
  const digits = el("input", {
    id: uniqueId("number"),
    inputmode: "numeric",
    autocomplete: "off",
    "data-field": "number",
    "aria-describedby": complaint.id,
    size: 12,
  });
  const winnable = el("input", { type: "checkbox", "data-field": "winnable" });
  winnable.checked = Boolean(kept.winnable || kept.level);
  const levels = el(
    "div",
    { class: "segments" },
    LEVELS.map(([value, label]) => radio(`${group}-level`, value, label, (kept.level ?? "") === value)),
  );
  const random = el(
    "div",
    { class: "source-more" },
    el("label", { class: "choice" }, winnable, el("span", {}, "Only deals that can be won")),
    el("fieldset", {}, el("legend", {}, "How hard"), levels),
  );
  const byNumber = el(
    "div",
    { class: "source-more", hidden: true },
    el("label", { class: "label", for: digits.id }, "Deal number"),
    digits,
    el("p", { class: "small muted" }, "1 to 8,589,934,591; the numbers everybody uses."),
    complaint,
  );
  const daily = el(
    "p",
    { class: "source-more small muted", hidden: true },
    "The same deal for everybody, a new one every day.",
  );
  const more = { random, number: byNumber, daily };
  const chosen = () => sources.querySelector("input:checked").value;
  const sources = el(
    "div",
    {
      class: "segments",
      onchange: () => {
        for (const [source, node] of Object.entries(more)) node.hidden = source !== chosen();
      },
    },
    radio(group, "random", "Random", true),
    radio(group, "number", "Number", false),
    radio(group, "daily", "Today’s", false),
  );
  const level = () => levels.querySelector("input:checked").value || null;
  levels.addEventListener("change", () => {
    if (level()) winnable.checked = true; // a level is only ever told of deals that can be won
  });
  winnable.addEventListener("change", () => {
    if (!winnable.checked) levels.querySelector("input").checked = true;
  });
  return {
    nodes: [el("fieldset", {}, el("legend", {}, "Which deal"), sources), random, byNumber, daily],
    read() {
      if (chosen() === "daily") return { game: slug, date: "today" };
      if (chosen() === "random") {
        settings.set("newDeal", { winnable: winnable.checked, level: level() });
        return usualDeal(slug);
      }
      const deal = numberIn(digits.value);
      if (deal !== null) return { game: slug, deal };
      complain(complaint, "A deal number is a whole number from 1 to 8,589,934,591.");
      digits.setAttribute("aria-invalid", "true");
      digits.focus();
      return false;
    },
  };
}

/** The deal number that is written, or null. People copy numbers with signs and commas. */
export function numberIn(written) {
  const bare = written
    .trim()
    .replace(/^#\s*/, "")
    .replace(/[,\s_]/g, "");
  if (!/^\d{1,10}$/.test(bare)) return null;
  const value = Number(bare);
  return value >= 1 && value <= LAST ? value : null;
}

/** One radio button among `.segments`. */
export function radio(name, value, label, checked) {
  const input = el("input", { type: "radio", name, value });
  input.checked = checked;
  return el("label", {}, input, el("span", {}, label));
}
