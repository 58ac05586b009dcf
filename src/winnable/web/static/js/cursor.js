// The keyboard's way about the board: between piles by where they lie, within a pile card by card.

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Move the cursor for a key. @returns {boolean} whether the key was one of these */
export function moveCursor(board, key) {
  const { place, index } = board.cursor;
  if (key === "Home") board.point(place, 0);
  else if (key === "End") board.point(place);
  else if (WAYS[key]) step(board, WAYS[key], place, index);
  else return false;
  return true;
}

function step(board, [dx, dy], place, index) {
  const last = board.piles.get(place).length - 1;
  const isFan = place[0] === "t";
  if (isFan && dy && index + dy >= 0 && index + dy <= last) board.point(place, index + dy);
  else {
    const next = neighbour(board.layout, place, dx, dy);
    if (next) board.point(next);
  }
}

/** The nearest pile in a direction. */
function neighbour({ places, width, height }, from, dx, dy) {
  const here = places[from];
  let best = null;
  let least = Infinity;
  for (const [place, { x, y }] of Object.entries(places)) {
    const along = (x - here.x) * dx + (y - here.y) * dy;
    const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
    if (place === from || along < (dx ? width : height) * 0.4) continue;
    // Straight ahead is nearer than aslant; sideways there is no way up or down.
    if (dx && aside > height * 4) continue;
    const far = along + aside * 3;
    if (far < least) [best, least] = [place, far];
  }
  return best;
}
