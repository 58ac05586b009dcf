// What stands where nothing else can: waiting, nothing there yet, something went wrong.
// Every page has these three states in the same words and the same look.

import { alert } from "./announce.js";
import { ApiError } from "./api.js";
import { button, el } from "./dom.js";
import { capital } from "./words.js";

/** Shown while something is fetched; it stays invisible for a moment, so that fast answers do not flicker. */
export function waiting(words = "One moment…") {
  return el("p", { class: "waiting", role: "status" }, words);
}

/** Shown where there is nothing yet. */
export function nothing(title, words, ...actions) {
  return el(
    "div",
    { class: "nothing" },
    el("h2", {}, title),
    el("p", {}, words),
    el("p", { class: "actions" }, actions),
  );
}

/** The line that says what went wrong, for any error whatever, as a sentence. */
export function reason(error) {
  const known = error instanceof ApiError && error.message;
  const words = known || "Something went wrong on this page. Reload it and try again.";
  return capital(/[.!?:]$/.test(words) ? words : `${words}.`);
}

/**
 * A whole page's trouble, with a heading of its own where the page has none.
 * @param {unknown} error
 * @param {{title?: string, retry?: () => void, level?: "h1"|"h2"}} [options]
 */
export function trouble(error, { title, retry, level = "h1" } = {}) {
  if (!(error instanceof ApiError)) console.error(error);
  const status = error instanceof ApiError ? error.status : null;
  return el(
    "div",
    { class: "panel narrow trouble", "data-trouble": status ?? "page" },
    el(level, { tabindex: "-1" }, title ?? heading(status)),
    el("p", {}, reason(error)),
    el(
      "p",
      { class: "actions" },
      retry && button("Try again", { class: "primary", "data-action": "retry", onclick: retry }),
      el("a", { class: "button quiet", href: "/" }, "To the games"),
    ),
  );
}

function heading(status) {
  if (status === 0) return "The server is away";
  if (status === 404) return "Not found";
  if (status === 429 || status === 503) return "Too much at once";
  return "That did not work";
}

/** A line of trouble beside a field or button: shown and said. */
export function complain(node, error) {
  const words = typeof error === "string" ? error : reason(error);
  node.textContent = words;
  node.hidden = !words;
  if (words) alert(words);
}
