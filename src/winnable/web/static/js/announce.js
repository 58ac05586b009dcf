// Words for those who hear the page: a polite and an assertive live region.
// A modal dialog makes everything outside it silent, so each dialog carries regions of its own
// (dom.js makes them) and the uppermost one speaks.

const PAUSE = 60; // so long must a region be empty for the same words to be heard again
const waiting = new Map();

/** Say something when the listener is free. Texts that come close together are said together. */
export function say(text) {
  speak("status", text);
}

/** Say something at once: a refused move, a lost connection. */
export function alert(text) {
  speak("alert", text);
}

function region(role) {
  const dialogs = [...document.querySelectorAll("dialog[open]")].filter((one) => one.matches(":modal"));
  const inside = dialogs.at(-1)?.querySelector(`[data-live="${role}"]`);
  return inside ?? document.getElementById(role === "status" ? "said" : "alerted");
}

function speak(role, text) {
  if (!text) return;
  const before = waiting.get(role);
  if (before) {
    before.push(text);
    return;
  }
  waiting.set(role, [text]);
  region(role).textContent = "";
  setTimeout(() => {
    // A dialog may have opened in between, and made the page under it silent.
    region(role).textContent = waiting.get(role).join(" ");
    waiting.delete(role);
  }, PAUSE);
}
