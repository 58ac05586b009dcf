// Sets the theme before the first paint, so that a dark page does not flash white.
// This is a classic script because modules run later. settings.js does the rest.
(function () {
  "use strict";
  var theme = "auto";
  try {
    theme = JSON.parse(localStorage.getItem("winnable.settings") || "{}").theme || "auto";
  } catch (error) {
    // Without access to storage the system's theme is used.
  }
  var isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
})();
