// The options: how the page looks and how much it tells. Each takes effect, and is kept, at once.

import { el, openDialog, uniqueId } from "./dom.js";
import { LEVELS, radio } from "./newdeal.js";
import * as settings from "./settings.js";

/** Open the dialog. @returns {Promise<unknown>} when it is closed */
export function openOptions() {
  const { result } = openDialog({
    title: "Options",
    name: "options",
    body: [
      pick("theme", "Theme", [
        ["auto", "System"],
        ["light", "Light"],
        ["dark", "Dark"],
      ]),
      pick("index", "Cards", [
        ["usual", "Usual index"],
        ["large", "Large index"],
      ]),
      tick("four", "Four-colour deck", "Green clubs and blue diamonds, beside black spades and red hearts."),
      pick("hand", "Layout", [
        ["right", "Right-handed"],
        ["left", "Left-handed"],
      ]),
      tick(
        "lamp",
        "Verdict lamp",
        "After every move: can this game still be won? Won with it off, without hints and undo, counts as unaided.",
      ),
      motion(),
      newDeals(),
      el("p", { class: "small muted" }, "Kept in this browser."),
    ],
    buttons: [{ label: "Done", kind: "primary", action: "done" }],
  });
  return result;
}

function pick(name, legend, choices) {
  const group = uniqueId(name);
  return el(
    "fieldset",
    { "data-option": name, onchange: (event) => settings.set(name, event.target.value) },
    el("legend", {}, legend),
    el(
      "div",
      { class: "segments" },
      choices.map(([value, label]) => radio(group, value, label, settings.get(name) === value)),
    ),
  );
}

function line(box, title, words) {
  const id = uniqueId("about");
  box.setAttribute("aria-describedby", id);
  return el(
    "div",
    { class: "option-line" },
    el("label", { class: "choice" }, box, el("span", {}, title)),
    el("p", { class: "small muted", id }, words),
  );
}

function tick(name, title, words) {
  const box = el("input", {
    type: "checkbox",
    "data-option": name,
    onchange: () => settings.set(name, box.checked),
  });
  box.checked = settings.get(name);
  return line(box, title, words);
}

function motion() {
  const box = el("input", {
    type: "checkbox",
    "data-option": "motion",
    onchange: () => settings.set("motion", box.checked ? "auto" : "off"),
  });
  box.checked = settings.get("motion") !== "off";
  return line(box, "Moving cards", "Cards slide to their places, unless the system asks for less motion.");
}

function newDeals() {
  const group = uniqueId("level");
  const kept = settings.get("newDeal");
  const now = kept.level ?? (kept.winnable ? "winnable" : "");
  const choices = [["", "Any deal"], ["winnable", "Winnable"], ...LEVELS.slice(1)];
  const change = ({ target: { value } }) =>
    settings.set("newDeal", {
      winnable: value !== "",
      level: ["", "winnable"].includes(value) ? null : value,
    });
  return el(
    "fieldset",
    { "data-option": "newDeal", onchange: change },
    el("legend", {}, "New games at random"),
    el(
      "div",
      { class: "segments" },
      choices.map(([value, label]) => radio(group, value, label, now === value)),
    ),
  );
}
