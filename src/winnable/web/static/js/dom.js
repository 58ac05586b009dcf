// Creating DOM nodes without a framework.
// Text always becomes a text node, so nothing a player pastes can become markup.

const SVG = "http://www.w3.org/2000/svg";
let lastId = 0;

/** An id that is used nowhere else on the page. */
export function uniqueId(prefix = "n") {
  lastId += 1;
  return `${prefix}-${lastId}`;
}

/**
 * Create an element. A function is an event listener (`onclick`), `dataset` is an object, `true` is
 * an empty attribute; null, undefined and false are left out.
 * @param {string} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function el(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** The same for SVG. @returns {SVGElement} */
export function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  append(node, children);
  return node;
}

function append(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
}

/** Replace the children of a node. */
export function replace(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/** A button: `button("Undo", { "data-action": "undo", onclick })`. */
export function button(label, attributes, ...children) {
  return el("button", { type: "button", ...attributes }, label, ...children);
}

/** One radio button among `.segments`. */
export function radioButton(name, value, label, isChecked) {
  const input = el("input", { type: "radio", name, value });
  input.checked = isChecked;
  return el("label", {}, input, el("span", {}, label));
}

/** A decorative icon; the text beside it says what it means. */
export function icon(path, attributes) {
  return svg(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false", ...attributes },
    svg("path", { d: path }),
  );
}

/**
 * Hide or change a node. If it had the focus and loses it, the focus moves elsewhere.
 * @param {HTMLElement} node @param {() => void} change @param {() => void} focusElsewhere
 */
export function keepFocus(node, change, focusElsewhere) {
  const hadFocus = node.contains(document.activeElement);
  change();
  if (hadFocus && (node.hidden || !node.contains(document.activeElement))) focusElsewhere();
}
