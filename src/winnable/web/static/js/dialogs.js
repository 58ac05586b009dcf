// Modal dialogs.

import { button, el, icon, uniqueId } from "./dom.js";
import { ICONS } from "./icons.js";
import { t } from "./l10n.js";

/**
 * Open a modal dialog. The focus returns to where it was when the dialog closes.
 * @param {object} options
 * @param {string} options.title
 * @param {Node|string|Array} options.body
 * @param {Array<{label: string, value?: unknown, kind?: string, action?: string}>} [options.buttons]
 *   kind "primary", "quiet" or "danger"; Enter presses the first primary button
 * @param {string} [options.name] becomes data-dialog
 * @param {string} [options.kind] a class: "wide"
 * @param {boolean} [options.isShortText] the body is a sentence or two: screen readers read it when
 *   the dialog opens, and the focus is on the first button
 * @param {() => unknown} [options.check] runs before a primary button closes the dialog: false keeps
 *   it open; any other result (or promise) but undefined becomes the value
 * @returns {{dialog: HTMLDialogElement, close: (value?: unknown) => void, result: Promise<unknown>}}
 *   `result` is the value of the button that was pressed, or null
 */
export function openDialog({ title, body, buttons = [], name, kind = "", isShortText = false, check }) {
  const id = uniqueId("dialog");
  const focusedBefore = document.activeElement;
  let result = null;
  const close = (value = null) => {
    result = value;
    dialog.close();
  };
  const press = async (pressed) => {
    if (pressed.kind !== "primary" || !check) return close(pressed.value ?? null);
    const checked = await check();
    if (checked !== false) close(checked === undefined ? (pressed.value ?? null) : checked);
  };
  const primary = buttons.find((one) => one.kind === "primary");
  const submit = (event) => {
    event.preventDefault();
    if (primary) press(primary);
  };
  const dialog = el(
    "dialog",
    {
      class: `dialog ${kind}`,
      "aria-labelledby": id,
      "aria-describedby": isShortText && `${id}-body`,
      "data-dialog": name,
    },
    el(
      "form",
      { method: "dialog", novalidate: true, onsubmit: submit },
      el(
        "div",
        { class: "dialog-head" },
        el("h2", { id, tabindex: "-1" }, title),
        button(icon(ICONS.close), { class: "quiet", "aria-label": t("page.dialogs.close"), "data-action": "close", onclick: () => close() }),
      ),
      el("div", { class: "dialog-body", id: `${id}-body` }, body),
      buttons.length > 0 &&
        el(
          "div",
          { class: "dialog-foot" },
          buttons.map((one) => footButton(one, press, one === primary)),
        ),
    ),
    // While a modal dialog is open, screen readers ignore live regions outside it.
    el("div", { class: "visually-hidden", role: "status", "data-live": "status", "aria-atomic": "true" }),
    el("div", { class: "visually-hidden", role: "alert", "data-live": "alert", "aria-atomic": "true" }),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isOutside(dialog, event)) close();
  });
  const closed = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (focusedBefore instanceof HTMLElement && focusedBefore.isConnected) focusedBefore.focus({ preventScroll: true });
      resolve(result);
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[autofocus]") ?? (isShortText && dialog.querySelector(".dialog-foot button"));
  (first || dialog.querySelector("h2")).focus();
  return { dialog, close, result: closed };
}

function footButton(one, press, isPrimary) {
  return el(
    "button",
    {
      type: isPrimary ? "submit" : "button",
      class: one.kind ?? "quiet",
      "data-action": one.action,
      onclick: isPrimary ? null : () => press(one),
    },
    one.label,
  );
}

function isOutside(dialog, event) {
  const box = dialog.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/** Ask a yes-or-no question. @returns {Promise<boolean>} */
export async function confirm({ title, text, yes, no = t("page.dialogs.cancel"), isDangerous = false }) {
  const { result } = openDialog({
    title,
    body: el("p", {}, text),
    name: "confirm",
    isShortText: true,
    buttons: [
      { label: no, value: false, action: "no" },
      { label: yes, value: true, kind: isDangerous ? "danger" : "primary", action: "yes" },
    ],
  });
  return (await result) === true;
}
