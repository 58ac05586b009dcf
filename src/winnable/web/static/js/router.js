// Which page an address shows. The history API keeps Back and Forward working, and links within the
// site are followed without a reload.

import { ApiError } from "./api.js";
import { el, replace } from "./dom.js";
import { t } from "./l10n.js";
import { errorPanel, loadingText } from "./page-states.js";

const main = document.getElementById("page");
/** @type {{pattern: RegExp, page: string, show: (root: HTMLElement, params: object) => unknown}[]} */
let routes = [];
let cleanUp; // of the page that is shown
let navigation = 0; // counts them: a page that comes too late is not shown
let shownAddress = null;

function match(path) {
  for (const { pattern, page, show } of routes) {
    const found = pattern.exec(path);
    if (found) return { page, show, params: decode(found.groups) };
  }
  return null;
}

function decode(groups) {
  const params = {};
  for (const [name, value] of Object.entries(groups ?? {})) {
    try {
      params[name] = decodeURIComponent(value);
    } catch {
      params[name] = value;
    }
  }
  return params;
}

/** Go to another page. @param {string} path @param {{replace?: boolean}} [options] replace: in place of this one */
export function navigate(path, { replace: isInPlace = false } = {}) {
  history[isInPlace ? "replaceState" : "pushState"](null, "", new URL(path, location.href));
  return render({ isNavigation: true });
}

/** Show the current page again. */
export function reload() {
  return render({ isNavigation: true });
}

async function render({ isNavigation }) {
  navigation += 1;
  const current = navigation;
  leave();
  shownAddress = location.pathname + location.search;
  const route = match(location.pathname);
  const root = el("div", { class: "page" }, loadingText());
  document.body.dataset.page = route?.page ?? "not-found";
  document.title = "Winnable";
  markCurrentLink();
  replace(main, root);
  if (isNavigation) scrollTo(0, 0);
  try {
    if (!route) showNotFound(root);
    else {
      const done = await route.show(root, route.params);
      if (current === navigation) cleanUp = done;
      else done?.(); // the player has left this page meanwhile
    }
  } catch (error) {
    if (current !== navigation) return;
    replace(root, errorPanel(error, { retry: reload }));
    document.title = t("page.title", { page: t("page.errors.title") });
  }
  if (current === navigation && isNavigation) focusHeading(root);
}

function leave() {
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  const last = cleanUp;
  cleanUp = undefined;
  try {
    last?.();
  } catch (error) {
    console.error(error);
  }
}

function showNotFound(root) {
  document.title = t("page.title", { page: t("page.errors.not_found") });
  const error = new ApiError(404, t("page.errors.no_page"));
  replace(root, errorPanel(error, { title: t("page.errors.page_not_found") }));
}

function focusHeading(root) {
  if (root.contains(document.activeElement)) return; // the page has set the focus itself
  const heading = root.querySelector("h1");
  if (!heading) return;
  if (!heading.hasAttribute("tabindex")) heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
}

function markCurrentLink() {
  for (const link of document.querySelectorAll("#menu a")) {
    if (new URL(link.href).pathname === location.pathname) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function followLink(event) {
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

/** Show the first page, and listen for links and for Back. */
export function start(pages) {
  routes = pages;
  document.addEventListener("click", followLink);
  addEventListener("popstate", () => {
    if (location.pathname + location.search !== shownAddress) render({ isNavigation: true });
  });
  return render({ isNavigation: false });
}
