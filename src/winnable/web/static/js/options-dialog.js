// The options. Each takes effect, and is stored, at once.

import { openDialog } from "./dialogs.js";
import { el, radioButton, uniqueId } from "./dom.js";
import { LEVELS } from "./new-game.js";
import * as settings from "./settings.js";

export function openOptionsDialog() {
  openDialog({
    title: "Options",
    name: "options",
    body: [
      choice("theme", "Theme", [
        ["auto", "System"],
        ["light", "Light"],
        ["dark", "Dark"],
      ]),
      choice("index", "Card index", [
        ["usual", "Standard"],
        ["large", "Large"],
      ]),
      toggle("four", "Four-colour deck", "Green clubs and blue diamonds, beside black spades and red hearts."),
      choice("hand", "Layout", [
        ["right", "Right-handed"],
        ["left", "Left-handed"],
      ]),
      toggle(
        "lamp",
        "Lamp",
        "Shows after every move whether the game can still be won. A win without it, hints and undo counts as unaided.",
      ),
      toggle("motion", "Animation", "Cards slide to their places, unless your system asks for reduced motion.", {
        on: "auto",
        off: "off",
      }),
      newDeals(),
      el("p", { class: "small muted" }, "Saved in this browser."),
    ],
    buttons: [{ label: "Done", kind: "primary", action: "done" }],
  });
}

function choice(name, legend, choices) {
  return segments(name, legend, choices, settings.get(name), (value) => settings.set(name, value));
}

function segments(name, legend, choices, current, onChoose) {
  const group = uniqueId(name);
  return el(
    "fieldset",
    { "data-option": name, onchange: (event) => onChoose(event.target.value) },
    el("legend", {}, legend),
    el(
      "div",
      { class: "segments" },
      choices.map(([value, label]) => radioButton(group, value, label, value === current)),
    ),
  );
}

function toggle(name, title, help, { on = true, off = false } = {}) {
  const id = uniqueId("help");
  const box = el("input", {
    type: "checkbox",
    "data-option": name,
    "aria-describedby": id,
    onchange: () => settings.set(name, box.checked ? on : off),
  });
  box.checked = settings.get(name) !== off;
  return el(
    "div",
    { class: "setting" },
    el("label", { class: "option" }, box, el("span", {}, title)),
    el("p", { class: "small muted", id }, help),
  );
}

function newDeals() {
  const { level, winnable } = settings.get("newDeal");
  const choices = [["", "Any"], ["winnable", "Winnable"], ...LEVELS.slice(1)];
  const current = level ?? (winnable ? "winnable" : "");
  return segments("newDeal", "Random deals", choices, current, (value) =>
    settings.set("newDeal", { winnable: value !== "", level: ["", "winnable"].includes(value) ? null : value }),
  );
}
