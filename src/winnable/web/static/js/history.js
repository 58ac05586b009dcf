// All games of this player, the latest first, a page at a time; with ways on: go on, review, share, export.

import { say } from "./announce.js";
import { address, get } from "./api.js";
import { button, el, replace } from "./dom.js";
import { number, outcomeOf, time, titleOf, when } from "./figures.js";
import { allGames } from "./games.js";
import { complain, nothing } from "./notice.js";
import { openShare } from "./share.js";
import { counted } from "./words.js";

const A_PAGE = 25;
const OUTCOMES = [
  ["", "any outcome"],
  ["won", "won"],
  ["given up", "given up"],
  ["unfinished", "unfinished"],
];

/** @param {HTMLElement} root */
export async function show(root) {
  const games = await allGames();
  document.title = "History · Winnable";
  const asked = new URLSearchParams(location.search);
  const list = new List(asked.get("game") ?? "", asked.get("outcome") ?? "");
  replace(
    root,
    el(
      "div",
      { class: "sheet" },
      el("h1", {}, "Your games"),
      el("div", { class: "panel history" }, filters(games, list), list.node),
    ),
  );
  await list.begin();
  return () => list.stop();
}

function filters(games, list) {
  const choice = (name, label, options, value) => {
    const id = `filter-${name}`;
    const select = el(
      "select",
      { id, "data-field": name },
      options.map(([key, words]) => el("option", { value: key }, words)),
    );
    select.value = options.some(([key]) => key === value) ? value : "";
    select.addEventListener("change", () => list.filter(name, select.value));
    return el("div", {}, el("label", { class: "label", for: id }, label), select);
  };
  const names = games.map(({ slug, name }) => [slug, name]);
  return el(
    "div",
    { class: "filters" },
    choice("game", "Game", [["", "all games"], ...names], list.wanted.game),
    choice("outcome", "Outcome", OUTCOMES, list.wanted.outcome),
    el(
      "a",
      { class: "button", href: address("/export"), download: "winnable-games.txt", "data-action": "export" },
      "Export all records",
    ),
  );
}

/** The rows fetched so far, and how to fetch more. */
class List {
  constructor(game, outcome) {
    this.wanted = { game, outcome };
    this.body = el("tbody", { role: "rowgroup" });
    this.more = button("More", {
      class: "more",
      "data-action": "more",
      hidden: true,
      onclick: () => this.fetchMore(),
    });
    this.complaint = el("p", { class: "complaint", hidden: true });
    this.node = el("div");
    this.turn = new AbortController();
  }

  /** Show the first page for what is wanted now. */
  async begin() {
    this.stop();
    this.turn = new AbortController();
    this.next = null;
    this.count = 0;
    replace(this.body);
    await this.fetchMore(true);
  }

  stop() {
    this.turn.abort();
  }

  filter(name, value) {
    this.wanted[name] = value;
    const query = new URLSearchParams(Object.entries(this.wanted).filter(([, one]) => one));
    history.replaceState(null, "", `/history${query.size ? `?${query}` : ""}`);
    this.begin().then(
      () => say(`${counted(this.count, "game")} shown.`),
      (error) => this.fail(error),
    );
  }

  async fetchMore(isFirst = false) {
    const { signal } = this.turn;
    this.complaint.hidden = true;
    const before = this.count;
    try {
      // The outcome is sifted here: go on until there is something to show.
      do await this.fetchPage(signal);
      while (this.next && this.count - before < 10 && this.wanted.outcome);
    } catch (error) {
      if (signal.aborted) return;
      if (isFirst) throw error;
      this.fail(error);
      return;
    }
    this.more.textContent = "More";
    this.more.hidden = !this.next;
    replace(this.node, this.count ? [this.table(), this.complaint, this.more] : this.empty());
    if (isFirst) return;
    say(`${counted(this.count - before, "game")} more.`);
    this.body.rows[before]?.querySelector("a, button, th")?.focus();
  }

  fail(error) {
    complain(this.complaint, error);
    this.more.hidden = false;
    this.more.textContent = "Try again";
    replace(this.node, this.count ? this.table() : null, this.complaint, this.more);
  }

  async fetchPage(signal) {
    const query = new URLSearchParams({ limit: A_PAGE });
    if (this.wanted.game) query.set("game", this.wanted.game);
    if (this.next) query.set("before", this.next);
    const page = await get(`/history?${query}`, { signal });
    const rows = page.games.filter(({ outcome }) => !this.wanted.outcome || outcome === this.wanted.outcome);
    this.next = page.next;
    this.count += rows.length;
    this.body.append(...rows.map((one) => line(one)));
  }

  table() {
    const head = ["Game", "Outcome", "Moves", "Time", "Aids", "When", "What next"];
    return el(
      "table",
      // On a phone rows are laid out as blocks; the roles say that it is a table all the same.
      { class: "history-table", role: "table", "aria-label": "Games, the latest first" },
      el(
        "thead",
        { role: "rowgroup" },
        el(
          "tr",
          { role: "row" },
          head.map((name) =>
            el(
              "th",
              { scope: "col", role: "columnheader", class: `at-${name.split(" ")[0].toLowerCase()}` },
              name,
            ),
          ),
        ),
      ),
      this.body,
    );
  }

  empty() {
    if (this.wanted.game || this.wanted.outcome)
      return nothing("No such game", "None of your games is like that. Try another choice above.");
    return nothing(
      "Nothing played yet",
      "Each game you play will be kept here, move by move.",
      el("a", { class: "button primary", href: "/" }, "To the games"),
    );
  }
}

function line(one) {
  const ended = when(one.ended ?? one.touched);
  const facts = [counted(one.moves, "move"), time(one.seconds), ended].join(" · ");
  const cell = (look, ...children) => el("td", { role: "cell", class: look }, children);
  return el(
    "tr",
    { role: "row", "data-key": one.key, "data-outcome": one.outcome },
    el(
      "th",
      { scope: "row", role: "rowheader", tabindex: "-1" },
      `${titleOf(one)} `,
      el("span", { class: "row-facts small" }, facts),
    ),
    cell("at-outcome", el("span", { class: "outcome", "data-outcome": one.outcome }, outcomeOf(one))),
    cell("numbers at-moves", number(one.moves)),
    cell("numbers at-time", time(one.seconds)),
    cell("at-aids", aids(one)),
    cell("at-when", ended),
    cell("row-actions", ways(one)),
  );
}

function aids({ undos, hints, verdicts }) {
  const used = [
    [undos, "undo"],
    [hints, "hint"],
    [verdicts, "verdict"],
  ].filter(([count]) => count);
  return used.map(([count, noun]) => counted(count, noun)).join(", ") || "none";
}

function ways(one) {
  if (!one.key) return null;
  const title = titleOf(one);
  const link = (href, words, action) =>
    el("a", { href, "data-action": action, "aria-label": `${words}: ${title}` }, words);
  if (one.outcome === "unfinished") return link(`/t/${one.key}`, "Go on", "go-on");
  const share = button(one.shared ? "Shared" : "Share", {
    class: "link",
    "data-action": "share",
    "aria-label": `Share: ${title}`,
    onclick: async () => {
      await openShare(one);
      share.textContent = one.shared ? "Shared" : "Share";
    },
  });
  return [link(`/t/${one.key}#review`, "Review", "review"), share];
}
