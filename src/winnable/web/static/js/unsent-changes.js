// Changes of a game that have no answer yet, kept in this browser: a page that is closed, or killed by
// the phone, leaves them to the next page of the game.

import { placesOf } from "./view.js";

const PREFIX = "winnable.unsent.";
const NAMES = ["move", "undo", "redo", "restart", "last-winnable", "home", "give-up", "autoplay"];
const MOST = 200;

/**
 * @typedef {object} Unsent
 * @property {number} moves_made before the first change
 * @property {import("./view.js").View} view then
 * @property {import("./game-client.js").Change[]} changes the oldest first
 */

/** Keep the changes of a game; none forgets them. */
export function keepUnsent({ key, moves_made, view }, changes) {
  try {
    if (!changes.length) localStorage.removeItem(PREFIX + key);
    else {
      const kept = changes.map(({ name, more, attempt, from, effect }) => ({ name, more, attempt, from, effect }));
      localStorage.setItem(PREFIX + key, JSON.stringify({ moves_made, view, changes: kept }));
    }
  } catch {
    // Nothing can be stored, as in some private windows.
  }
}

/** What an earlier page of a game has left, or null. @returns {Unsent|null} */
export function findUnsent({ key, view }) {
  try {
    const unsent = JSON.parse(localStorage.getItem(PREFIX + key));
    return isUnsent(unsent, view) ? unsent : null;
  } catch {
    return null;
  }
}

/** Whether it is what was kept, and not what somebody else has put there. */
function isUnsent(value, view) {
  if (!isObject(value) || !Number.isInteger(value.moves_made) || !isObject(value.view)) return false;
  const { changes } = value;
  return Array.isArray(changes) && changes.length > 0 && changes.length <= MOST && changes.every((one) => isChange(one, view));
}

function isChange(value, view) {
  if (!isObject(value) || !NAMES.includes(value.name) || !isObject(value.more)) return false;
  if (value.from !== undefined && !Number.isInteger(value.from)) return false;
  const { effect } = value;
  if (isObject(effect) && !placesOf(view).includes(effect.target)) return false;
  return value.attempt === null || isAttempt(value.attempt, view);
}

function isAttempt(value, view) {
  if (!isObject(value) || !Array.isArray(value.cards) || !value.cards.length) return false;
  const places = placesOf(view);
  return places.includes(value.source) && [...places, "home", "best"].includes(value.target);
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
