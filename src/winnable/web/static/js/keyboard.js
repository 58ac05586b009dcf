// The keyboard on the game page: the cursor on the board, and shortcuts.

import { actionFor } from "./shortcuts.js";

const TEXT_FIELDS = "input, select, textarea, [contenteditable]";
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {import("./game-page.js").GamePage} page @returns {() => void} stops listening */
export function listenForKeys(page) {
  const listener = (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches(TEXT_FIELDS)) return;
    if (handleKey(page, event, target)) event.preventDefault();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** @returns {boolean} whether the key was used */
function handleKey(page, event, target) {
  const { board, selection } = page;
  const isOnBoard = board.node.contains(target);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === "Escape") return cancel(page);
  if (board.isInteractive && isPlain) {
    if (isOnBoard && moveCursor(board, event.key)) return true;
    if (!isOnBoard && event.key.startsWith("Arrow") && !isControl(target)) {
      board.focus();
      return true;
    }
    if (/^[1-9]$/.test(event.key)) {
      board.setCursor(`t${event.key}`);
      return true;
    }
    if (isOnBoard && (event.key === "g" || event.key === "G")) {
      selection.moveToFoundation(board.cursor.place, board.cursor.index);
      return true;
    }
  }
  const action = actionFor(event);
  // Space presses what has the focus, a card or a control; only without either it deals.
  if (!action || (event.key === " " && isControl(target))) return false;
  page.run(action);
  return true;
}

function cancel(page) {
  if (page.selection.cancel()) return true;
  if (page.actions.watch.isOn) {
    page.run("watch");
    return true;
  }
  if (page.message.node.hidden) return false;
  page.message.hide();
  page.board.clearMarks();
  return true;
}

function isControl(target) {
  return target.closest("button, a, summary, [role='button']") !== null;
}

/** Move the board's cursor. @returns {boolean} whether the key is one that does */
export function moveCursor(board, key) {
  const { place, index } = board.cursor;
  if (key === "Home") board.setCursor(place, 0);
  else if (key === "End") board.setCursor(place);
  else if (DIRECTIONS[key]) step(board, DIRECTIONS[key], place, index);
  else return false;
  return true;
}

function step(board, [dx, dy], place, index) {
  const last = board.piles.get(place).length - 1;
  const isColumn = place[0] === "t";
  if (isColumn && dy && index + dy >= 0 && index + dy <= last) board.setCursor(place, index + dy);
  else {
    const next = nextPile(board.layout, place, dx, dy);
    if (next) board.setCursor(next);
  }
}

/** The nearest pile in a direction. */
function nextPile({ places, width, height }, from, dx, dy) {
  const here = places[from];
  let best = null;
  let least = Infinity;
  for (const [place, { x, y }] of Object.entries(places)) {
    const along = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    if (place === from || along < (dx ? width : height) * 0.4) continue;
    if (dx && aside > height * 4) continue; // left and right do not change rows
    const distance = along + aside * 3; // straight ahead counts as nearer
    if (distance < least) [best, least] = [place, distance];
  }
  return best;
}
