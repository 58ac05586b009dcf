// Cards in motion. Every flight starts from where a card is seen, so it can be interrupted at any
// time; the element itself already lies where the flight ends.

const QUICK = 170;
const SOFT = "cubic-bezier(0.22, 0.8, 0.3, 1)";

const flights = new WeakMap(); // element -> its latest flight

const at = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Where a card is seen now, in flight, in hand or at rest. */
export function whereSeen(slot, spot) {
  if (!slot.classList.contains("held") && slot.getAnimations().length === 0) return spot;
  const { e, f } = new DOMMatrixReadOnly(getComputedStyle(slot).transform);
  return { x: e, y: f };
}

/** End a flight at once: the card lies where it belongs. */
export function stop(slot) {
  flights.delete(slot);
  slot.getAnimations().forEach((one) => one.cancel());
  slot.classList.remove("flying", "thin");
}

/**
 * Let a card fly; whoever calls has laid it, and set its height, where the flight ends. What is
 * pointed at through a thin one is what lies below it: so quick taps on the stock all deal.
 * @returns {Animation}
 */
export function fly(slot, from, to, { delay = 0, height = 200, isThin = false } = {}) {
  stop(slot);
  slot.classList.toggle("thin", isThin);
  const rest = slot.style.zIndex;
  const far = Math.hypot(from.x - to.x, from.y - to.y);
  slot.classList.add("flying");
  slot.style.zIndex = height;
  const flight = slot.animate([{ transform: at(from) }, { transform: at(to) }], {
    duration: QUICK + Math.min(90, far / 10),
    delay,
    easing: SOFT,
    fill: "backwards",
  });
  flights.set(slot, flight);
  const land = () => {
    if (flights.get(slot) !== flight) return; // a later flight has taken over
    flights.delete(slot);
    slot.style.zIndex = rest;
    slot.classList.remove("flying", "thin");
  };
  flight.finished.then(land, land);
  return flight;
}

/** A card is turned over. */
export function flip(slot, delay = 0) {
  const inner = slot.firstChild;
  inner.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], {
    duration: QUICK,
    delay,
    easing: "ease-out",
    fill: "backwards",
  });
}

export function fade(slot) {
  return slot.animate([{ opacity: 1 }, { opacity: 0 }], { duration: QUICK });
}

/** The cards of a won game leap off the table, the kings first. */
export async function cascade(board) {
  const box = board.node.getBoundingClientRect();
  const cards = [...board.spots].reverse();
  const leaps = cards.map(([slot, { x, y }], order) => {
    const side = order % 2 ? 1 : -1;
    const drift = side * (0.25 + ((order * 37) % 60) / 100) * box.width * 0.5;
    slot.classList.add("flying");
    slot.style.zIndex = 300 + order;
    return slot.animate(
      [
        { transform: at({ x, y }), easing: "cubic-bezier(0.2, 0.6, 0.5, 1)" },
        { transform: `${at({ x: x + drift * 0.4, y: y - 40 })} rotate(${side * 12}deg)`, easing: "cubic-bezier(0.5, 0, 0.9, 0.5)" },
        { transform: `${at({ x: x + drift, y: box.height + 80 })} rotate(${side * 50}deg)` },
      ],
      { duration: 900, delay: Math.min(order * 28, 900), fill: "none" },
    );
  });
  await Promise.allSettled(leaps.map((one) => one.finished));
  for (const [slot] of cards) slot.classList.remove("flying");
  board.relay();
}
