// Keys at the table: what is pressed, where the focus is, and which errand that means.

import { moveCursor } from "./cursor.js";
import { actionOf } from "./keys.js";

const FIELDS = "input, select, textarea, [contenteditable]";

/** @param {object} page the table page @returns {() => void} stops it */
export function listenToKeys(page) {
  const listener = (event) => {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches(FIELDS)) return;
    if (press(page, event, target)) event.preventDefault();
  };
  document.addEventListener("keydown", listener);
  return () => document.removeEventListener("keydown", listener);
}

/** @returns {boolean} whether the key was ours */
function press(page, event, target) {
  const { board, hand } = page;
  const isOnBoard = board.node.contains(target);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  if (event.key === "Escape") return escape(page);
  if (board.interactive && isPlain) {
    if (isOnBoard && moveCursor(board, event.key)) return true;
    if (!isOnBoard && event.key.startsWith("Arrow") && isNowhere(target)) {
      board.focus();
      return true;
    }
    if (/^[1-9]$/.test(event.key)) {
      board.point(`t${event.key}`);
      return true;
    }
    if (isOnBoard && (event.key === "g" || event.key === "G")) {
      hand.sendHome(board.cursor.place, board.cursor.index);
      return true;
    }
  }
  const action = actionOf(event);
  // On a button, Space presses the button.
  if (!action || (event.key === " " && !isNowhere(target))) return false;
  page.run(action);
  return true;
}

function escape(page) {
  if (page.hand.picked) {
    page.hand.letGo();
    page.hand.say("Let go.");
    return true;
  }
  if (page.errands.isReviewing) {
    page.run("review");
    return true;
  }
  if (page.message.node.hidden) return false;
  page.message.hide();
  page.board.clear();
  return true;
}

function isNowhere(target) {
  return !target.closest("button, a, summary, [role='button']");
}
