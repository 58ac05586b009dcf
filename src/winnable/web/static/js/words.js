// Names and figures in words: cards, places, piles, times.
// Only naming is done here; every sentence about the game itself comes from the server.

const RANKS = {
  A: "ace",
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
};
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const AREAS = { t: "column", c: "cell", f: "foundation" };

/** A card that lies face down. */
export const DOWN = "??";

/** "7H" → "seven of hearts". */
export function cardName(card) {
  return card === DOWN ? "face-down card" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;
}

/** "TH" → "10♥". */
export function cardSign(card) {
  return (card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]];
}

const BY_SIGN = Object.fromEntries(Object.entries(SIGNS).map(([letter, sign]) => [sign, letter]));

/** Words with cards in them, as they should be heard: "5♦ to cell 1" → "five of diamonds to cell 1". */
export function aloud(text) {
  return text.replace(/(10|[A2-9JQK])([♣♦♥♠])/g, (_, rank, sign) => cardName((rank === "10" ? "T" : rank) + BY_SIGN[sign]));
}

/** "t3" → "column 3". */
export function placeName(place) {
  return place === "stock" ? "the stock" : `${AREAS[place[0]]} ${place.slice(1)}`;
}

/** counted(1, "card") → "1 card". */
export function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The label of a pile: "Column 3, 6 cards". @param {string[]|number} pile the stock is a number */
export function pileLabel(place, pile) {
  if (place === "stock") return `Stock, ${pile ? counted(pile, "card") : "empty"}`;
  const name = capital(placeName(place));
  if (!pile.length) return `${name}, empty`;
  if (place[0] === "c") return `${name}, ${cardName(pile[0])}`;
  const top = place[0] === "f" ? `, ${cardName(pile.at(-1))} on top` : "";
  return `${name}, ${counted(pile.length, "card")}${top}`;
}

/** A pile read aloud, from its deepest card to the playable one. */
export function pileRead(place, pile) {
  if (place === "stock" || !pile.length || place[0] !== "t") return `${pileLabel(place, pile)}.`;
  const down = pile.filter((card) => card === DOWN).length;
  const names = pile.filter((card) => card !== DOWN).map(cardName);
  const parts = down ? [`${down} face down`, ...names] : names;
  return `${pileLabel(place, pile)}: ${parts.join(", ")}.`;
}

/** Seconds as a clock shows them: "3:07", "1:02:45". */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Seconds as people say them: "3 minutes 7 seconds". */
export function duration(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor(whole / 60) % 60, "minute"],
    [whole % 60, "second"],
  ];
  const said = parts.filter(([number]) => number).map(([number, noun]) => counted(number, noun));
  return said.join(" ") || "0 seconds";
}

/**
 * A written move in parts; null for "deal".
 * @returns {{source: string, target: string, count: number}|null}
 */
export function readMove(move) {
  const found = /^([tcf]\d+)([tcf]\d+)(?:x(\d+))?$/.exec(move ?? "");
  return found && { source: found[1], target: found[2], count: Number(found[3] ?? 1) };
}
