// Starts the page: settings, header, sign-in, router.
// Every page is imported from here, so that nothing has to be fetched later: browsers do not fetch a
// module again whose dynamic import has failed, and a player whose server was away would have to
// reload. index.html preloads all modules.

import { post } from "./api.js";
import { show as showAnalysis } from "./analysis-page.js";
import { show as showCheck } from "./check-page.js";
import { show as showDeal } from "./deal-page.js";
import { show as showGame } from "./game-page.js";
import { show as showHistory } from "./history-page.js";
import { show as showHome } from "./home-page.js";
import { openOptionsDialog } from "./options-dialog.js";
import { show as showPlayer } from "./player-page.js";
import { show as showReplay } from "./replay-page.js";
import { start } from "./router.js";
import { show as showRules } from "./rules-page.js";
import "./settings.js";
import { show as showStatistics } from "./statistics-page.js";

const ROUTES = [
  { pattern: /^\/$/, page: "home", show: showHome },
  { pattern: /^\/play\/(?<key>[\w-]{1,64})$/, page: "game", show: showGame },
  { pattern: /^\/analysis\/(?<key>[\w-]{1,64})$/, page: "analysis", show: showAnalysis },
  { pattern: /^\/s\/(?<key>[\w-]{1,64})$/, page: "replay", show: showReplay },
  { pattern: /^\/statistics$/, page: "statistics", show: showStatistics },
  { pattern: /^\/history$/, page: "history", show: showHistory },
  { pattern: /^\/rules\/(?<slug>[^/]+)$/, page: "rules", show: showRules },
  { pattern: /^\/deals$/, page: "deal", show: showDeal },
  { pattern: /^\/deals\/(?<number>[^/]+)$/, page: "deal", show: showDeal },
  { pattern: /^\/player$/, page: "player", show: showPlayer },
  { pattern: /^\/check$/, page: "check", show: showCheck },
];

/** `winnable web` opens the browser with #token=TOKEN: use the token and remove it from the address. */
async function signIn() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    await post("/player/local", { token });
  } catch {
    // An old token does no harm: the browser keeps its own player.
  }
}

/** On a phone the header's menu folds away. */
function setUpHeader() {
  const toggle = document.querySelector("[data-action='menu']");
  const menu = document.getElementById("menu");
  const isOpen = () => toggle.getAttribute("aria-expanded") === "true";
  const setOpen = (value) => {
    toggle.setAttribute("aria-expanded", String(value));
    menu.classList.toggle("open", value);
  };
  toggle.addEventListener("click", () => setOpen(!isOpen()));
  menu.addEventListener("click", (event) => {
    if (isOpen()) {
      setOpen(false);
      toggle.focus(); // the entry that was pressed is hidden now
    }
    // After that: the dialog gives the focus back to where it was.
    if (event.target.closest("[data-action='options']")) openOptionsDialog();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target) && !toggle.contains(event.target)) setOpen(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !isOpen()) return;
    setOpen(false);
    toggle.focus();
  });
}

setUpHeader();
signIn().then(() => start(ROUTES));
