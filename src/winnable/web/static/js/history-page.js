// The history page: all games of this player, the latest first, a page at a time.

import { say } from "./announce.js";
import { apiUrl, get } from "./api.js";
import { button, el, replace } from "./dom.js";
import { aids, formatDate, formatNumber, formatTime, gameTitle, movesText, outcomeText } from "./format.js";
import { listGames } from "./games.js";
import { join, t } from "./l10n.js";
import { emptyState, showError } from "./page-states.js";
import { openShareDialog } from "./share-dialog.js";

const PAGE_SIZE = 25;
const OUTCOMES = [
  ["", t("page.history.any_outcome")],
  ["won", t("page.format.outcome.won")],
  ["lost", t("page.format.outcome.lost")],
  ["given up", t("page.format.outcome.given_up")],
  ["unfinished", t("page.format.outcome.unfinished")],
];
const COLUMNS = {
  game: t("page.history.game"),
  outcome: t("page.history.outcome"),
  moves: t("page.history.moves"),
  time: t("page.history.time"),
  aids: t("page.history.aids"),
  when: t("page.history.when"),
  actions: t("page.history.actions"),
};

/** @param {HTMLElement} root */
export async function show(root) {
  const games = await listGames();
  document.title = t("page.title", { page: t("page.history.title") });
  const query = new URLSearchParams(location.search);
  const list = new GameList(query.get("game") ?? "", query.get("outcome") ?? "");
  await list.load();
  replace(
    root,
    el(
      "div",
      { class: "content" },
      el("h1", {}, t("page.history.title")),
      el("div", { class: "panel history" }, filters(games, list), list.node),
    ),
  );
  return () => list.stop();
}

function filters(games, list) {
  const filter = (name, label, options) => {
    const id = `filter-${name}`;
    const select = el(
      "select",
      { id, "data-field": name },
      options.map(([key, text]) => el("option", { value: key }, text)),
    );
    const wanted = list.filters[name];
    select.value = options.some(([key]) => key === wanted) ? wanted : "";
    select.addEventListener("change", () => list.setFilter(name, select.value));
    return el("div", {}, el("label", { class: "label", for: id }, label), select);
  };
  return el(
    "div",
    { class: "filters" },
    filter("game", t("page.history.game"), [["", t("page.history.all_games")], ...games.map(({ slug, name }) => [slug, name])]),
    filter("outcome", t("page.history.outcome"), OUTCOMES),
    el(
      "a",
      { class: "button", href: apiUrl("/export"), download: "winnable-games.txt", "data-action": "export" },
      t("page.history.export"),
    ),
  );
}

/** The games fetched so far. */
class GameList {
  constructor(game, outcome) {
    this.filters = { game, outcome };
    this.body = el("tbody", { role: "rowgroup" });
    this.more = button(t("page.history.more"), { class: "load-more", "data-action": "more", onclick: () => this.loadMore() });
    this.error = el("p", { class: "error-text", hidden: true });
    this.node = el("div");
    this.request = new AbortController();
  }

  stop() {
    this.request.abort();
  }

  setFilter(name, value) {
    this.filters[name] = value;
    const query = new URLSearchParams(Object.entries(this.filters).filter(([, one]) => one));
    history.replaceState(null, "", `/history${query.size ? `?${query}` : ""}`);
    this.load().then(
      () => say(t("page.history.shown", { count: this.count })),
      (error) => this.fail(error),
    );
  }

  /** Load the first games that fit the filters. */
  async load() {
    this.stop();
    this.request = new AbortController();
    this.next = null;
    this.count = 0;
    replace(this.body);
    await this.fetchGames();
  }

  async loadMore() {
    const before = this.count;
    try {
      await this.fetchGames();
    } catch (error) {
      this.fail(error);
      return;
    }
    say(t("page.history.more_shown", { count: this.count - before }));
    this.body.rows[before]?.querySelector("th").focus();
  }

  async fetchGames() {
    const { signal } = this.request;
    const before = this.count;
    this.error.hidden = true;
    try {
      // The server does not filter by outcome: fetch until there is something to show.
      do await this.fetchPage(signal);
      while (this.next && this.count - before < 10 && this.filters.outcome);
    } catch (error) {
      if (signal.aborted) return; // another filter was chosen meanwhile
      throw error;
    }
    this.more.textContent = t("page.history.more");
    replace(this.node, this.count ? [this.table(), this.error, this.next && this.more] : this.empty());
  }

  async fetchPage(signal) {
    const query = new URLSearchParams({ limit: PAGE_SIZE });
    if (this.filters.game) query.set("game", this.filters.game);
    if (this.next) query.set("before", this.next);
    const page = await get(`/history?${query}`, { signal });
    const games = page.games.filter(({ outcome }) => !this.filters.outcome || outcome === this.filters.outcome);
    this.next = page.next;
    this.count += games.length;
    this.body.append(...games.map(gameRow));
  }

  fail(error) {
    showError(this.error, error);
    this.more.textContent = t("page.history.try_again");
    replace(this.node, this.count ? this.table() : null, this.error, this.more);
  }

  table() {
    return el(
      "table",
      // On a phone the rows are laid out as blocks; the roles keep it a table for screen readers.
      { class: "history-table", role: "table", "aria-label": t("page.history.table") },
      el(
        "thead",
        { role: "rowgroup" },
        el(
          "tr",
          { role: "row" },
          Object.entries(COLUMNS).map(([name, text]) =>
            el("th", { scope: "col", role: "columnheader", class: `at-${name}` }, text),
          ),
        ),
      ),
      this.body,
    );
  }

  empty() {
    if (this.filters.game || this.filters.outcome)
      return emptyState(t("page.history.none_found"), t("page.history.none_found_text"));
    return emptyState(
      t("page.history.none"),
      t("page.history.none_text"),
      el("a", { class: "button primary", href: "/" }, t("page.history.choose")),
    );
  }
}

function gameRow(game) {
  const date = formatDate(game.ended ?? game.touched);
  const summary = [movesText(game.moves_made), formatTime(game.seconds), date].join(" · ");
  const cell = (look, ...children) => el("td", { role: "cell", class: look }, children);
  const figure = (look, text) => el("td", { role: "cell", class: `numbers ${look}` }, text);
  return el(
    "tr",
    { role: "row", "data-key": game.key, "data-outcome": game.outcome },
    el(
      "th",
      { scope: "row", role: "rowheader", tabindex: "-1" },
      `${gameTitle(game)} `,
      el("span", { class: "row-summary small" }, summary),
    ),
    cell("at-outcome", el("span", { class: "outcome", "data-outcome": game.outcome }, outcomeText(game))),
    figure("at-moves", formatNumber(game.moves_made)),
    figure("at-time", formatTime(game.seconds)),
    cell("at-aids", aidsText(game)),
    cell("at-when", date),
    cell("row-actions", rowActions(game)),
  );
}

function aidsText(game) {
  return join(aids(game)) || t("page.history.no_aids");
}

function rowActions(game) {
  if (!game.key) return null;
  const title = gameTitle(game);
  const link = (href, text, action) =>
    el("a", { href, "data-action": action, "aria-label": t("page.history.action", { action: text, game: title }) }, text);
  if (game.outcome === "unfinished") return link(`/play/${game.key}`, t("page.history.continue"), "continue");
  const label = () => (game.share_key ? t("page.history.shared") : t("page.history.share"));
  const share = button(label(), {
    class: "link",
    "data-action": "share",
    "aria-label": t("page.history.action", { action: t("page.history.share"), game: title }),
    onclick: async () => {
      await openShareDialog(game);
      share.textContent = label();
    },
  });
  return [link(`/analysis/${game.key}`, t("page.history.review"), "review"), share];
}
