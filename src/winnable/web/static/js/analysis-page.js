// The analysis of one of the player's own games.

import { get, post } from "./api.js";
import { AnalysisView } from "./analysis-view.js";
import { button, el, replace } from "./dom.js";
import { formatTime, gameTitle, outcomeText } from "./format.js";
import { waitForChanges } from "./game-client.js";
import { findGame } from "./games.js";
import { t } from "./l10n.js";
import { showError } from "./page-states.js";
import { reload } from "./router.js";
import { openShareDialog } from "./share-dialog.js";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  const path = `/games/${encodeURIComponent(key)}/analysis`;
  await waitForChanges(key);
  const found = await get(path);
  const game = await findGame(found.game);
  document.title = t("page.analysis.title", { game: gameTitle(found) });
  if (!found.can_analyse) {
    replace(root, notOver(found));
    return undefined;
  }
  const view = new AnalysisView(root, {
    game,
    path,
    reviewPath: `/games/${encodeURIComponent(key)}/review`,
    steps: found.steps,
    kept: found.kept,
    canKeep: true,
    index: found.steps.length - 1,
    head: head(found),
    actions: actions(found),
    againLabel: t("page.analysis.play_again"),
  });
  if (found.outcome === "unfinished") view.review.offer(t("page.review.counts_as_help"));
  else view.review.ask();
  return () => view.destroy();
}

function head(found) {
  const facts = [t("page.analysis.moves_made", { count: found.moves_made }), formatTime(found.seconds)];
  const byCoach = found.coach_moves && t("page.analysis.by_coach", { count: found.coach_moves });
  return el(
    "header",
    { class: "analysis-head" },
    el("h1", { tabindex: "-1" }, gameTitle(found)),
    el(
      "p",
      { class: "analysis-facts" },
      el("span", { class: "outcome", "data-outcome": found.outcome }, outcomeText({ ...found, is_unaided: false })),
      ` · ${[...facts, byCoach].filter(Boolean).join(" · ")}`,
    ),
  );
}

function actions(found) {
  const back = el(
    "a",
    { class: "button quiet", href: `/play/${encodeURIComponent(found.key)}`, "data-action": "to-game" },
    t(found.outcome === "won" ? "page.analysis.to_game" : "page.analysis.continue"),
  );
  const share = button(t("page.share.share"), {
    class: "quiet",
    "data-action": "share",
    onclick: () => openShareDialog(found),
  });
  return [found.is_over && share, back].filter(Boolean);
}

/** Why a game cannot be analysed now, and what to do about it. */
function notOver(found) {
  const error = el("p", { class: "error-text", hidden: true });
  const hasBegun = found.moves_made > 0;
  const giveUp = async () => {
    try {
      const { version } = await get(`/games/${encodeURIComponent(found.key)}`);
      await post(`/games/${encodeURIComponent(found.key)}/give-up`, { version });
      await reload();
    } catch (failure) {
      showError(error, failure);
    }
  };
  return el(
    "div",
    { class: "panel narrow-panel", "data-field": "not-over" },
    el("h1", { tabindex: "-1" }, t(hasBegun ? "page.analysis.not_over_title" : "page.analysis.not_begun_title")),
    el("p", {}, t(hasBegun ? "page.analysis.not_over" : "page.play.nothing_to_review")),
    error,
    el(
      "p",
      { class: "actions" },
      el("a", { class: "button primary", href: `/play/${encodeURIComponent(found.key)}` }, t("page.analysis.continue")),
      hasBegun && button(t("page.analysis.give_up"), { "data-action": "give-up", onclick: giveUp }),
    ),
  );
}
