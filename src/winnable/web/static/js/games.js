// The games the server offers, fetched once: they do not change while the page is open.

import { get } from "./api.js";

/** @typedef {{slug: string, name: string, summary: string, rules: string, columns: number, cells: number,
 *   foundations: number, has_stock: boolean, hides_cards: boolean, is_one_way: boolean, autoplays: string[]}} Game */

let games = null;

/** @returns {Promise<Game[]>} in menu order */
export function listGames() {
  games ??= get("/catalog").then(
    (answer) => answer.games,
    (error) => {
      games = null; // try again next time
      throw error;
    },
  );
  return games;
}

/** @returns {Promise<Game|undefined>} */
export async function findGame(slug) {
  return (await listGames()).find((game) => game.slug === slug);
}
