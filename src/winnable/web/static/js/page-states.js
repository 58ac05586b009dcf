// What a page shows when it has nothing else to show: loading, empty, error.

import { alert } from "./announce.js";
import { ApiError } from "./api.js";
import { button, el } from "./dom.js";
import { capitalize } from "./format.js";
import { t } from "./l10n.js";

/** Shown while something loads; invisible at first, so that fast answers do not flicker. */
export function loadingText(text = t("page.errors.loading")) {
  return el("p", { class: "loading", role: "status" }, text);
}

/** Shown where there is nothing yet. */
export function emptyState(title, text, ...actions) {
  return el(
    "div",
    { class: "empty-state" },
    el("h2", {}, title),
    el("p", {}, text),
    el("p", { class: "actions" }, actions),
  );
}

/** What went wrong, as a sentence. */
export function errorText(error) {
  const known = error instanceof ApiError && error.message;
  const text = known || t("page.errors.on_page");
  return sentence(text);
}

/** Every reason of an error, as sentences. @param {unknown} error */
export function reasonsText(error) {
  return error.problems?.length ? error.problems.map(sentence).join(" ") : errorText(error);
}

function sentence(text) {
  return capitalize(/[.!?:]$/.test(text) ? text : `${text}.`);
}

/**
 * A page that could not be shown.
 * @param {unknown} error
 * @param {{title?: string, retry?: () => void}} [options]
 */
export function errorPanel(error, { title, retry } = {}) {
  if (!(error instanceof ApiError)) console.error(error);
  const status = error instanceof ApiError ? error.status : null;
  if (status === 404) retry = null; // what is not there will not be there a moment later
  return el(
    "div",
    { class: "panel narrow-panel", "data-error": status ?? "page" },
    el("h1", { tabindex: "-1" }, title ?? errorTitle(status)),
    el("p", {}, errorText(error)),
    el(
      "p",
      { class: "actions" },
      retry && button(t("page.errors.try_again"), { class: "primary", "data-action": "retry", onclick: retry }),
      el("a", { class: retry ? "button quiet" : "button primary", href: "/" }, t("page.errors.all_games")),
    ),
  );
}

function errorTitle(status) {
  if (status === 0) return t("page.errors.server_not_responding");
  if (status === 404) return t("page.errors.not_found");
  if (status === 429 || status === 503) return t("page.errors.server_busy");
  return t("page.errors.something_wrong");
}

/** Show and announce an error beside a field or button. @param {unknown|string} error */
export function showError(node, error) {
  const text = typeof error === "string" ? error : errorText(error);
  node.textContent = text;
  node.hidden = false;
  alert(text);
}
