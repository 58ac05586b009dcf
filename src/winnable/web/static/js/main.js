// The beginning of the page: settings, the header, a seat handed over by the command, the router.

import { post } from "./api.js";
import { navigate, start } from "./router.js";
import "./settings.js";

export { navigate };

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
  menu.addEventListener("click", () => {
    const isFolded = toggle.getAttribute("aria-expanded") === "true";
    open(false);
    if (isFolded) toggle.focus(); // what was pressed is out of sight now
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target) && !toggle.contains(event.target)) open(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || toggle.getAttribute("aria-expanded") !== "true") return;
    open(false);
    toggle.focus();
  });
  menu.querySelector("[data-action='options']").addEventListener("click", async () => {
    const { openOptions } = await import("./options.js");
    openOptions();
  });
}

mindHeader();
// No await at this level: pages import this module, and would wait for it to end.
takeSeat().then(start);
