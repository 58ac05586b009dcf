// A finished game that somebody shared: its moves, the lines its player named, and branches of one's own.

import { AnalysisView } from "./analysis-view.js";
import { get, getText } from "./api.js";
import { button, el, replace } from "./dom.js";
import { resultPictureUrl, saveFile, savePng } from "./downloads.js";
import { fileName, formatDate, formatTime, gameTitle, outcomeText } from "./format.js";
import { findGame } from "./games.js";
import { t } from "./l10n.js";
import { errorPanel } from "./page-states.js";

/** @param {HTMLElement} root @param {{key: string}} params */
export async function show(root, { key }) {
  const path = `/shared/${encodeURIComponent(key)}`;
  let shared;
  try {
    shared = await get(path);
  } catch (error) {
    if (error.status !== 404) throw error;
    document.title = t("page.replay.not_found_title");
    error.message = t("page.replay.not_found_text");
    replace(root, errorPanel(error, { title: t("page.replay.not_found") }));
    return undefined;
  }
  const game = await findGame(shared.game);
  document.title = t("page.replay.title", { game: gameTitle(shared), outcome: outcomeText(shared) });
  const view = new AnalysisView(root, {
    game,
    path,
    reviewPath: `${path}/review`,
    steps: shared.steps,
    kept: { lines: shared.lines },
    canKeep: false,
    index: 0,
    head: head(shared),
    actions: actions(shared, key, path),
    againLabel: t("page.replay.play_this"),
  });
  view.review.offer();
  return () => view.destroy();
}

function head(shared) {
  const parts = [
    t("page.analysis.moves_made", { count: shared.moves_made }),
    formatTime(shared.seconds),
    formatDate(shared.ended),
  ];
  return el(
    "header",
    { class: "analysis-head" },
    el("h1", { tabindex: "-1" }, gameTitle(shared)),
    el(
      "p",
      { class: "analysis-facts" },
      el("span", { class: "outcome", "data-outcome": shared.outcome }, outcomeText(shared)),
      ` · ${parts.filter(Boolean).join(" · ")}`,
    ),
  );
}

function actions(shared, key, path) {
  const name = fileName(shared);
  const saveRecord = async () => saveFile(new Blob([await getText(`${path}/record`)], { type: "text/plain" }), `${name}.txt`);
  return [
    button(t("page.replay.record"), {
      class: "quiet",
      "data-action": "record",
      "aria-label": t("page.replay.download_record"),
      onclick: saveRecord,
    }),
    button(t("page.replay.picture"), {
      class: "quiet",
      "data-action": "picture",
      "aria-label": t("page.replay.download_picture"),
      // A browser that cannot create a PNG opens the SVG.
      onclick: () => savePng(key, name).catch(() => open(resultPictureUrl(key))),
    }),
  ];
}
