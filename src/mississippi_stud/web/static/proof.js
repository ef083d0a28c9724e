// "Prove this deal": what this browser kept from before the deal held against what the house reveals after it,
// with the browser's own cryptography.
const text = new TextEncoder();
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (string) => Uint8Array.from(string.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const PURPOSE = text.encode("mississippi-stud deck 1");
const ZERO = [0];
const sha256 = async (...parts) => hex(await crypto.subtle.digest("SHA-256", joined(...parts)));

/** What a seat publishes of a seed before anybody's is opened. */
export const seedHash = (seed) => sha256(text.encode("mississippi-stud seed 1"), ZERO, text.encode(seed));

async function shuffled(secret, seeds, roundId) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const prefix = joined(PURPOSE, ZERO, text.encode([roundId, ...seeds, ""].join("\0")));
  let counter = 0, numbers = [];
  const next = async () => {
    if (!numbers.length) {
      const place = new DataView(new ArrayBuffer(8));
      place.setUint32(4, counter++);
      const block = new DataView(await crypto.subtle.sign("HMAC", key, joined(prefix, new Uint8Array(place.buffer))));
      numbers = Array.from({ length: 8 }, (_, n) => block.getUint32(4 * n));
    }
    return numbers.shift();
  };
  const deck = Array.from({ length: 52 }, (_, card) => card);
  for (let last = 51; last > 0; last--) {
    const bound = last + 1, limit = 2 ** 32 - (2 ** 32 % bound);
    let number = await next();
    while (number >= limit) number = await next();
    const chosen = number % bound;
    [deck[last], deck[chosen]] = [deck[chosen], deck[last]];
  }
  return deck;
}

const written = (card) => "23456789TJQKA"[card >> 2] + "cdhs"[card & 3];

// What is kept of a round: the first commitment that was shown for it, where each card goes and the player's own seed
// from before they are sent, and the cards as they were shown first (decision 76). The latest rounds of a table stay.
const ROUNDS = 1000;
const nameOf = (table, number) => `${table}#${number}`;
const keptOf = (table, number) => { try { return JSON.parse(localStorage.getItem(nameOf(table, number))) ?? {}; } catch { return {}; } };

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
const shownIn = (round) => ({
  ...Object.fromEntries(round.hands.map((hand) => [["hole", hand.position], hand.hole])),
  ...Object.fromEntries(round.community.map((card, place) => [["community", place], [card]])),
  ...Object.fromEntries(round.bonus_cards.map((card, place) => [["bonus", place], [card]])),
});

/** Whether what was shown lies where the deck puts it. */
function follows(shown, deals, deck) {
  const met = {};
  return deals.every((place, drawn) => {
    const card = shown[place]?.[met[place] = (met[place] ?? -1) + 1] ?? null;
    return card === null || card === deck[drawn];
  });
}

/** What is wrong with a proof, by the name of a sentence; null if it is good. */
export async function flaw(proof, table, number, round) {
  const kept = keptOf(table, number), unknown = kept.seed === undefined;
  const secret = bytesOf(proof.secret);
  const own = await sha256(PURPOSE, ZERO, secret);
  if (secret.length !== 32 || own !== proof.commitment || own !== (kept.commitment ?? own)) return "wrongCommitment";
  if (!unknown && proof.seeds[kept.seat] !== kept.seed) return "wrongSeed";
  const deck = await shuffled(secret, Object.values(proof.seeds), proof.round_id);
  const claimed = proof.cards ? proof.cards.split(" ") : [];
  if (!proof.round_id.endsWith(nameOf(table, number)) || !claimed.every((card, place) => card === written(deck[place]))) return "wrongCards";
  if (unknown) return "notKept";
  const deals = kept.deals.filter(([name, place]) => name !== "hole" || place in proof.seeds);
  return follows(kept.shown ?? {}, deals, deck) && follows(shownIn(round), deals, deck) ? null : "wrongCards";
}

/** What is wrong with the proof of a shared round, of which this browser kept nothing; null if the cards follow from it. */
export async function flawOfShared(proof, { table, number, commitment, steps }) {
  const secret = bytesOf(proof.secret), { view } = steps.at(-1);
  const own = await sha256(PURPOSE, ZERO, secret);
  if (secret.length !== 32 || own !== proof.commitment || own !== commitment) return "wrongCommitment";
  const deck = await shuffled(secret, Object.values(proof.seeds), proof.round_id);
  const deals = steps[0].view.deals.filter(([name, place]) => name !== "hole" || place in proof.seeds);
  const named = proof.round_id.endsWith(nameOf(table, number)), claimed = proof.cards ? proof.cards.split(" ") : [];
  return named && claimed.every((card, place) => card === written(deck[place])) && follows(shownIn(view.round), deals, deck) ? null : "wrongCards";
}
