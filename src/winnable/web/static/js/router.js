// Which page an address shows. The history API keeps Back and Forward working, and links within the
// site are followed without a reload.

import { el, replace } from "./dom.js";
import { trouble, waiting } from "./notice.js";

const holder = document.getElementById("page");
/** @type {{pattern: RegExp, page: string, show: Function}[]} */
let routes = [];
let cleanup;
let turn = 0;
let shown = null;

function match(path) {
  for (const { pattern, page, show } of routes) {
    const found = pattern.exec(path);
    if (found) return { page, show, params: decoded(found.groups) };
  }
  return null;
}

function decoded(groups) {
  const parts = {};
  for (const [name, value] of Object.entries(groups ?? {})) {
    try {
      parts[name] = decodeURIComponent(value);
    } catch {
      parts[name] = value;
    }
  }
  return parts;
}

/** Go to a page of ours. @param {string} path @param {{replace?: boolean}} [options] */
export function navigate(path, { replace: instead = false } = {}) {
  const url = new URL(path, location.href);
  history[instead ? "replaceState" : "pushState"](null, "", url);
  return render({ moved: true });
}

/** Show what the address says, once more. */
export function reload() {
  return render({ moved: true });
}

async function render({ moved }) {
  turn += 1;
  const mine = turn;
  leave();
  shown = location.pathname + location.search;
  const found = match(location.pathname);
  const root = el("div", { class: "page" });
  root.dataset.page = found?.page ?? "lost";
  document.body.dataset.at = root.dataset.page;
  document.title = "Winnable";
  markNav();
  replace(root, waiting());
  replace(holder, root);
  if (moved) scrollTo(0, 0);
  try {
    if (!found) lost(root);
    else {
      const done = await found.show(root, found.params);
      // Somebody may have gone on while the page was still being fetched.
      if (mine !== turn) done?.();
      else cleanup = done;
    }
  } catch (error) {
    if (mine !== turn) return;
    replace(root, trouble(error, { retry: reload }));
    document.title = "Trouble · Winnable";
  }
  if (mine === turn && moved) focusHeading(root);
}

function leave() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  const last = cleanup;
  cleanup = undefined;
  try {
    last?.();
  } catch (error) {
    console.error(error);
  }
}

function lost(root) {
  document.title = "Not found · Winnable";
  replace(
    root,
    el(
      "div",
      { class: "panel narrow trouble", "data-trouble": "404" },
      el("h1", {}, "No such page"),
      el("p", {}, "Nothing lies at this address. Perhaps a letter of it is missing."),
      el("p", { class: "actions" }, el("a", { class: "button primary", href: "/" }, "To the games")),
    ),
  );
}

function focusHeading(root) {
  // A page may have put the focus where it is wanted already.
  if (root.contains(document.activeElement)) return;
  const heading = root.querySelector("h1");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

function markNav() {
  for (const link of document.querySelectorAll("#menu a")) {
    if (new URL(link.href).pathname === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function follow(event) {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || !match(url.pathname)) return;
  if (url.hash && url.pathname === location.pathname) return;
  event.preventDefault();
  navigate(url.pathname + url.search + url.hash);
}

/** Begin: show the first page and listen for links and for Back. */
export function start(pages) {
  routes = pages;
  document.addEventListener("click", follow);
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== shown) render({ moved: true });
  });
  return render({ moved: false });
}
