// The beginning of the page: settings, the header, a seat handed over by the command, the router.
// Every page is imported from here, so that nothing is fetched later: browsers do not fetch a module
// again whose dynamic import has failed, and a player whose server was away would have to reload.

import { post } from "./api.js";
import { show as showChooser } from "./chooser.js";
import { show as showHistory } from "./history.js";
import { openOptions } from "./options.js";
import { show as showPlayer } from "./player.js";
import { show as showReplay } from "./replay.js";
import { start } from "./router.js";
import { show as showRules } from "./rules.js";
import "./settings.js";
import { show as showStatistics } from "./statistics.js";
import { show as showTable } from "./table.js";

const ROUTES = [
  { pattern: /^\/$/, page: "chooser", show: showChooser },
  { pattern: /^\/t\/(?<key>[\w-]{1,64})$/, page: "table", show: showTable },
  { pattern: /^\/s\/(?<key>[\w-]{1,64})$/, page: "replay", show: showReplay },
  { pattern: /^\/statistics$/, page: "statistics", show: showStatistics },
  { pattern: /^\/history$/, page: "history", show: showHistory },
  { pattern: /^\/rules\/(?<slug>[^/]+)$/, page: "rules", show: showRules },
  { pattern: /^\/player$/, page: "player", show: showPlayer },
];

/** `winnable web` opens the browser with #seat=TOKEN: take it, and leave no trace of it in the address. */
async function takeSeat() {
  const token = new URLSearchParams(location.hash.slice(1)).get("seat");
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await post("/player/seat", { token });
  } catch {
    // An old token is no trouble: the browser plays for itself then.
  }
}

/** The header's menu folds away on a phone, and its last entry opens the options. */
function mindHeader() {
  const toggle = document.querySelector("[data-action='menu']");
  const menu = document.getElementById("menu");
  const open = (isOpen) => {
    toggle.setAttribute("aria-expanded", String(isOpen));
    menu.classList.toggle("open", isOpen);
  };
  toggle.addEventListener("click", () => open(toggle.getAttribute("aria-expanded") !== "true"));
  menu.addEventListener("click", (event) => {
    const isFolded = toggle.getAttribute("aria-expanded") === "true";
    open(false);
    if (isFolded) toggle.focus(); // what was pressed is out of sight now
    if (event.target.closest("[data-action='options']")) openOptions(); // gives the focus back there
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target) && !toggle.contains(event.target)) open(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || toggle.getAttribute("aria-expanded") !== "true") return;
    open(false);
    toggle.focus();
  });
}

mindHeader();
takeSeat().then(() => start(ROUTES));
