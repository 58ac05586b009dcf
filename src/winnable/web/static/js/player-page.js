// The player page. Players are anonymous: what is stored, how to play in another browser, how to
// sign browsers out.

import { say } from "./announce.js";
import { del, get, post } from "./api.js";
import { confirm } from "./dialogs.js";
import { button, el, replace, uniqueId } from "./dom.js";
import { formatDate, formatDay } from "./format.js";
import { join, t } from "./l10n.js";
import { showError } from "./page-states.js";
import { reload } from "./router.js";

/** @param {HTMLElement} root */
export async function show(root) {
  const player = await get("/player");
  const { sign_ins: signIns } = await get("/player/sign-ins");
  document.title = t("page.title", { page: t("page.player.title") });
  replace(
    root,
    el(
      "div",
      { class: "content narrow-content" },
      el("h1", {}, t("page.player.title")),
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
    t("page.player.unknown_title"),
    el(
      "p",
      {},
      t("page.player.unknown_text"),
    ),
    el("p", { class: "actions" }, el("a", { class: "button primary", href: "/" }, t("page.player.choose_game"))),
  );
}

function knownPanel({ since, is_local: isLocal }) {
  return panel(
    t("page.player.known_title"),
    el(
      "p",
      {},
      isLocal
        ? t("page.player.known_local")
        : t("page.player.known_cookie"),
      since && ` ${t("page.player.since", { date: formatDate(since) })}`,
    ),
    el(
      "p",
      { class: "actions" },
      el("a", { href: "/statistics" }, t("page.player.statistics")),
      el("a", { href: "/history" }, t("page.player.history")),
    ),
  );
}

function createCodePanel({ is_local: isLocal }) {
  const shown = el("div", { class: "recovery-code", hidden: true });
  const error = el("p", { class: "error-text", hidden: true });
  const create = button(t("page.player.create_code"), {
    "data-action": "create-code",
    onclick: async () => {
      error.hidden = true;
      try {
        const { code } = await post("/player/code");
        showCode(shown, code);
        create.textContent = t("page.player.create_new_code");
      } catch (failure) {
        showError(error, failure);
      }
    },
  });
  return panel(
    t("page.player.other_browser_title"),
    el(
      "p",
      {},
      isLocal
        ? t("page.player.code_local")
        : t("page.player.code_cookie"),
      " ",
      t("page.player.code_warning"),
    ),
    shown,
    error,
    el("p", { class: "actions" }, create),
  );
}

function showCode(shown, code) {
  const status = el("span", { class: "small", role: "status" });
  const copy = async () => {
    status.textContent = t((await copyText(code)) ? "page.player.copied" : "page.player.cannot_copy");
  };
  replace(
    shown,
    el("p", { class: "label", id: "your-code" }, t("page.player.your_code")),
    el("output", { class: "code", "aria-labelledby": "your-code", "data-field": "code" }, code),
    el(
      "p",
      { class: "actions" },
      button(t("page.player.copy"), { "data-action": "copy-code", onclick: copy }),
      button(t("page.player.print"), { "data-action": "print-code", onclick: () => print() }),
      status,
    ),
    el("p", { class: "small muted" }, t("page.player.shown_once")),
  );
  shown.hidden = false;
  say(t("page.player.code_spoken", { code: code.split("").join(" ") }));
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
    if (!code) return refuse(t("page.player.enter_first"));
    try {
      await post("/player/recover", { code, transfer_games: canTransfer && transfer.checked });
    } catch (failure) {
      return refuse(failure);
    }
    await reload();
    say(t("page.player.welcome_back"));
  };
  return panel(
    t("page.player.have_code_title"),
    el(
      "form",
      { onsubmit: submit, novalidate: true },
      el("label", { class: "label", for: input.id }, t("page.player.recovery_code")),
      el("div", { class: "field-with-button" }, input, el("button", { "data-action": "recover" }, t("page.player.use_code"))),
      error,
      canTransfer && el("label", { class: "option" }, transfer, el("span", {}, t("page.player.take_over"))),
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
  const signOutOne = (signIn) => signOut(() => del(`/player/sign-ins/${signIn.number}`), () => t("page.player.signed_out"));
  const signOutOthers = () =>
    signOut(
      () => post("/player/sign-out-others"),
      ({ signed_out: count }) => t("page.player.others_signed_out", { count }),
    );
  return panel(
    t("page.player.browsers_title"),
    el("p", {}, t("page.player.browsers_text")),
    el(
      "ul",
      { class: "sign-ins" },
      signIns.map((signIn) => signInItem(signIn, () => signOutOne(signIn))),
    ),
    error,
    el("p", { class: "actions" }, button(t("page.player.sign_out_others"), { "data-action": "sign-out-others", onclick: signOutOthers })),
  );
}

function signInItem({ browser, since, last_used: lastUsed, is_this: isThis }, onclick) {
  const name = browser || t("page.player.unknown_browser");
  const days = t("page.player.sign_in_days", { since: formatDate(since), used: formatDay(lastUsed) });
  return el(
    "li",
    {},
    el("span", {}, el("strong", {}, name), isThis && ` ${t("page.player.this_browser")}`, el("br"), el("span", { class: "small muted" }, days)),
    !isThis && button(t("page.player.sign_out"), { "aria-label": t("page.player.sign_out_browser", { browser: name }), "data-action": "sign-out", onclick }),
  );
}

function forgetPanel({ is_local: isLocal }) {
  const error = el("p", { class: "error-text", hidden: true });
  const forget = async () => {
    const isSure = await confirm({
      title: t("page.player.forget_title"),
      text: isLocal
        ? t("page.player.forget_local")
        : t("page.player.forget_cookie"),
      yes: t("page.player.forget_yes"),
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
    say(t("page.player.forgotten"));
  };
  return panel(
    t("page.player.forget"),
    el("p", {}, t("page.player.forget_text")),
    error,
    el(
      "p",
      { class: "actions" },
      button(t("page.player.forget"), { class: "danger", "data-action": "forget", onclick: forget }),
    ),
  );
}
