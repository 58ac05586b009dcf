// Sets the theme and the felt before the first paint, so that the page does not flash in other colours.
// This is a classic script because modules run later. settings.js does the rest.
(function () {
  "use strict";
  var theme = "auto";
  var felt = "green";
  try {
    var settings = JSON.parse(localStorage.getItem("winnable.settings") || "{}");
    theme = settings.theme || theme;
    felt = settings.felt || felt;
  } catch (error) {
    // Without access to storage the system's theme is used.
  }
  var isDark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
  document.documentElement.dataset.felt = felt;
})();
