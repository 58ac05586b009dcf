// The games the server has, asked for once: names, sizes, rules. They do not change while a page lives.

import { get } from "./api.js";

/** @typedef {{slug: string, name: string, summary: string, rules: string, columns: number, cells: number,
 *   foundations: number, has_stock: boolean, hides_cards: boolean, one_tap: boolean, autoplays: string[]}} Game */

let asked = null;

/** @returns {Promise<Game[]>} in the order menus have */
export function allGames() {
  asked ??= get("/games").then(
    (answer) => answer.games,
    (error) => {
      asked = null; // a server that was away may be back
      throw error;
    },
  );
  return asked;
}

/** @returns {Promise<Game|undefined>} */
export async function gameOf(slug) {
  return (await allGames()).find((game) => game.slug === slug);
}
