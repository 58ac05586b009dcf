// Numbers, times, dates and titles as the page writes them.

const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const LONG_DATE = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
const TIME_OF_DAY = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const NUMBER = new Intl.NumberFormat("en-GB");

/** 12345 → "12,345"; null → "–". */
export function formatNumber(value) {
  return value === null || value === undefined ? "–" : NUMBER.format(Math.round(value));
}

/** "37%". */
export function formatPercent(part, whole) {
  return whole ? `${Math.round((100 * part) / whole)}%` : "–";
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
  const parts = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ];
  const texts = parts.filter(([number]) => number).map(([number, noun]) => pluralize(number, noun));
  return texts.join(" ") || "0 seconds";
}

/** "today, 14:05", "yesterday, 09:30", "12 Mar 2026". */
export function formatDate(iso) {
  if (!iso) return "";
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const days = Math.round((midnight(new Date()) - midnight(date)) / 86_400_000);
  if (days === 0) return `today, ${TIME_OF_DAY.format(date)}`;
  if (days === 1) return `yesterday, ${TIME_OF_DAY.format(date)}`;
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

/** pluralize(1, "card") → "1 card"; pluralize(2, "card") → "2 cards". */
export function pluralize(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
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

/** "won unaided", "won with the coach", "won", "given up" or "unfinished". */
export function outcomeText({ outcome, is_unaided: isUnaided, coach_moves: coachMoves }) {
  if (outcome !== "won") return outcome;
  if (coachMoves) return "won with the coach";
  return isUnaided ? "won unaided" : outcome;
}

/** What helped in a game, each with its number: "3 moves by the coach", "2 hints", ... */
export function aids({ coach_moves: coachMoves, hints, undos, verdicts }) {
  const asked = Math.max(0, hints - coachMoves); // each of the coach's own moves was a hint too
  return [
    coachMoves && `${pluralize(coachMoves, "move")} by the coach`,
    asked && pluralize(asked, "hint"),
    undos && pluralize(undos, "undo"),
    verdicts && pluralize(verdicts, "verdict"),
  ].filter(Boolean);
}
