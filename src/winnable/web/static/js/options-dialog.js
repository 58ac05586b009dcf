// The options. Each takes effect, and is stored, at once.

import { useDeck, cardFace } from "./card-art.js";
import { openDialog } from "./dialogs.js";
import { el, radioButton, uniqueId } from "./dom.js";
import { feedback } from "./feedback.js";
import { chooseLanguage, chosenLanguage, languages, t } from "./l10n.js";
import { LEVELS } from "./new-game.js";
import * as settings from "./settings.js";

export function openOptionsDialog() {
  useDeck(); // for the backs to choose from
  openDialog({
    title: t("page.options.title"),
    name: "options",
    kind: "wide",
    body: [
      el(
        "div",
        { class: "options" },
        section(t("page.options.cards"), [
          choice("index", t("page.options.index"), [
            ["usual", t("page.options.index_usual")],
            ["large", t("page.options.index_large")],
          ]),
          toggle("four", t("page.options.four"), t("page.options.four_help")),
          swatches("back", t("page.options.back"), settings.BACKS, (name) => [
            el("span", { class: "swatch" }, cardFace(`back-${name}`)),
            t(`page.options.backs.${name}`),
          ]),
        ]),
        section(t("page.options.table"), [
          swatches("felt", t("page.options.felt"), settings.FELTS, (name) => [
            el("span", { class: "swatch", "data-felt": name }),
            t(`page.options.felts.${name}`),
          ]),
          choice("theme", t("page.options.theme"), [
            ["auto", t("page.options.theme_auto")],
            ["light", t("page.options.theme_light")],
            ["dark", t("page.options.theme_dark")],
          ]),
          choice("hand", t("page.options.hand"), [
            ["right", t("page.options.hand_right")],
            ["left", t("page.options.hand_left")],
          ]),
        ]),
        section(t("page.options.play"), [
          choice("tap", t("page.play.tap.legend"), [
            ["moves", t("page.play.tap.moves")],
            ["selects", t("page.play.tap.selects")],
          ]),
          toggle("lamp", t("page.options.lamp"), t("page.options.lamp_help")),
          newDeals(),
        ]),
        section(t("page.options.effects"), [
          toggle("motion", t("page.options.motion"), t("page.options.motion_help"), { on: "auto", off: "off" }),
          toggle("sounds", t("page.options.sounds"), t("page.options.sounds_help"), { event: "place" }),
          "vibrate" in navigator &&
            toggle("haptics", t("page.options.haptics"), t("page.options.haptics_help"), { event: "place" }),
          languageChoice(),
        ]),
      ),
      el("p", { class: "small muted" }, t("page.options.saved")),
    ],
    buttons: [{ label: t("page.options.done"), kind: "primary", action: "done" }],
  });
}

function section(title, children) {
  return el("section", {}, el("h3", {}, title), children);
}

function choice(name, legend, choices) {
  return segments(name, legend, choices, settings.get(name), (value) => settings.set(name, value));
}

/** Choices that show what they look like. */
function swatches(name, legend, values, picture) {
  const choices = values.map((value) => [value, picture(value)]);
  const field = choice(name, legend, choices);
  field.classList.add("swatches");
  return field;
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

/** @param {{on?: unknown, off?: unknown, event?: string}} [values] event: the feedback when it is switched on */
function toggle(name, title, help, { on = true, off = false, event } = {}) {
  const id = uniqueId("help");
  const box = el("input", {
    type: "checkbox",
    "data-option": name,
    "aria-describedby": id,
    onchange: () => {
      settings.set(name, box.checked ? on : off);
      if (event) feedback(event);
    },
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
  const choices = [["", t("page.options.any_deal")], ["winnable", t("page.options.winnable_deal")], ...LEVELS.slice(1)];
  const current = level ?? (winnable ? "winnable" : "");
  return segments("newDeal", t("page.options.deals"), choices, current, (value) =>
    settings.set("newDeal", { winnable: value !== "", level: ["", "winnable"].includes(value) ? null : value }),
  );
}

function languageChoice() {
  const id = uniqueId("language");
  const select = el(
    "select",
    { id, "data-option": "language", onchange: () => chooseLanguage(select.value || null) },
    el("option", { value: "" }, t("page.options.language_auto")),
    Object.entries(languages).map(([code, name]) => el("option", { value: code, lang: code }, name)),
  );
  select.value = chosenLanguage() ?? "";
  return el("div", { class: "setting" }, el("label", { class: "label", for: id }, t("page.options.language")), select);
}
