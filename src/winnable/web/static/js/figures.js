// Numbers, times and dates as this page writes them.

import { clock } from "./words.js";

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const LONG_DAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const HOUR = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const NUMBER = new Intl.NumberFormat("en-GB");

/** 12345 -> "12,345"; nothing -> "–". */
export function number(value, digits = 0) {
  if (value === null || value === undefined) return "–";
  return NUMBER.format(Number(value.toFixed(digits)));
}

/** A time on the clock, or a dash where there is none. */
export function time(seconds) {
  return seconds === null || seconds === undefined ? "–" : clock(seconds);
}

/** "37%". */
export function percent(part, whole) {
  return whole ? `${Math.round((100 * part) / whole)}%` : "–";
}

/** "today, 14:05", "yesterday, 09:30", "12 Mar 2026". */
export function when(iso) {
  if (!iso) return "";
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86_400_000);
  if (days === 0) return `today, ${HOUR.format(date)}`;
  if (days === 1) return `yesterday, ${HOUR.format(date)}`;
  return DAY.format(date);
}

/** "Monday 16 November" of a date written 2026-11-16, in no time zone in particular. */
export function longDay(written) {
  const [year, month, day] = written.split("-").map(Number);
  return LONG_DAY.format(new Date(year, month - 1, day));
}

function midnight(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** "FreeCell #617", or "FreeCell" for a deal without a number. */
export function titleOf({ name, deal }) {
  return deal === null || deal === undefined ? name : `${name} #${deal}`;
}

/** The same as the name of a file, without its ending. */
export function fileNameOf(game) {
  return titleOf(game)
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
}

/** How a kept game ended, in words. */
export function outcomeOf({ outcome, unaided }) {
  return outcome === "won" && unaided ? "won unaided" : outcome;
}
