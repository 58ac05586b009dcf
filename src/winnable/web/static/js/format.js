// Numbers, times, dates and titles as the reader's language and region write them.

import { join, locale, t } from "./l10n.js";

const DATE = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric" });
const LONG_DATE = new Intl.DateTimeFormat(locale, { weekday: "long", day: "numeric", month: "long" });
const TIME_OF_DAY = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
const NUMBER = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const DECIMAL = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const PERCENT = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });

/** 12345 → "12,345"; null → "–". */
export function formatNumber(value) {
  return value === null || value === undefined ? "–" : NUMBER.format(value);
}

/** 1.25 → "1.3". */
export function formatDecimal(value) {
  return DECIMAL.format(value);
}

/** "37%"; but "0%" and "100%" only for none and all. */
export function formatPercent(part, whole) {
  if (!whole) return "–";
  const rounded = Math.round((100 * part) / whole);
  const least = part > 0 ? 1 : 0;
  const most = part < whole ? 99 : 100;
  return PERCENT.format(Math.min(Math.max(rounded, least), most) / 100);
}

/** Seconds as a clock shows them: "3:07", "1:02:45"; null → "–". */
export function formatTime(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  const whole = Math.max(0, Math.floor(seconds));
  const twoDigits = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${twoDigits(minutes)}:${twoDigits(whole % 60)}` : `${minutes}:${twoDigits(whole % 60)}`;
}

/** Seconds as people say them: "3 minutes 7 seconds". */
export function spokenDuration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const texts = [
    hours && t("page.format.hours", { count: hours }),
    minutes && t("page.format.minutes", { count: minutes }),
    (rest || !whole) && t("page.format.seconds", { count: rest }),
  ];
  return texts.filter(Boolean).join(" ");
}

/** "today, 14:05", "yesterday, 09:30", "12 Mar 2026". */
export function formatDate(iso) {
  if (!iso) return "";
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86_400_000);
  if (days === 0) return t("page.format.today", { time: TIME_OF_DAY.format(date) });
  if (days === 1) return t("page.format.yesterday", { time: TIME_OF_DAY.format(date) });
  return DATE.format(date);
}

/** "2026-11-16" → "16 Nov 2026", whatever the time zone. */
export function formatDay(iso) {
  const [year, month, day] = iso.split("-").map(Number);
  return DATE.format(new Date(year, month - 1, day));
}

/** "2026-11-16" → "Monday 16 November", whatever the time zone. */
export function formatLongDate(iso) {
  const [year, month, day] = iso.split("-").map(Number);
  return LONG_DATE.format(new Date(year, month - 1, day));
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** movesText(1) → "1 move". */
export function movesText(count) {
  return t("page.format.moves", { count });
}

export function capitalize(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "FreeCell #617", or "FreeCell" for a deal without a number. */
export function gameTitle({ game_name: gameName, deal_number: dealNumber }) {
  return dealNumber === null ? gameName : `${gameName} #${dealNumber}`;
}

/** The title as a file name without its ending: "freecell-617". */
export function fileName(game) {
  return gameTitle(game)
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
}

/** "Winnable deal", "Daily deal", "Hard deal"; empty where nothing is known of the deal. */
export function dealSourceText({ deal_source: source }) {
  return source ? t(`page.format.source.${source}`) : "";
}

/** "won unaided", "won with the coach", "won", "lost", "given up" or "unfinished". */
export function outcomeText({ outcome, is_unaided: isUnaided, coach_moves: coachMoves }) {
  let name = outcome.replace(" ", "_");
  if (outcome === "won" && isUnaided) name = "won_unaided";
  if (outcome === "won" && coachMoves) name = "won_coach";
  return t(`page.format.outcome.${name}`);
}

/** What helped in a game, each with its number: ["3 moves by the coach", "2 hints"]. */
export function aids(game) {
  return game.aids.map(({ kind, count }) => t(`page.format.aids.${kind}`, { count }));
}

/** The same as a sentence, which also says that nothing helped. */
export function helpText(game) {
  const texts = aids(game);
  return texts.length ? t("page.format.aids.helped", { aids: join(texts) }) : t("page.format.aids.unaided");
}
