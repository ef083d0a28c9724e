// What this browser keeps of a round, to prove its deal by: the first commitment that was shown for it, where each card goes
// and the player's own seed from before they are sent, and the cards as they were shown first (decision 76). The latest
// rounds of a table stay.
const ROUNDS = 1000;
export const nameOf = (table, number) => `${table}#${number}`;
export const keptOf = (table, number) => { try { return JSON.parse(localStorage.getItem(nameOf(table, number))) ?? {}; } catch { return {}; } };

function keep(table, number, values) {
  try {
    localStorage.setItem(nameOf(table, number), JSON.stringify({ ...keptOf(table, number), ...values }));
    localStorage.removeItem(nameOf(table, number - ROUNDS));
  } catch { /* nothing can be kept: the proof says so */ }
}

/** Keep what a view shows: the commitment that binds the house from now on, and the cards of the round. */
export function keepShown({ id, view }) {
  if (view.commitment && !keptOf(id, view.committed).commitment) keep(id, view.committed, { commitment: view.commitment });
  const { seed, shown = {} } = keptOf(id, view.number);
  if (!view.round || seed === undefined) return;
  const now = Object.entries(shownIn(view.round)).map(([place, cards]) => [place, cards.map((card, n) => shown[place]?.[n] ?? card)]);
  keep(id, view.number, { shown: Object.fromEntries(now) });
}

/** Keep what goes into the shuffle, before it is sent. */
export const keepSent = ({ id, view }, seed) => keep(id, view.committed, { seed, seat: view.own[0], deals: view.deals });

/** The seed that was sent for the coming round already: what is tried again is tried with the same. */
export const sentSeed = ({ id, view }) => keptOf(id, view.committed).seed;

/** Every card that a round shows, by where it lies. */
export const shownIn = (round) => ({
  ...Object.fromEntries(round.hands.map((hand) => [["hole", hand.position], hand.hole])),
  ...Object.fromEntries(round.community.map((card, place) => [["community", place], [card]])),
  ...Object.fromEntries(round.bonus_cards.map((card, place) => [["bonus", place], [card]])),
});
