// Who plays: nobody in particular. What is known, how to take it to another browser, how to be forgotten.

import { say } from "./announce.js";
import { get, post } from "./api.js";
import { button, confirm, el, replace, uniqueId } from "./dom.js";
import { when } from "./figures.js";
import { complain } from "./notice.js";
import { reload } from "./router.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const player = await get("/player");
  document.title = "You · Winnable";
  replace(
    root,
    el(
      "div",
      { class: "sheet slim" },
      el("h1", {}, "You"),
      known(player),
      player.known && codePanel(player),
      enterPanel(player),
      player.known && forgetPanel(player),
    ),
  );
}

function section(title, ...children) {
  const id = uniqueId("part");
  return el("section", { class: "panel", "aria-labelledby": id }, el("h2", { id }, title), children);
}

function known({ known: isKnown, since, is_local: isLocal }) {
  if (!isKnown) {
    return section(
      "Nothing is known of you",
      el(
        "p",
        {},
        "You play without a name, an address or a password. This browser gets a cookie only when you deal your first game, so that your games and statistics stay yours.",
      ),
      el("p", { class: "actions" }, el("a", { class: "button primary", href: "/" }, "Choose a game")),
    );
  }
  return section(
    "You play anonymously",
    el(
      "p",
      {},
      isLocal
        ? "This browser plays as the player at this computer: the games of the terminal are here too. "
        : "A cookie in this browser is all that links your games to you. It holds no name and follows you nowhere else. ",
      since && `Known since: ${when(since)}.`,
    ),
    el(
      "p",
      { class: "actions" },
      el("a", { href: "/statistics" }, "Statistics"),
      el("a", { href: "/history" }, "History and export"),
    ),
  );
}

function codePanel({ is_local: isLocal }) {
  const shown = el("div", { class: "code-shown", hidden: true });
  const complaint = el("p", { class: "complaint", hidden: true });
  const make = button("Make a recovery code", {
    "data-action": "make-code",
    onclick: async () => {
      complaint.hidden = true;
      try {
        const { code } = await post("/player/code");
        showCode(shown, code);
        make.textContent = "Make another code";
      } catch (error) {
        complain(complaint, error);
      }
    },
  });
  return section(
    "Take your games to another browser",
    el(
      "p",
      {},
      isLocal
        ? "A recovery code lets another browser play as you. Whoever has it does. A new code makes the old one void."
        : "A recovery code is the only way back to your games if this browser forgets you. Whoever has it plays as you. A new code makes the old one void.",
    ),
    shown,
    complaint,
    el("p", { class: "actions" }, make),
  );
}

function showCode(shown, code) {
  const copied = el("span", { class: "small", role: "status" });
  replace(
    shown,
    el("p", { class: "label", id: "your-code" }, "Your code"),
    el("output", { class: "code", "aria-labelledby": "your-code", "data-field": "code" }, code),
    el(
      "p",
      { class: "actions" },
      button("Copy", {
        "data-action": "copy-code",
        onclick: async () => {
          copied.textContent = (await copy(code)) ? "Copied." : "Copying is not allowed here: write it down.";
        },
      }),
      button("Print", { "data-action": "print-code", onclick: () => print() }),
      copied,
    ),
    el(
      "p",
      { class: "small muted" },
      "It is shown this once. Print it or write it down, and keep it where you keep such things.",
    ),
  );
  shown.hidden = false;
  say(`Your code is ${code.split("").join(" ")}`);
}

/** Put a text on the clipboard. @returns {Promise<boolean>} whether that was allowed */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function enterPanel({ known: isKnown, is_local: isLocal }) {
  const canBring = isKnown && !isLocal; // the games of a computer stay with its player
  const [field, words] = [uniqueId("code"), uniqueId("complaint")];
  const complaint = el("p", { class: "complaint", id: words, hidden: true });
  const input = el("input", {
    id: field,
    class: "code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 60,
    "aria-describedby": words,
    "data-field": "enter-code",
  });
  const bring = el("input", { type: "checkbox", "data-field": "bring" });
  bring.checked = canBring;
  const submit = async (event) => {
    event.preventDefault();
    complaint.hidden = true;
    input.removeAttribute("aria-invalid");
    try {
      if (!input.value.trim()) throw "Type or paste the code first.";
      await post("/player/recover", { code: input.value.trim(), bring: canBring && bring.checked });
      await reload();
      say("Welcome back. Your games are here.");
    } catch (error) {
      complain(complaint, error);
      input.setAttribute("aria-invalid", "true");
      input.focus();
    }
  };
  return section(
    "I have a code",
    el(
      "form",
      { onsubmit: submit, novalidate: true },
      el("label", { class: "label", for: field }, "Recovery code"),
      el("div", { class: "code-entry" }, input, el("button", { "data-action": "recover" }, "Use it")),
      complaint,
      canBring && el("label", { class: "choice" }, bring, el("span", {}, "Bring this browser’s games along")),
    ),
  );
}

function forgetPanel({ is_local: isLocal }) {
  const complaint = el("p", { class: "complaint", hidden: true });
  const forget = button("Forget this browser", {
    class: "danger",
    "data-action": "forget",
    onclick: async () => {
      const sure = await confirm({
        title: "Forget this browser?",
        text: isLocal
          ? "This browser will not play as the player at this computer any more. The games stay there."
          : "Without a recovery code there is no way back to your games and statistics.",
        yes: "Forget it",
        danger: true,
      });
      if (!sure) return;
      try {
        await post("/player/forget");
        await reload();
        say("Forgotten.");
      } catch (error) {
        complain(complaint, error);
      }
    },
  });
  return section(
    "Leave no trace here",
    el(
      "p",
      {},
      "On a computer that others use: this removes the cookie from this browser. Your options for the look of the page stay.",
    ),
    complaint,
    el("p", { class: "actions" }, forget),
  );
}
