// Which element shows which card: its own if it was in sight before, the one that is turned over
// where it lies, or a new one. A face-down card is known by its place alone.

import { pileOf } from "./layout.js";
import { turnSlot } from "./slots.js";
import { DOWN } from "./words.js";

/**
 * @param {import("./layout.js").View} view
 * @param {Map<string, HTMLElement[]>} piles place -> the elements that lie there now
 * @param {(card: string) => HTMLElement} make
 * @returns {{rows: Map<string, HTMLElement[]>, born: Set<HTMLElement>, turned: Set<HTMLElement>,
 *   gone: HTMLElement[]}} the elements of each place from now on; which are new, which were turned
 *   over, and which are no longer in sight
 */
export function seat(view, piles, make) {
  const all = [...piles.values()].flat();
  const known = new Map(all.map((slot) => [slot.dataset.card, slot]));
  const used = new Set();
  const take = (slot) => {
    if (!slot || used.has(slot)) return null;
    used.add(slot);
    return slot;
  };
  const rows = new Map();
  for (const [place, old] of piles) {
    const lying = (index) => (old[index]?.dataset.card === DOWN ? old[index] : null);
    rows.set(
      place,
      pileOf(view, place).map((card, index) => take(card === DOWN ? lying(index) : known.get(card))),
    );
  }
  const born = new Set();
  const turned = new Set();
  for (const [place, row] of rows) {
    pileOf(view, place).forEach((card, index) => {
      if (row[index]) return;
      const there = take(piles.get(place)[index]);
      if (there) {
        turnSlot(there, card);
        turned.add(there);
      }
      row[index] = there ?? make(card);
      if (!there) born.add(row[index]);
    });
  }
  return { rows, born, turned, gone: all.filter((slot) => !used.has(slot)) };
}
