// Text for screen readers, in a polite and an assertive live region.
// While a modal dialog is open, screen readers ignore live regions outside it; so each dialog has
// regions of its own (see dialogs.js), and the topmost one is used.

const PAUSE = 60; // milliseconds a region must be empty for the same text to be read again
const pending = new Map(); // role -> texts to come

/** Say something when the screen reader is free. Texts that come close together are joined. */
export function say(text) {
  announce("status", text);
}

/** Say something at once: an error. */
export function alert(text) {
  announce("alert", text);
}

function liveRegion(role) {
  const dialogs = [...document.querySelectorAll("dialog[open]")].filter((one) => one.matches(":modal"));
  const inside = dialogs.at(-1)?.querySelector(`[data-live="${role}"]`);
  return inside ?? document.getElementById(role === "status" ? "polite" : "assertive");
}

function announce(role, text) {
  if (!text) return;
  if (pending.has(role)) {
    pending.get(role).push(text);
    return;
  }
  pending.set(role, [text]);
  liveRegion(role).textContent = "";
  setTimeout(() => {
    // A dialog may have opened meanwhile.
    liveRegion(role).textContent = pending.get(role).join(" ");
    pending.delete(role);
  }, PAUSE);
}
