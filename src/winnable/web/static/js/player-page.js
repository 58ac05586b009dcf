// The player page. Players are anonymous: what is stored, how to play in another browser, how to
// sign browsers out.

import { say } from "./announce.js";
import { del, get, post } from "./api.js";
import { confirm } from "./dialogs.js";
import { button, el, replace, uniqueId } from "./dom.js";
import { formatDate, formatDay, pluralize } from "./format.js";
import { showError } from "./page-states.js";
import { reload } from "./router.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const player = await get("/player");
  const { sign_ins: signIns } = await get("/player/sign-ins");
  document.title = "You · Winnable";
  replace(
    root,
    el(
      "div",
      { class: "content narrow-content" },
      el("h1", {}, "You"),
      player.is_known ? knownPanel(player) : unknownPanel(),
      player.is_known && createCodePanel(player),
      enterCodePanel(player),
      signIns.length > 1 && signInsPanel(signIns),
      player.is_known && forgetPanel(player),
    ),
  );
}

function panel(title, ...children) {
  const id = uniqueId("panel");
  return el("section", { class: "panel", "aria-labelledby": id }, el("h2", { id }, title), children);
}

function unknownPanel() {
  return panel(
    "Nothing is stored about you",
    el(
      "p",
      {},
      "You play without a name, an email address or a password. When you start your first game, this browser gets a cookie, so that your games and statistics stay yours.",
    ),
    el("p", { class: "actions" }, el("a", { class: "button primary", href: "/" }, "Choose a game")),
  );
}

function knownPanel({ since, is_local: isLocal }) {
  return panel(
    "You play anonymously",
    el(
      "p",
      {},
      isLocal
        ? "This browser plays as the player of this computer, so your games from the terminal are here too. "
        : "A cookie in this browser is all that links your games to you. It contains no name and is not used on other sites. ",
      since && `Player since ${formatDate(since)}.`,
    ),
    el(
      "p",
      { class: "actions" },
      el("a", { href: "/statistics" }, "Statistics"),
      el("a", { href: "/history" }, "History and export"),
    ),
  );
}

function createCodePanel({ is_local: isLocal }) {
  const shown = el("div", { class: "recovery-code", hidden: true });
  const error = el("p", { class: "error-text", hidden: true });
  const create = button("Create a recovery code", {
    "data-action": "create-code",
    onclick: async () => {
      error.hidden = true;
      try {
        const { code } = await post("/player/code");
        showCode(shown, code);
        create.textContent = "Create a new code";
      } catch (failure) {
        showError(error, failure);
      }
    },
  });
  return panel(
    "Play in another browser",
    el(
      "p",
      {},
      isLocal
        ? "With a recovery code another browser can play as you. "
        : "A recovery code is the only way back to your games if this browser loses its cookie. ",
      "Anyone who has the code can play as you. A new code replaces the old one.",
    ),
    shown,
    error,
    el("p", { class: "actions" }, create),
  );
}

function showCode(shown, code) {
  const status = el("span", { class: "small", role: "status" });
  const copy = async () => {
    status.textContent = (await copyText(code)) ? "Copied." : "This browser does not allow copying: write it down.";
  };
  replace(
    shown,
    el("p", { class: "label", id: "your-code" }, "Your code"),
    el("output", { class: "code", "aria-labelledby": "your-code", "data-field": "code" }, code),
    el(
      "p",
      { class: "actions" },
      button("Copy", { "data-action": "copy-code", onclick: copy }),
      button("Print", { "data-action": "print-code", onclick: () => print() }),
      status,
    ),
    el("p", { class: "small muted" }, "The code is shown only once. Print it or write it down, and keep it safe."),
  );
  shown.hidden = false;
  say(`Your code is ${code.split("").join(" ")}`);
}

/** Copy to the clipboard. @returns {Promise<boolean>} whether that was allowed */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

function enterCodePanel({ is_known: isKnown, is_local: isLocal }) {
  const canTransfer = isKnown && !isLocal; // the games of a computer stay with its player
  const error = el("p", { class: "error-text", id: uniqueId("error"), hidden: true });
  const input = el("input", {
    id: uniqueId("code"),
    class: "code",
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    maxlength: 60,
    "aria-describedby": error.id,
    "data-field": "enter-code",
  });
  const transfer = el("input", { type: "checkbox", "data-field": "transfer-games" });
  transfer.checked = canTransfer;
  const refuse = (reason) => {
    showError(error, reason);
    input.setAttribute("aria-invalid", "true");
    input.focus();
  };
  const submit = async (event) => {
    event.preventDefault();
    error.hidden = true;
    input.removeAttribute("aria-invalid");
    const code = input.value.trim();
    if (!code) return refuse("Enter the code first.");
    try {
      await post("/player/recover", { code, transfer_games: canTransfer && transfer.checked });
    } catch (failure) {
      return refuse(failure);
    }
    await reload();
    say("Welcome back. Your games are here.");
  };
  return panel(
    "I have a code",
    el(
      "form",
      { onsubmit: submit, novalidate: true },
      el("label", { class: "label", for: input.id }, "Recovery code"),
      el("div", { class: "field-with-button" }, input, el("button", { "data-action": "recover" }, "Use code")),
      error,
      canTransfer && el("label", { class: "option" }, transfer, el("span", {}, "Also take over the games in this browser")),
    ),
  );
}

function signInsPanel(signIns) {
  const error = el("p", { class: "error-text", hidden: true });
  const signOut = async (request, text) => {
    error.hidden = true;
    try {
      const answer = await request();
      await reload();
      say(text(answer));
    } catch (failure) {
      showError(error, failure);
    }
  };
  const signOutOne = (signIn) => signOut(() => del(`/player/sign-ins/${signIn.number}`), () => "Signed out.");
  const signOutOthers = () =>
    signOut(
      () => post("/player/sign-out-others"),
      ({ signed_out: count }) => `${pluralize(count, "browser")} signed out.`,
    );
  return panel(
    "Your browsers",
    el("p", {}, "These browsers play as you. If you do not recognize one, sign it out and create a new recovery code."),
    el(
      "ul",
      { class: "sign-ins" },
      signIns.map((signIn) => signInItem(signIn, () => signOutOne(signIn))),
    ),
    error,
    el("p", { class: "actions" }, button("Sign out everywhere else", { "data-action": "sign-out-others", onclick: signOutOthers })),
  );
}

function signInItem({ browser, since, last_used: lastUsed, is_this: isThis }, onclick) {
  const name = browser || "Unknown browser";
  const days = `Signed in ${formatDate(since)}. Last used ${formatDay(lastUsed)}.`;
  return el(
    "li",
    {},
    el("span", {}, el("strong", {}, name), isThis && " (this browser)", el("br"), el("span", { class: "small muted" }, days)),
    !isThis && button("Sign out", { "aria-label": `Sign out ${name}`, "data-action": "sign-out", onclick }),
  );
}

function forgetPanel({ is_local: isLocal }) {
  const error = el("p", { class: "error-text", hidden: true });
  const forget = async () => {
    const isSure = await confirm({
      title: "Forget this browser?",
      text: isLocal
        ? "This browser will no longer play as the player of this computer. The games stay on the computer."
        : "Without a recovery code you cannot get back to your games and statistics.",
      yes: "Forget it",
      isDangerous: true,
    });
    if (!isSure) return;
    try {
      await post("/player/forget");
    } catch (failure) {
      showError(error, failure);
      return;
    }
    await reload();
    say("This browser is forgotten.");
  };
  return panel(
    "Forget this browser",
    el("p", {}, "On a shared computer: sign this browser out. Your options are kept."),
    error,
    el(
      "p",
      { class: "actions" },
      button("Forget this browser", { class: "danger", "data-action": "forget", onclick: forget }),
    ),
  );
}
