// Looking back at a game, under the board: where it could still be won, the move that lost it,
// what would have kept it, and how it is won. The board shows whatever point is chosen.

import { say } from "./announce.js";
import { ApiError, get, stream } from "./api.js";
import { button, el, replace, uniqueId } from "./dom.js";
import { Line } from "./line.js";
import { complain, reason } from "./notice.js";
import { Strip, verdictWords } from "./strip.js";
import { capital, cardName, cardSign, counted, placeName, readMove } from "./words.js";

const MOST_KEPT = 8; // moves that are offered as buttons; the sentences count the others

/**
 * @param {HTMLElement} root what the review fills
 * @param {object} options
 * @param {string} options.key the table's
 * @param {{show: Function, mark?: Function}} options.board where positions are shown
 * @param {(made: number) => void} [options.onBack] goes back to the last winnable position
 * @param {(version: number) => void} [options.onVersion] told the table's version, which asking may raise
 * @param {() => void} [options.onClose] ends the review; without it there is no button for that
 * @returns {() => void} takes it away; the board keeps what it shows
 */
export function mountReview(root, options) {
  const review = new Review(root, options);
  review.ask();
  return () => review.destroy();
}

class Review {
  constructor(root, { key, board, onBack, onVersion, onClose }) {
    Object.assign(this, { root, key, board, onBack, onVersion });
    this.steps = [];
    this.found = null;
    this.turn = new AbortController();
    this.line = null;
    const id = uniqueId("review");
    this.strip = new Strip({ onChoose: (made) => this.show(made) });
    this.status = el(
      "p",
      { class: "review-status", "data-field": "review-status" },
      "Looking back at the game…",
    );
    this.complaint = el("p", { class: "complaint", hidden: true });
    this.gist = el("p", { class: "review-gist", "data-field": "review-gist" });
    this.sentences = el("div", { class: "review-lines" });
    this.here = el("p", { class: "review-here", "data-field": "review-here" });
    this.ways = el("div", { class: "actions review-ways" });
    this.kept = el("div", { class: "review-kept" });
    this.walk = el("div", { class: "review-walk", hidden: true });
    this.walk.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !this.line) return;
      event.preventDefault(); // the review itself stays
      this.leaveWalk();
    });
    this.node = el(
      "section",
      { class: "panel review", "aria-labelledby": id, "data-review": "asking" },
      el(
        "div",
        { class: "review-head" },
        el("h2", { id, tabindex: "-1" }, "Review"),
        this.status,
        this.gist,
        onClose && button("Close", { class: "quiet", "data-action": "end-review", onclick: onClose }),
      ),
      this.complaint,
      el("div", { class: "review-strip" }, this.strip.node, legend()),
      this.here,
      this.walk,
      el("div", { class: "review-more" }, el("div", {}, this.ways, this.kept), this.sentences),
    );
    replace(root, this.node);
  }

  async ask() {
    this.turn.abort();
    this.turn = new AbortController();
    const { signal } = this.turn;
    const path = `/tables/${encodeURIComponent(this.key)}`;
    this.complaint.hidden = true;
    this.node.dataset.review = "asking";
    try {
      this.steps = (await get(`${path}/line`, { signal })).steps;
      await stream(`${path}/review`, {}, (line) => this.hear(line), signal);
      if (!signal.aborted && !this.found?.final) throw new ApiError(0, "The review broke off.");
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  fail(error) {
    if (this.node.dataset.review === "failed") return;
    this.node.dataset.review = "failed";
    this.status.textContent = "";
    complain(this.complaint, reason(error));
    replace(this.ways, button("Try again", { "data-action": "retry", onclick: () => this.ask() }));
  }

  hear(line) {
    if (line.kind === "queued") {
      if (line.version !== undefined) this.onVersion?.(line.version);
      this.status.textContent = line.ahead
        ? `Waiting: ${counted(line.ahead, "question")} ahead…`
        : "Looking back at the game…";
    } else if (line.kind === "stopped" || line.kind === "trouble") {
      this.fail(new ApiError(0, line.words));
    } else if (line.kind === "review") {
      this.tell(line);
    }
  }

  /** Show what is known so far. */
  tell(found) {
    const isFirst = this.found === null;
    this.found = found;
    this.strip.update(found.verdicts, found.mistake);
    const [gist = "", ...others] = found.lines;
    this.gist.textContent = gist;
    replace(
      this.sentences,
      others.map((words) => el("p", {}, words)),
    );
    this.status.textContent = found.final ? "" : "Still looking…";
    this.status.hidden = found.final;
    if (isFirst) this.strip.mark(found.verdicts.length - 1);
    this.write();
    if (!found.final) return;
    this.node.dataset.review = "done";
    this.offer();
    say(`Review. ${found.lines.join(" ")}`);
  }

  /** Show a position of the game on the board. */
  show(made) {
    this.endWalk();
    const step = this.steps[made];
    if (step) this.board.show(step.view, { animate: false });
    this.write();
    say(this.here.textContent);
  }

  write() {
    const made = this.strip.chosen;
    if (made === null || !this.found) return;
    const words = made ? (this.steps[made]?.words ?? "") : "The start.";
    const isWon = this.found.is_won && made === this.found.verdicts.length - 1;
    const found = verdictWords(this.found.verdicts[made] ?? "unsettled");
    const verdict = isWon ? "Won." : `${capital(found)} here.`;
    const lost = made === this.found.mistake ? " This move lost the game." : "";
    this.here.textContent = `${made ? `Move ${made}: ` : ""}${words} ${verdict}${lost}`;
  }

  /** What can be looked at, now that all is known. */
  offer() {
    const {
      mistake,
      last_winnable: last,
      kept_by: keeping,
      best,
      rest,
      best_moves: most,
      rest_moves: more,
    } = this.found;
    // A game that was given up too early can be won from where it stands.
    const isOver = last !== this.found.verdicts.length - 1;
    const still = isOver ? "Win from there" : "Win from here";
    const way = (label, count, action, onclick, kind = null) =>
      button(count ? `${label}: ${counted(count, "move")}` : label, {
        class: kind,
        "data-action": action,
        onclick,
      });
    replace(
      this.ways,
      this.onBack &&
        last !== null &&
        isOver &&
        way("Back to the last winnable position", 0, "last-winnable", () => this.onBack(last), "primary"),
      mistake !== null && way("Losing move", 0, "losing-move", () => this.strip.choose(mistake)),
      rest?.length > 0 && way(still, more, "rest-win", () => this.startWalk(rest, still)),
      best?.length > 0 &&
        way("Shortest win found", most, "best-win", () => this.startWalk(best, "The shortest win found")),
    );
    if (keeping.length && last !== null) this.offerKept(keeping, last);
    else replace(this.kept);
  }

  offerKept(keeping, last) {
    const view = this.steps[last]?.view;
    const choice = (move) =>
      button(moveWords(move, view, cardSign), {
        class: "kept",
        "aria-label": moveWords(move, view, cardName),
        "data-move": move,
        onclick: () => {
          this.strip.choose(last);
          this.board.mark?.(move);
        },
      });
    replace(
      this.kept,
      el("h3", {}, this.keptTitle(last)),
      el("div", { class: "actions" }, keeping.slice(0, MOST_KEPT).map(choice)),
    );
  }

  keptTitle(last) {
    if (last === this.found.verdicts.length - 1) return "What keeps the win";
    return last
      ? `After move ${last}, this would have kept the win`
      : "At the start, this would have kept the win";
  }

  startWalk(steps, label) {
    this.endWalk();
    this.strip.mark(null);
    this.here.textContent = "";
    this.walk.hidden = false;
    this.node.classList.add("walking");
    const title = el("h3", { tabindex: "-1" }, label);
    const back = button("Back to the review", {
      class: "quiet",
      "data-action": "end-walk",
      onclick: () => this.leaveWalk(),
    });
    replace(this.walk, el("div", { class: "section-head" }, title, back));
    this.line = new Line(this.walk, { steps, board: this.board, label, everywhere: true });
    title.focus();
  }

  leaveWalk() {
    this.strip.choose(this.found.verdicts.length - 1);
  }

  endWalk() {
    if (!this.line) return;
    const hadFocus = this.walk.contains(document.activeElement);
    this.line.destroy();
    this.line = null;
    this.walk.hidden = true;
    this.node.classList.remove("walking");
    if (hadFocus) this.node.querySelector("h2").focus();
  }

  destroy() {
    this.turn.abort();
    this.line?.destroy();
    this.node.remove();
  }
}

/** A move by its card, as it lies in a view: "7♥ to cell 1". */
function moveWords(move, view, named) {
  const parts = readMove(move);
  if (!parts) return capital(move);
  const piles = { t: view?.columns, c: view?.cells, f: view?.foundations }[parts.source[0]];
  const pile = [piles?.[Number(parts.source.slice(1)) - 1] ?? []].flat();
  const card = pile.at(-parts.count);
  const more = parts.count > 1 ? ` and ${parts.count - 1} more` : "";
  return capital(`${card ? named(card) : placeName(parts.source)}${more} to ${placeName(parts.target)}`);
}

function legend() {
  const item = (verdict, sign) =>
    el(
      "span",
      { "data-verdict": verdict },
      el("span", { "aria-hidden": "true" }, sign),
      ` ${verdictWords(verdict)}`,
    );
  return el(
    "p",
    { class: "strip-legend small" },
    item("winnable", "●"),
    item("lost", "✕"),
    item("unsettled", "◆"),
  );
}
