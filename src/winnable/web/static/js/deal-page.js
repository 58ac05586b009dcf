// A deal by its number, in every game: its table, whether it can be won, in how many moves, its level.
// Tables, and verdicts that are known, come at once; the rest is worked out game by game.

import { alert, say } from "./announce.js";
import { get } from "./api.js";
import { button, el, icon, replace, uniqueId } from "./dom.js";
import { ICONS, VERDICT_ICONS } from "./icons.js";
import { join, t } from "./l10n.js";
import { LAST_DEAL, parseDealNumber, startGame } from "./new-game.js";
import { errorText, showError } from "./page-states.js";
import { navigate } from "./router.js";
import * as settings from "./settings.js";
import { tablePicture } from "./table-picture.js";

const AT_ONCE = 2; // games that are worked out at the same time: a player may have three requests
const MOST_SHOWN = 40; // characters of something that is not a number

/** @type {{action: string, number: number}|null} the link, Previous or Next, that was pressed last */
let pressed = null;

/** @param {HTMLElement} root @param {{number?: string}} params */
export async function show(root, { number: text }) {
  const number = text === undefined ? null : parseDealNumber(text);
  if (number === null) return showForm(root, text);
  if (text !== String(number)) history.replaceState(null, "", `/deals/${number}`);
  const leaving = new AbortController();
  const deal = await get(`/deals/${number}?known=true`);
  const title = t("page.deals.deal", { number: String(number) });
  document.title = t("page.title", { page: title });
  const tiles = deal.games.map((found) => new DealTile(number, found, leaving.signal));
  const steps = stepLinks(number);
  replace(
    root,
    el(
      "div",
      { class: "content deals" },
      el(
        "header",
        { class: "deals-header" },
        el("h1", {}, title),
        el("p", { class: "lead" }, t("page.deals.lead")),
      ),
      el("div", { class: "deals-bar" }, steps, numberForm()),
      el("div", { class: "deal-tiles" }, tiles.map((tile) => tile.node)),
    ),
  );
  if (pressed?.number === number) {
    // The focus stays on the link, so that it can be pressed again.
    (steps.querySelector(`[data-action=${pressed.action}]`) ?? steps.querySelector("a")).focus();
    say(title);
  }
  pressed = null;
  completeAll(tiles.filter((tile) => !tile.isFinal));
  const stopListening = settings.onChange((name) => {
    if (name === "hand") for (const tile of tiles) tile.showPicture();
  });
  return () => {
    stopListening();
    leaving.abort();
  };
}

/** The page without a deal: nothing was asked for, or something that is not a number. */
function showForm(root, text) {
  document.title = t("page.title", { page: t("page.deals.look_up_title") });
  const form = numberForm(text);
  replace(
    root,
    el(
      "div",
      { class: "content deals" },
      el("h1", {}, t("page.deals.look_up_title")),
      el("p", { class: "lead" }, t("page.deals.look_up_lead")),
      form,
    ),
  );
  if (text === undefined) return;
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  form.refuse(t("page.deals.not_a_number", { text: shown, last: LAST_DEAL }));
}

/** A field for another number. */
function numberForm(text = "") {
  const error = el("p", { class: "error-text", id: uniqueId("error"), hidden: true });
  const input = el("input", {
    id: uniqueId("number"),
    inputmode: "numeric",
    autocomplete: "off",
    size: 12,
    value: text.slice(0, MOST_SHOWN),
    "aria-describedby": error.id,
    "data-field": "number",
  });
  const form = el(
    "form",
    { class: "number-form", novalidate: true },
    el("label", { for: input.id }, t("page.deals.number")),
    input,
    el("button", { "data-action": "look-up" }, t("page.deals.look_up")),
    error,
  );
  form.refuse = (reason) => {
    showError(error, reason);
    input.setAttribute("aria-invalid", "true");
    input.focus();
    input.select();
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const number = parseDealNumber(input.value);
    if (number === null) form.refuse(t("page.deals.range", { last: LAST_DEAL }));
    else navigate(`/deals/${number}`);
  });
  return form;
}

function stepLinks(number) {
  const link = (action, other, ...children) =>
    el(
      "a",
      {
        class: "button",
        href: `/deals/${other}`,
        "data-action": action,
        "aria-label": t(`page.deals.${action}_deal`, { number: String(other) }),
        onclick: () => {
          pressed = { action, number: other };
        },
      },
      children,
    );
  return el(
    "nav",
    { class: "deal-steps", "aria-label": t("page.deals.others") },
    number > 1 && link("previous", number - 1, icon(ICONS.back), t("page.deals.previous")),
    number < LAST_DEAL && link("next", number + 1, t("page.deals.next"), icon(ICONS.next)),
  );
}

/** Work out what is missing, a few games at a time. @param {DealTile[]} tiles */
function completeAll(tiles) {
  const waiting = [...tiles];
  const next = async () => {
    for (let tile = waiting.shift(); tile; tile = waiting.shift()) await tile.complete();
  };
  for (const tile of tiles) tile.showWorking();
  for (let count = 0; count < AT_ONCE; count += 1) next();
}

/** One game's table and what is known of it. */
class DealTile {
  /** @param {AbortSignal} signal set when the page is left */
  constructor(number, found, signal) {
    this.number = number;
    this.signal = signal;
    this.found = found;
    this.heading = el("h2", { id: uniqueId("deal"), tabindex: "-1" }, found.game_name);
    this.picture = el("div", { class: "deal-picture" });
    this.verdict = el("p", { class: "deal-verdict" });
    this.details = el("p", { class: "deal-details", "data-field": "details" });
    this.node = el(
      "section",
      { class: "panel deal-tile", "aria-labelledby": this.heading.id, "data-game": found.game },
      this.picture,
      el("div", { class: "deal-text" }, this.heading, this.verdict, this.details),
      el("div", { class: "deal-actions" }, this.playButton()),
    );
    this.showPicture();
    this.showFound();
  }

  /** Whether nothing more is to be found out. */
  get isFinal() {
    return this.found.final;
  }

  showPicture() {
    replace(this.picture, tablePicture(this.found.view, t("page.deals.table", { game: this.found.game_name })));
  }

  playButton() {
    const play = button([icon(ICONS.play, { class: "icon solid" }), t("page.deals.play")], {
      class: "primary",
      "data-action": "play",
      "aria-label": t("page.deals.play_game", { game: this.found.game_name }),
      onclick: () => startGame({ game: this.found.game, deal_number: this.number }, { button: play }),
    });
    return play;
  }

  showFound() {
    this.showVerdict(this.found.verdict ?? "thinking", this.sentence());
    replace(this.details, this.levelText());
  }

  showVerdict(verdict, text) {
    this.verdict.dataset.verdict = verdict;
    replace(this.verdict, icon(VERDICT_ICONS[verdict]), el("span", {}, text));
  }

  /** The verdict in words: "Winnable (43 moves or fewer)". */
  sentence() {
    const { verdict, moves, moves_by_hand: byHand, minimal } = this.found;
    if (verdict === "lost" || verdict === "unsettled") return t(`page.deals.verdict.${verdict}`);
    if (verdict !== "winnable") return "";
    if (moves === null) return t("page.deals.verdict.winnable");
    const isShortest = minimal && byHand !== null; // which is what is proved
    const key = isShortest ? "page.deals.verdict.winnable_shortest" : "page.deals.verdict.winnable_or_fewer";
    return t(key, { count: byHand ?? moves });
  }

  /** "Level: hard". */
  levelText() {
    const { verdict, level, final: isFinal } = this.found;
    if (level) return t("page.deals.level", { level: t(`page.deals.level_${level}`) });
    return verdict === "winnable" && isFinal ? t("page.deals.level_not_known") : "";
  }

  showWorking() {
    const isWinnable = this.found.verdict === "winnable"; // the table of known verdicts says so
    if (!isWinnable) this.showVerdict("thinking", t("page.deals.working"));
    replace(this.details, isWinnable && t("page.deals.working_details"));
  }

  /** Have the server work out what is missing. */
  async complete() {
    try {
      const deal = await get(`/deals/${this.number}?games=${this.found.game}`, { signal: this.signal });
      [this.found] = deal.games;
    } catch (error) {
      if (!this.signal.aborted) this.fail(errorText(error));
      return;
    }
    this.showFound();
    if (!this.isFinal) this.fail(t("page.deals.ended_early"));
    else say([`${this.found.game_name}: ${this.sentence()}.`, this.levelText()].filter(Boolean).join(" "));
  }

  fail(text) {
    if (!this.found.verdict) this.showVerdict("unsettled", t("page.deals.not_worked_out"));
    else if (this.found.verdict === "unsettled") this.showVerdict("unsettled", t("page.deals.unsettled_so_far"));
    const retry = button(t("page.errors.try_again"), {
      "data-action": "retry",
      "aria-label": t("page.deals.try_again", { game: this.found.game_name }),
      onclick: () => {
        this.heading.focus({ preventScroll: true }); // the button goes away
        this.showWorking();
        this.complete();
      },
    });
    replace(this.details, el("span", { class: "error-text" }, text), retry);
    alert(`${this.found.game_name}: ${text}`);
  }
}
