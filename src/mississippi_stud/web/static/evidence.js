// What this browser keeps of a round, to prove its deal by: the first commitment that was shown for it, where each card goes
// and the player's own seed from before they are sent, the hashes of the others' seeds from before any was opened, and the cards
// as they were shown first (decision 76). The latest rounds of a table stay.
const ROUNDS = 1000;
export const nameOf = (table, number) => `${table}#${number}`;
export const keptOf = (table, number) => { try { return JSON.parse(localStorage.getItem(nameOf(table, number))) ?? {}; } catch { return {}; } };

export function keep(table, number, values) {
  try {
    const name = nameOf(table, number), kept = JSON.stringify({ ...keptOf(table, number), ...values });
    if (kept === localStorage.getItem(name)) return;
    localStorage.setItem(name, kept);
    localStorage.removeItem(nameOf(table, number - ROUNDS));
  } catch { /* nothing can be kept: the proof says so */ }
}

/** Keep what a view shows: the commitment that binds the house from now on, and the cards of the round. */
export function keepShown({ id, view }) {
  if (view.commitment && !keptOf(id, view.committed).commitment) keep(id, view.committed, { commitment: view.commitment });
  keepHashes(id, view);
  const { seed, shown = {} } = keptOf(id, view.number);
  if (!view.round || seed === undefined) return;
  const now = Object.entries(shownIn(view.round)).map(([place, cards]) => [place, cards.map((card, n) => shown[place]?.[n] ?? card)]);
  keep(id, view.number, { shown: Object.fromEntries(now) });
}

/** Keep what the seats have published of their seeds, as long as none is open: from then on nobody can choose another. */
function keepHashes(id, view) {
  if (view.positions === view.own.length || view.seats.some(({ seed }) => seed !== null)) return;
  const hashes = Object.fromEntries(view.seats.filter(({ seed_hash: hash }) => hash).map(({ position, seed_hash: hash }) => [position, hash]));
  if (Object.keys(hashes).length && JSON.stringify(keptOf(id, view.committed).hashes) !== JSON.stringify(hashes)) keep(id, view.committed, { hashes });
}

/** Keep what goes into the shuffle, before it is sent. */
export const keepSent = ({ id, view }, seed) => keep(id, view.committed, { seed, seat: view.own[0], deals: view.deals });

/** The seed that was sent for the coming round already, or of which the hash was: what is tried again is tried with the same. */
export const sentSeed = ({ id, view }) => keptOf(id, view.committed).seed || keptOf(id, view.committed).planned;

/** Every card that a round shows, by where it lies. */
export const shownIn = (round) => ({
  ...Object.fromEntries(round.hands.map((hand) => [["hole", hand.position], hand.hole])),
  ...Object.fromEntries(round.community.map((card, place) => [["community", place], [card]])),
  ...Object.fromEntries(round.bonus_cards.map((card, place) => [["bonus", place], [card]])),
});
