// Making nodes without a framework: elements, SVG elements, dialogs.
// Texts always become text nodes, so nothing a player pastes can become markup.

const SVG = "http://www.w3.org/2000/svg";
let count = 0;

/** An id nobody else has. */
/**
 * Hide or change something; if the focus was in it and is lost by that, it goes elsewhere.
 * @param {HTMLElement} node @param {() => void} change @param {() => void} elsewhere
 */
export function keepFocus(node, change, elsewhere) {
  const hadFocus = node.contains(document.activeElement);
  change();
  if (hadFocus && (node.hidden || !node.contains(document.activeElement))) elsewhere();
}

export function uniqueId(prefix = "n") {
  count += 1;
  return `${prefix}-${count}`;
}

/**
 * An element. Attributes: a function is a listener (`onclick`), `class`, `text`, `dataset` and
 * `style` (objects) do what they say, `true` is an empty attribute, null and false are left out.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes, ...children) {
  return dress(document.createElement(tag), attributes, children);
}

/** The same for SVG. @returns {SVGElement} */
export function svg(tag, attributes, ...children) {
  return dress(document.createElementNS(SVG, tag), attributes, children);
}

function dress(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) wear(node, name, value);
  add(node, children);
  return node;
}

function wear(node, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (typeof value === "function" && name.startsWith("on")) {
    node.addEventListener(name.slice(2).toLowerCase(), value);
  } else if (name === "text") node.textContent = value;
  else if (name === "dataset") Object.assign(node.dataset, value);
  else if (name === "style") Object.entries(value).forEach(([key, one]) => node.style.setProperty(key, one));
  else node.setAttribute(name === "className" ? "class" : name, value === true ? "" : value);
}

function add(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Give a node other children. */
export function replace(node, ...children) {
  node.replaceChildren();
  add(node, children);
  return node;
}

/** A button: `button("Undo", { "data-action": "undo", onclick })`. */
export function button(label, attributes, ...children) {
  return el("button", { type: "button", ...attributes }, label, ...children);
}

/** A picture drawn in strokes, as decoration: the words stand beside it. */
export function icon(path, attributes) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", ...attributes },
    svg("path", { d: path }),
  );
}

/**
 * Open a modal dialog; the focus returns to where it was.
 * @param {object} parts
 * @param {string} parts.title its heading
 * @param {Node|string|Array} parts.body
 * @param {Array<{label: string, value?: unknown, kind?: string, action?: string}>} [parts.buttons]
 *   kind "primary", "quiet" or "danger"; the first primary one is what Enter does in a form
 * @param {string} [parts.name] becomes data-dialog, for style and tests
 * @param {string} [parts.kind] a class: "wide"
 * @param {boolean} [parts.isNote] the body is a sentence or two: it is read out, and the focus is on the first button
 * @param {() => unknown} [parts.check] before a primary button closes: false keeps it open, what else it
 *   returns (may be a promise) becomes the value where it is not undefined
 * @returns {{dialog: HTMLDialogElement, close: (value?: unknown) => void, result: Promise<unknown>}}
 *   `result` is the value of the button pressed; null when it was closed otherwise
 */
export function openDialog({ title, body, buttons = [], name, kind = "", isNote = false, check }) {
  const id = uniqueId("dialog");
  const before = document.activeElement;
  let value = null;
  const close = (given = null) => {
    value = given;
    dialog.close();
  };
  const press = async (one) => {
    if (one.kind !== "primary" || !check) return close(one.value ?? null);
    const checked = await check();
    if (checked !== false) close(checked === undefined ? (one.value ?? null) : checked);
  };
  const primary = buttons.find((one) => one.kind === "primary");
  const dialog = el(
    "dialog",
    {
      class: `dialog ${kind}`,
      "aria-labelledby": id,
      "aria-describedby": isNote && `${id}-body`,
      dataset: { dialog: name ?? "plain" },
    },
    el(
      "form",
      {
        method: "dialog",
        novalidate: true,
        onsubmit: (event) => {
          event.preventDefault();
          if (primary) press(primary);
        },
      },
      el(
        "div",
        { class: "dialog-head" },
        el("h2", { id, tabindex: "-1" }, title),
        button(icon("M6 6l12 12M18 6L6 18"), {
          class: "quiet close",
          "aria-label": "Close",
          "data-action": "close",
          onclick: () => close(),
        }),
      ),
      el("div", { class: "dialog-body", id: `${id}-body` }, body),
      buttons.length > 0 &&
        el(
          "div",
          { class: "dialog-foot" },
          buttons.map((one) => footButton(one, press, one === primary)),
        ),
    ),
    el("div", { class: "unseen", role: "status", "data-live": "status", "aria-atomic": "true" }),
    el("div", { class: "unseen", role: "alert", "data-live": "alert", "aria-atomic": "true" }),
  );
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog && isOutside(dialog, event)) close();
  });
  const result = new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      resolve(value);
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[autofocus]") ?? (isNote && dialog.querySelector(".dialog-foot button"));
  (first || dialog.querySelector("h2")).focus();
  return { dialog, close, result };
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

/** Ask yes or no. @returns {Promise<boolean>} */
export async function confirm({ title, text, yes = "Yes", no = "Cancel", danger = false }) {
  const { result } = openDialog({
    title,
    body: el("p", {}, text),
    name: "confirm",
    isNote: true,
    buttons: [
      { label: no, value: false, action: "no" },
      { label: yes, value: true, kind: danger ? "danger" : "primary", action: "yes" },
    ],
  });
  return (await result) === true;
}
