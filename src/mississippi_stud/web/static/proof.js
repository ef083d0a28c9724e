// "Prove this deal": what this browser kept from before the deal held against what the house reveals after it,
// with the browser's own cryptography.
import { html, nothing } from "./lit.js";
import { keptOf, nameOf, shownIn } from "./evidence.js";
import { capital, cardNames, say } from "./words.js";

const text = new TextEncoder();
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (string) => Uint8Array.from(string.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const PURPOSE = text.encode("mississippi-stud deck 1");
const ZERO = [0];
export const sha256 = async (...parts) => hex(await crypto.subtle.digest("SHA-256", joined(...parts)));

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

const RANKS = "23456789TJQKA", SUITS = "cdhs";
/** A card as people type it, and back. */
export const written = (card) => RANKS[card >> 2] + SUITS[card & 3];
const cardOf = ([rank, suit]) => 4 * RANKS.indexOf(rank) + SUITS.indexOf(suit);

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
  if ((await seatsOf(proof, table, number)).some(({ state }) => state === "wrong")) return "wrongHash";
  const deck = await shuffled(secret, Object.values(proof.seeds), proof.round_id);
  const claimed = proof.cards ? proof.cards.split(" ") : [];
  if (!proof.round_id.endsWith(nameOf(table, number)) || !claimed.every((card, place) => card === written(deck[place]))) return "wrongCards";
  if (unknown) return "notKept";
  const deals = kept.deals.filter(([name, place]) => name !== "hole" || place in proof.seeds);
  return follows(kept.shown ?? {}, deals, deck) && follows(shownIn(round), deals, deck) ? null : "wrongCards";
}

/** The part of every seat in the shuffle: its seed, the hash that this browser kept of it, and whether they agree. */
export async function seatsOf(proof, table, number) {
  const { hashes = {}, seat } = keptOf(table, number);
  return Promise.all(Object.entries(proof.seeds).map(async ([position, seed]) => {
    const own = Number(position) === seat, hash = hashes[position] ?? "";
    const state = own ? "own" : !seed ? "empty" : !hash ? "late" : (await seedHash(seed)) === hash ? "good" : "wrong";
    return { position, seed, hash, state };
  }));
}

/** All that went into a deal, for whoever wants to work it out with a program of their own; who was alone sees what would have come. */
export const partsOf = (proof, seats) => html`<dl class="parts"><div><dt>${say("commitment")}</dt><dd><code>${proof.commitment}</code></dd></div><div><dt>${say("secret")}</dt><dd><code>${proof.secret}</code></dd></div>
  ${seats.length === 1 && proof.cards ? html`<div class="dealt"><dt>${say("dealOrder")}</dt><dd>${capital(cardNames(proof.cards.split(" ").map(cardOf)))}</dd></div>` : nothing}
  ${seats.map(({ position, seed, hash, state }) => html`<div data-position=${position} class=${state}><dt>${say("seat", { number: position })}</dt>
    <dd>${say(`seedOf-${state}`)}<br>${seed ? html`${say("seedShown")} <code>${seed}</code>` : ""}${hash ? html`<br>${say("seedHash")} <code>${hash}</code>` : ""}</dd></div>`)}</dl>`;

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
