// Chips: an amount drawn as stacks of chips, each with its number; how many lie there follows from the amount alone.
import { html, svg, nothing } from "./lit.js";
import { onChip, words } from "./words.js";

const HIGH = 5, MOST = 20, THICK = 6.5, APART = 38;

/** The chips below `limit` that an amount is laid with, the largest first; of very many only the first are drawn. */
function discsOf(cents, limit = Infinity) {
  const found = [];
  for (const disc of words.discs.toReversed())
    for (; disc < limit && cents >= disc && found.length < MOST; cents -= disc) found.push(disc);
  return found;
}

/** What somebody has, its large chips changed as far as two stacks hold: who has won never seems to have less. */
export function change(cents, discs = discsOf(cents)) {
  for (const disc of discs.filter((each) => each > words.chips.at(-1))) {
    const more = [...discs.toSpliced(discs.indexOf(disc), 1), ...discsOf(disc, disc)].sort((one, other) => other - one);
    if (more.length <= 2 * HIGH) return change(cents, more);
  }
  return discs;
}

/** One chip, seen from above. */
export const chip = (disc, x = 0, y = 0) => svg`<g class="disc c${disc}" transform="translate(${x} ${y})">
  <circle class="side" cy="3" r="22" /><circle class="body" r="22" /><circle class="marks" r="18.500" /><circle class="inlay" r="13.500" />
  <text class=${onChip(disc).length > 2 ? "long" : ""} y="5">${onChip(disc)}</text></g>`;

/** An amount as stacks; `name` tells stacks apart from one drawing to the next. */
export function pile(cents, name, discs = discsOf(cents)) {
  const stacks = [];
  if (!discs.length) return nothing;
  while (discs.length) stacks.push(discs.splice(0, HIGH));
  const high = (stacks[0].length - 1) * THICK, wide = (stacks.length - 1) * APART;
  return html`<svg class="pile" data-pile=${name} data-cents=${cents} viewBox="-24 ${-24 - high} ${48 + wide} ${51 + high}" aria-hidden="true">
    ${stacks.map((stack, place) => stack.map((disc, level) => chip(disc, place * APART, -level * THICK)))}</svg>`;
}

/** The button face of a chip. */
export const face = (disc) => html`<svg viewBox="-24 -24 48 51" aria-hidden="true">${chip(disc)}</svg>`;
