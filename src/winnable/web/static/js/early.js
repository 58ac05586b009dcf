// Sets the theme before the first paint, so that a dark room sees no white flash.
// A classic script on purpose: modules wait for the document. settings.js does the rest.
(function () {
  "use strict";
  var chosen = "auto";
  try {
    chosen = JSON.parse(localStorage.getItem("winnable.settings") || "{}").theme || "auto";
  } catch (error) {
    // Storage may be closed to us; the system's theme will do.
  }
  var dark = chosen === "dark" || (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
