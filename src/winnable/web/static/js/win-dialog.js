// What is shown of a win: its figures beside the player's best, what helped, and what to do next.

import { say } from "./announce.js";
import { get, stream } from "./api.js";
import { openDialog } from "./dialogs.js";
import { el, replace } from "./dom.js";
import { formatTime, gameTitle, helpText, spokenDuration } from "./format.js";
import { t } from "./l10n.js";

/** Who has won. */
export function winner({ coach_moves: coachMoves, moves_made: movesMade }) {
  if (!coachMoves) return t("page.won.title");
  return t(coachMoves >= movesMade ? "page.won.title_coach" : "page.won.title_with_coach");
}

/** @returns {Promise<object|null>} the player's results at a game; null if they are not known */
export async function resultsOf(slug) {
  try {
    const { games } = await get("/statistics");
    return games.find(({ game }) => game === slug) ?? null;
  } catch {
    return null; // the figures of this game are known all the same
  }
}

/**
 * Show a win.
 * @param {object} state
 * @param {Promise<object|null>} results from `resultsOf`
 * @returns {Promise<string|null>} the action chosen
 */
export function openWonDialog(state, results) {
  const help = [helpText(state), state.coach_moves > 0 && t("page.won.counts_apart")].filter(Boolean).join(" ");
  const said = { moves: t("page.won.moves_count", { count: state.moves_made }), time: spokenDuration(state.seconds) };
  say(`${t("page.won.spoken", said)} ${help}`);
  const figures = {
    time: new Figure("time", t("page.won.time"), formatTime(state.seconds)),
    moves: new Figure("moves", t("page.won.moves"), state.moves_made),
    streak: new Figure("streak", t("page.won.streak")),
    shortest: new Figure("shortest", t("page.won.shortest")),
  };
  const { result } = openDialog({
    title: winner(state),
    name: "won",
    body: [
      el("p", { class: "won-title" }, gameTitle(state)),
      el(
        "dl",
        { class: "won-facts" },
        Object.values(figures).map((figure) => figure.node),
      ),
      el("p", { class: state.used_help ? "won-help" : "won-help unaided" }, help),
    ],
    buttons: [
      { label: t("page.won.review"), value: "review", action: "review" },
      { label: t("page.won.share"), value: "share", action: "share" },
      { label: t("page.won.again"), value: "again", action: "again" },
      { label: t("page.won.new"), value: "new", kind: "primary", action: "new" },
    ],
  });
  results.then((known) => compare(figures, state, known));
  const searching = new AbortController();
  findShortest(figures.shortest, state, searching);
  result.then(() => searching.abort());
  return result;
}

/** Beside this game's figures: the player's best. A game with moves by the coach is not among them. */
function compare({ time, moves, streak }, state, known) {
  if (!known?.won || state.coach_moves) {
    streak.remove();
    return;
  }
  const { won, streak: inARow, best_streak: longest, best_seconds: bestSeconds, best_moves: fewest } = known;
  streak.show(inARow, inARow < longest ? t("page.won.longest", { count: longest }) : won > 1 && t("page.won.is_longest"));
  if (won === 1) {
    time.showNote(t("page.won.first_win"));
    return;
  }
  const isFastest = Math.floor(state.seconds) <= Math.floor(bestSeconds);
  time.showNote(isFastest ? t("page.won.is_best") : t("page.won.best", { value: formatTime(bestSeconds) }));
  moves.showNote(state.moves_made <= fewest ? t("page.won.is_best") : t("page.won.best", { value: String(fewest) }));
}

/** The shortest win that the review finds; without one, nothing. It may be the one that was played. */
async function findShortest(figure, state, searching) {
  const { signal } = searching;
  let found = null;
  const receive = ({ best, best_moves: moves }) => {
    if (moves && moves !== found) {
      found = moves;
      figure.show(moves, !state.coach_moves && moves === state.moves_made && t("page.won.is_shortest"));
    }
    if (best) searching.abort(); // luck comes after it, and is not shown here
  };
  try {
    await stream(`/games/${encodeURIComponent(state.key)}/review`, { version: state.version }, receive, signal);
  } catch {
    // The win is shown without it.
  }
  if (!found && !signal.aborted) figure.remove();
}

/** A number with its name, and a note under it. Until it is known there are dots. */
class Figure {
  constructor(name, label, value = "…") {
    this.value = el("dd", { class: "won-value numbers" }, value);
    this.note = el("dd", { class: "won-note small muted" });
    this.node = el("div", { "data-figure": name }, el("dt", {}, label), this.value, this.note);
  }

  show(value, note) {
    replace(this.value, value);
    this.showNote(note);
  }

  showNote(note) {
    replace(this.note, note);
  }

  remove() {
    this.node.remove();
  }
}
