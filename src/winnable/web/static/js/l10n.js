// What people read, in their language. The strings are in files (winnable/l10n/languages), one for
// each language; strings.js is made from them by the server.
// The language is the one chosen in the options, else the browser's. Dates and numbers follow the
// reader's own region where it belongs to that language.

import { language, languages, texts } from "./strings.js";

export { language, languages };

/** "de-AT" for a reader in Austria. */
export const locale = navigator.languages.find((tag) => tag.toLowerCase().split("-")[0] === language) ?? language;

const COOKIE = "language";
const YEAR = 31_536_000; // seconds
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(locale);

/**
 * The text with a key. `{{name}}` in it is replaced by a value, numbers as the reader writes them
 * (what is no quantity, such as a deal's number, is given as text); `count` chooses the plural form.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
  const text = texts[key] ?? texts[`${key}_${plurals.select(values.count)}`];
  if (text === undefined) throw new Error(`there is no text ${key}`);
  return text.replace(/{{(\w+)}}/g, (_, name) => {
    const value = values[name];
    return typeof value === "number" ? numbers.format(value) : String(value);
  });
}

/** ["2♥", "3♥", "4♥"] → "2♥, 3♥ and 4♥". @param {string[]} list */
export function join(list) {
  const [last, ...others] = [...list].reverse();
  return others.length ? t("list.and", { most: others.reverse().join(", "), last }) : (last ?? "");
}

/** The language chosen in the options, or null where the browser's counts. */
export function chosenLanguage() {
  return new RegExp(`(?:^|; )${COOKIE}=(\\w+)`).exec(document.cookie)?.[1] ?? null;
}

/** A page that stayed open while another language was chosen in another tab is loaded again. */
function followChoice() {
  if (!document.hidden && chosenLanguage() !== choiceAtStart) location.reload();
}

const choiceAtStart = chosenLanguage();
document.addEventListener("visibilitychange", followChoice);
addEventListener("pageshow", followChoice);

/** Choose a language, null for the browser's; the page is loaded again, in it. */
export function chooseLanguage(code) {
  document.cookie = `${COOKIE}=${code ?? ""}; path=/; samesite=lax; max-age=${code === null ? 0 : YEAR}`;
  location.reload();
}
