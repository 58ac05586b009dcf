// The box to paste something to play: a record, a deal number, an fc-solve board.
// What the text is, the server finds out; only a bare number has to be told which game it is for.

import { el, uniqueId } from "./dom.js";
import { numberIn, startTable } from "./newdeal.js";
import { complain } from "./notice.js";

const LONGEST = 60_000;

/** @param {import("./games.js").Game[]} games @returns {HTMLElement} */
export function pasteBox(games) {
  const [text, game, complaint] = [uniqueId("paste"), uniqueId("paste-game"), uniqueId("complaint")];
  const words = el("p", { class: "complaint", id: complaint, hidden: true });
  const box = el("textarea", {
    id: text,
    rows: 4,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: LONGEST,
    "aria-describedby": complaint,
    "data-field": "paste",
  });
  const choice = el(
    "select",
    { id: game, "data-field": "paste-game" },
    el("option", { value: "" }, "as written"),
    games.map(({ slug, name }) => el("option", { value: slug }, name)),
  );
  const deal = el("button", { class: "primary", "data-action": "paste" }, "Play it");
  const refuse = (error, node) => {
    complain(words, error);
    node.setAttribute("aria-invalid", "true");
    node.focus();
  };
  const submit = async (event) => {
    event.preventDefault();
    words.hidden = true;
    for (const node of [box, choice]) node.removeAttribute("aria-invalid");
    const pasted = box.value.trim();
    if (!pasted) return refuse("Paste a record, a deal number or a board first.", box);
    const isNumber = numberIn(pasted) !== null;
    // Only a record, which begins with its tags, says which game it is of.
    if (!choice.value && !pasted.startsWith("[")) {
      const what = isNumber ? "A deal number" : "A board";
      return refuse(`${what} needs a game: choose one.`, choice);
    }
    const body = isNumber ? { deal: numberIn(pasted) } : { pasted };
    if (choice.value) body.game = choice.value;
    await startTable(body, { button: deal, onTrouble: (error) => refuse(error, box) });
  };
  return el(
    "form",
    { class: "paste", onsubmit: submit, novalidate: true },
    el("label", { class: "label", for: text }, "A record, a deal number or an fc-solve board"),
    box,
    words,
    el("div", { class: "paste-foot" }, el("label", { for: game }, "Game"), choice, deal),
  );
}
