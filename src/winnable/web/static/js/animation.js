// Moving cards. An animation starts where the card is seen, so it can be interrupted at any time; the
// element itself is already placed where the animation ends.

import { parseMove, pileOf, placesOf } from "./view.js";

const DURATION = 170;
const EASING = "cubic-bezier(0.22, 0.8, 0.3, 1)";

const running = new WeakMap(); // element -> its latest animation

const translate = ({ x, y }) => `translate(${x}px, ${y}px)`;

/**
 * When one change moves several cards, in which order they start: the player's move first, then the
 * auto-moves one by one.
 * @param {import("./view.js").View} view the view before
 * @param {(string|null)[]} moves
 * @returns {Map<string, number>} card -> the number of the last move that moves it
 */
export function animationOrder(view, moves) {
  const piles = new Map(placesOf(view).map((place) => [place, [...pileOf(view, place)]]));
  const order = new Map();
  moves.forEach((move, number) => {
    const parts = parseMove(move);
    if (!parts || !piles.has(parts.source) || !piles.has(parts.target)) return;
    const moved = piles.get(parts.source).splice(-parts.count);
    piles.get(parts.target).push(...moved);
    for (const card of moved) order.set(card, number);
  });
  return order;
}

/** Where a card is seen now: in motion, dragged, or at rest at `position`. */
export function visiblePosition(item, position) {
  if (!item.classList.contains("dragged") && item.getAnimations().length === 0) return position;
  const { e, f } = new DOMMatrixReadOnly(getComputedStyle(item).transform);
  return { x: e, y: f };
}

/** End an animation at once. */
export function stop(item) {
  running.delete(item);
  item.getAnimations().forEach((animation) => animation.cancel());
  item.classList.remove("moving", "click-through");
}

/**
 * Slide a card that is already placed where the animation ends. Taps go through an `isClickThrough`
 * card to what is below it, so that quick taps on the stock all deal.
 * @returns {Animation}
 */
export function slide(item, from, to, { delay = 0, zIndex = 200, isClickThrough = false } = {}) {
  stop(item);
  item.classList.toggle("click-through", isClickThrough);
  const zIndexAtRest = item.style.zIndex;
  const distance = Math.hypot(from.x - to.x, from.y - to.y);
  item.classList.add("moving");
  item.style.zIndex = zIndex;
  const animation = item.animate([{ transform: translate(from) }, { transform: translate(to) }], {
    duration: DURATION + Math.min(90, distance / 10),
    delay,
    easing: EASING,
    fill: "backwards",
  });
  running.set(item, animation);
  const finish = () => {
    if (running.get(item) !== animation) return; // a later animation has taken over
    running.delete(item);
    item.style.zIndex = zIndexAtRest;
    item.classList.remove("moving", "click-through");
  };
  animation.finished.then(finish, finish);
  return animation;
}

/** Turn a card over. */
export function flip(item, delay = 0) {
  item.firstChild.animate([{ transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], {
    duration: DURATION,
    delay,
    easing: "ease-out",
    fill: "backwards",
  });
}

export function fade(item) {
  return item.animate([{ opacity: 1 }, { opacity: 0 }], { duration: DURATION });
}

/** Promises that a card has arrived where it slides to. */
export function arrival(item) {
  return item.getAnimations().map((animation) => animation.finished);
}

const GRAVITY = 3.2; // board heights a second, each second
const BOUNCE = 0.72; // how much of its speed a card keeps
const FRAME = 1 / 30; // seconds
const LONGEST_FLIGHT = 2.4; // seconds

/** The cards of a won game bounce off the board, kings first. A key or a press ends it. */
export async function celebrate(board) {
  const room = board.node.getBoundingClientRect();
  const cards = [...board.positions].sort(([one], [other]) => other.style.zIndex - one.style.zIndex);
  const flights = cards.map(([item, from], order) => {
    item.classList.add("moving");
    item.style.zIndex = 300 + cards.length - order;
    const frames = flight(from, order, room, board.layout);
    const duration = frames.length * FRAME * 1000;
    return item.animate(frames, { duration, delay: Math.min(order * 45, 1500 + order * 10), fill: "forwards" });
  });
  const land = () => flights.forEach((one) => one.cancel());
  const listening = new AbortController();
  for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, land, { signal: listening.signal });
  await Promise.allSettled(flights.map((one) => one.finished));
  listening.abort();
  land();
  for (const [item] of cards) item.classList.remove("moving");
  board.arrange();
}

/** Keyframes of a card that leaps to one side and bounces until it is out of sight. */
function flight(from, order, room, { width, height }) {
  const chance = ((order * 37) % 60) / 60; // so that no two fly alike
  const speed = (order % 2 ? 1 : -1) * (0.4 + 0.5 * chance) * room.width;
  const floor = room.height - height;
  let { x, y } = from;
  let down = -(0.3 + 0.5 * chance) * room.height;
  const frames = [];
  for (let time = 0; time < LONGEST_FLIGHT && x > -2 * width && x < room.width + 2 * width; time += FRAME) {
    frames.push({ transform: translate({ x, y }), opacity: 1 });
    x += speed * FRAME;
    y += down * FRAME;
    down += GRAVITY * room.height * FRAME;
    if (y > floor) [y, down] = [floor, -BOUNCE * Math.abs(down)];
  }
  return [...frames, { transform: translate({ x, y }), opacity: 0 }];
}
