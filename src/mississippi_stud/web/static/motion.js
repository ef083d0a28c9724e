// What moves on the felt: chips that travel, sums that are counted up, a best hand that is celebrated. It sees elements only;
// everything is where it belongs before it moves, so nobody has to wait for it.
import { isStill } from "./settings.js";

const TRAVEL = 420, COUNT = 700, FEAST = 1800, COINS = 28;
const EASE = "cubic-bezier(.2, .7, .2, 1)";

const middle = (box) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
/** The way from one box to the middle of another, as a transform. */
const way = (from, to) => `translate(${middle(from).x - middle(to).x}px, ${middle(from).y - middle(to).y}px)`;
const boxOf = (root, selector) => root.querySelector(selector)?.getBoundingClientRect();
const piles = (root) => [...root.querySelectorAll(".spot .pile")];

/** The stacks as they lie now, to be compared with how they lie after the next drawing. */
export const laid = (root) => isStill() || !root.querySelector(".spot") ? null : new Map(piles(root).map((pile) => [pile.dataset.pile, {
  cents: Number(pile.dataset.cents), box: pile.getBoundingClientRect(), copy: pile.cloneNode(true) }]));

function arrive(pile, from) {
  pile.animate([{ transform: way(from, pile.getBoundingClientRect()), opacity: 0.4 }, { opacity: 1, offset: 0.3 }, { transform: "none" }], { duration: TRAVEL, easing: EASE });
}

/** A copy of a stack that is gone goes its way, and vanishes there. */
function leave(root, { copy, box }, to) {
  const felt = root.querySelector(".felt"), home = felt.getBoundingClientRect();
  copy.classList.add("leaving");
  felt.append(copy);
  copy.style.left = `${box.x - home.x - felt.clientLeft}px`;
  copy.style.top = `${box.y - home.y - felt.clientTop}px`;
  copy.style.width = `${box.width}px`;
  copy.animate([{ transform: "none" }, { transform: way(to, box), opacity: 0.2 }], { duration: TRAVEL, easing: "ease-in" }).finished.then(() => copy.remove(), () => copy.remove());
}

/** Let the chips travel that lie elsewhere than before: from the rack or `from`, and to and from the house's tray. Gives how many. */
export function travel(root, before, from) {
  if (!before || isStill() || !root.querySelector(".spot")) return 0;
  const tray = boxOf(root, ".tray"), rack = boxOf(root, ".rack .pile") ?? boxOf(root, ".rack");
  const now = piles(root), names = new Set(now.map((pile) => pile.dataset.pile));
  const come = now.filter((pile) => Number(pile.dataset.cents) > (before.get(pile.dataset.pile)?.cents ?? 0));
  for (const pile of come) arrive(pile, pile.dataset.pile.startsWith("won ") ? tray : from ?? rack);
  const gone = [...before].filter(([name]) => !names.has(name));
  for (const [name, pile] of gone) leave(root, pile, root.querySelector(`.spot[data-wager="${name.split(" ")[1]}"]`)?.matches(".lose, .forfeit") ? tray : rack);
  return come.length + gone.length;
}

/** Count a sum up, in the text that is there already. */
export function countUp(element, cents, written) {
  const text = element && [...element.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  if (!text || isStill()) return;
  const whole = text.data, began = performance.now();
  const step = (now) => {
    const part = Math.min(1, Math.max(0, now - began) / COUNT);
    if (!text.isConnected || (part > 0 && text.shown !== text.data)) return; // something else is written there meanwhile
    text.data = text.shown = part < 1 ? written(Math.round(cents * (1 - (1 - part) * (1 - part)))) : whole;
    if (part < 1) requestAnimationFrame(step);
  };
  text.data = text.shown = written(0);
  requestAnimationFrame(step);
}

/** Gold falls over the felt, for a moment. */
export function celebrate(felt) {
  if (isStill()) return;
  const layer = document.createElement("div"), { width, height } = felt.getBoundingClientRect();
  layer.className = "feast";
  layer.setAttribute("aria-hidden", "true");
  for (let number = 0; number < COINS; number += 1) {
    const coin = layer.appendChild(document.createElement("i")), across = Math.random() * width, drift = (Math.random() - 0.5) * 80;
    coin.animate([{ transform: `translate(${across}px, -20px) rotate(0)`, opacity: 1 }, { opacity: 1, offset: 0.7 },
      { transform: `translate(${across + drift}px, ${height * (0.6 + Math.random() * 0.4)}px) rotate(${Math.random() * 900}deg)`, opacity: 0 }],
    { duration: FEAST * (0.6 + Math.random() * 0.4), delay: Math.random() * 250, easing: "cubic-bezier(.3, .1, .7, 1)", fill: "both" });
  }
  felt.append(layer);
  setTimeout(() => layer.remove(), FEAST + 300);
}
