// The judge's report on a program: the points first, then each fault with all that helps to find it.
// Checks that fail in exactly the same way, as all do after a syntax error, are one fault.

import { shortCardName } from "./descriptions.js";
import { button, el, uniqueId } from "./dom.js";
import { capitalize } from "./format.js";
import { join, locale, t } from "./l10n.js";
import { copyText } from "./player-page.js";

// Python, which writes the report for the terminal, rounds half to even.
const POINTS = new Intl.NumberFormat(locale, { maximumFractionDigits: 2, roundingMode: "halfEven" });
const FILE_LAYERS = ["bubblewrap", "Landlock"]; // those that keep a program from files
const MOST_NAMES = 3; // of checks in the heading of a fault

/** The result in a sentence or two. */
export function reportHeadline(report) {
  return `${title(report)}. ${summary(report)}`;
}

function title({ unscored, points, max_points: maxPoints }) {
  if (unscored) return t("page.check.report.not_scored");
  return t("page.check.report.points_of", { points: POINTS.format(points), most: pointsText(maxPoints) });
}

function summary({ unscored, checks }) {
  if (unscored) return `${capitalize(unscored)}.`;
  const faults = faultsOf(checks);
  const skipped = withStatus(checks, "skipped");
  const unseen = skipped.length > 0 && t("page.check.report.not_made", { count: skipped.length });
  let right = t("page.check.report.all_right");
  if (faults.length) right = t("page.check.report.to_fix", { count: faults.length });
  else if (unseen) right = t("page.check.report.rest_right");
  return [right, unseen].filter(Boolean).join(" ");
}

function pointsText(points) {
  return t("page.check.report.points", { count: points, points: POINTS.format(points) });
}

function withStatus(checks, status) {
  return checks.filter((check) => check.status === status);
}

/** The checks that failed, those together that failed in the same way. @returns {object[][]} */
function faultsOf(checks) {
  return [...groupBy(withStatus(checks, "failed"), ({ number, finding }) => JSON.stringify(finding ?? number)).values()];
}

function groupBy(values, key) {
  const groups = new Map();
  for (const value of values) groups.set(key(value), [...(groups.get(key(value)) ?? []), value]);
  return groups;
}

/** @param {object} report as the API has it @returns {HTMLElement[]} */
export function reportView(report) {
  const faults = faultsOf(report.checks);
  return [
    resultPanel(report, faults),
    faults.length > 0 &&
      el(
        "section",
        { "aria-labelledby": "faults-title" },
        el("h2", { id: "faults-title" }, t("page.check.report.faults")),
        el("ol", { class: "faults" }, faults.map(faultCard)),
      ),
    otherChecks(report),
  ];
}

function resultPanel(report, faults) {
  const isRight = !report.unscored && !faults.length;
  return el(
    "section",
    { class: "panel result", "aria-labelledby": "result-title", "data-right": String(isRight) },
    el("p", { class: "result-program" }, el("strong", {}, report.program), ` · ${report.title}`),
    el("h2", { id: "result-title", class: "result-points numbers", tabindex: "-1" }, title(report)),
    el("p", { class: "result-summary" }, summary(report)),
    report.verdicts.length > 0 && el("dl", { class: "verdicts" }, report.verdicts.map(verdict)),
    report.notes.map((note) => el("p", { class: "note" }, note)),
    el("p", { class: "small muted" }, apartText(report.layers)),
  );
}

function verdict({ kind, passed, total }) {
  const isRight = passed === total;
  return el(
    "div",
    { "data-kind": kind, class: isRight ? "right" : "wrong" },
    el("dt", {}, t(`page.check.report.kind_${kind}`)),
    el("dd", { class: "numbers" }, verdictText(passed, total)),
  );
}

function verdictText(passed, total) {
  const key = passed === total ? "page.check.report.kind_right" : "page.check.report.kind_wrong";
  return t(key, { passed, count: total });
}

/** What kept the program from the rest of the computer. */
function apartText(layers) {
  if (!layers.length) return t("page.check.report.apart_none");
  const names = layers.join(", ");
  const isKeptFromFiles = layers.some((layer) => FILE_LAYERS.includes(layer));
  return t(isKeptFromFiles ? "page.check.report.apart" : "page.check.report.apart_only", { names });
}

// ---- a fault ----

/** @param {object[]} checks those that fail in this way */
function faultCard(checks) {
  const [{ number, sentence, finding, command }] = checks;
  const isOneSentence = sentence && checks.every((check) => check.sentence === sentence);
  const kinds = [...new Set(checks.map(({ kind }) => t(`page.check.report.kind_${kind}`)))];
  const lost = checks.reduce((sum, { points, max_points: maxPoints }) => sum + maxPoints - points, 0);
  return el(
    "li",
    { class: "panel fault", "data-check": number },
    faultHeading(checks),
    el(
      "p",
      { class: "fault-facts" },
      el("span", {}, kinds.join(", ")),
      lost ? el("span", { class: "lost" }, `−${pointsText(lost)}`) : el("span", {}, t("page.check.report.costs_nothing")),
    ),
    finding && findingView(finding),
    isOneSentence && row(t("page.check.report.handout_says"), el("blockquote", {}, sentence)),
    finding?.deck.length > 0 && deckView(finding.deck),
    row(t("page.check.report.repeat"), copyable(command, t("page.check.report.copy_command"))),
  );
}

function faultHeading(checks) {
  const [first, ...others] = checks;
  if (checks.length > MOST_NAMES) {
    return [el("h3", {}, t("page.check.report.same_reason", { count: checks.length })), checkList(t("page.check.report.which"), checks, "failed")];
  }
  return [
    el("h3", {}, first.name),
    others.length > 0 && el("p", { class: "also" }, t("page.check.report.also", { names: others.map(({ name }) => name).join("; ") })),
  ];
}

function findingView({ call, typed, expected, actual, crash }) {
  return [
    call && row(t("page.check.report.called"), el("code", { class: "call" }, call)),
    typed.length > 0 && row(t("page.check.report.typed"), typedLines(typed)),
    el(
      "div",
      { class: "compared" },
      row(t("page.check.report.expected"), output(expected, t("page.check.report.expected"), crash ? expected : actual)),
      row(t("page.check.report.got"), crash ? crashView(crash) : output(actual, t("page.check.report.got"), expected)),
    ),
  ];
}

function row(label, ...children) {
  const id = uniqueId("row");
  return el("div", { class: "fault-row", role: "group", "aria-labelledby": id }, el("p", { class: "row-label", id }, label), children);
}

function typedLines(lines) {
  const line = (text) => el("li", {}, text.trim() ? el("kbd", {}, text) : el("em", {}, t(text ? "page.check.report.spaces" : "page.check.report.empty_line")));
  return el("ol", { class: "typed" }, lines.map(line));
}

/** Text as a program prints it, where every space counts; what differs from another is marked. */
function output(text, label, other) {
  if (!text.trim()) return el("p", { class: "nothing" }, t("page.check.report.nothing"));
  const isOneLine = !text.includes("\n"); // which may be wrapped: there is nothing below it
  const shown = el("pre", { class: isOneLine ? "output one-line" : "output" }, markDifferences(text, other));
  // One that has to be scrolled can be reached with the keyboard.
  new ResizeObserver(() => {
    const isWide = shown.scrollWidth > shown.clientWidth;
    for (const [name, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": label })) {
      if (isWide) shown.setAttribute(name, value);
      else shown.removeAttribute(name);
    }
  }).observe(shown);
  return shown;
}

function markDifferences(text, other) {
  const otherLines = other.split("\n");
  return text.split("\n").flatMap((line, index) => [index ? "\n" : "", markLine(line, otherLines[index] ?? "")]);
}

/** A line with a mark on the words, or spaces, from the first to the last that differ. */
function markLine(line, other) {
  if (line === other) return line;
  const [words, otherWords] = [line, other].map((text) => text.split(/(\s+)/));
  const most = Math.min(words.length, otherWords.length);
  let start = 0;
  while (start < most && words[start] === otherWords[start]) start += 1;
  let end = 0;
  while (end < most - start && words.at(-1 - end) === otherWords.at(-1 - end)) end += 1;
  if (start + end === 0) return line; // all of it is different, and that can be seen
  const last = words.length - end;
  const changed = words.slice(start, last).join("");
  return [words.slice(0, start).join(""), changed && el("mark", {}, changed), words.slice(last).join("")];
}

function crashView({ error, line, source }) {
  return [
    el("p", { class: "crash" }, el("code", {}, error)),
    line > 0 && el("p", { class: "crash-line" }, t("page.check.report.in_line", { line })),
    line > 0 && source && el("pre", { class: "output" }, source.trim()),
  ];
}

function deckView(deck) {
  const cards = deck.flatMap((card, index) => [
    index ? " " : "",
    el("span", { class: "card-text", "data-suit": card.at(-1) }, shortCardName(card)),
  ]);
  return el(
    "details",
    {},
    el("summary", {}, t("page.check.report.deck", { count: deck.length })),
    el("p", { class: "deck-text" }, cards),
    copyButton(deck.join(" "), t("page.check.report.copy_deck")),
  );
}

function copyable(text, label) {
  return el("div", { class: "copyable" }, el("code", {}, text), copyButton(text, label));
}

function copyButton(text, label) {
  const status = el("span", { class: "small", role: "status" });
  const copy = async () => {
    status.textContent = t((await copyText(text)) ? "page.player.copied" : "page.check.report.cannot_copy");
  };
  return el("span", { class: "copy" }, button(t("page.player.copy"), { "aria-label": label, onclick: copy }), status);
}

// ---- the other checks ----

function otherChecks({ checks }) {
  const passed = withStatus(checks, "passed");
  const skipped = groupBy(withStatus(checks, "skipped"), ({ reason }) => reason);
  if (!passed.length && !skipped.size) return null;
  return el(
    "section",
    { class: "panel other-checks", "aria-label": t("page.check.report.other_checks") },
    [...skipped].map(([reason, group]) => checkList(t("page.check.report.skipped", { number: group.length, reason }), group, "skipped")),
    passed.length > 0 && checkList(t("page.check.report.passed", { count: passed.length }), passed, "passed"),
  );
}

function checkList(label, checks, status) {
  return el(
    "details",
    { "data-status": status },
    el("summary", {}, label),
    el("ul", { class: "check-list" }, checks.map(({ name }) => el("li", {}, name))),
  );
}
