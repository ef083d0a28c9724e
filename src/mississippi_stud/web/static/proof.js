// "Prove this deal": the house's commitment, secret and shuffle checked here, in the browser, with its own cryptography.
const text = new TextEncoder();
const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (string) => Uint8Array.from(string.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const PURPOSE = text.encode("mississippi-stud deck 1");
const ZERO = [0];

async function shuffled(secret, seed, roundId) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const prefix = joined(PURPOSE, ZERO, text.encode(roundId), ZERO, text.encode(seed), ZERO);
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
  return deck.map((card) => "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]);
}

const written = (cards) => cards.filter((card) => card !== null).map((card) => "23456789TJQKA"[card >> 2] + "cdhs"[card & 3]);

/**
 * What is wrong with a proof, or null if it is good. It is held against what the player saw: the commitment shown
 * before the wagers, and the cards shown on the table.
 */
export async function flaw(proof, commitment, view) {
  const secret = bytesOf(proof.secret);
  const own = hex(await crypto.subtle.digest("SHA-256", joined(PURPOSE, ZERO, secret)));
  if (secret.length !== 32 || own !== proof.commitment || own !== commitment) return "wrongCommitment";
  const deck = await shuffled(secret, proof.seed, proof.round_id);
  const claimed = proof.cards ? proof.cards.split(" ") : [];
  if (!claimed.every((card, place) => card === deck[place])) return "wrongCards";
  const hole = view ? written(view.hands[0].hole) : [], community = view ? written(view.community) : [];
  const seen = [...hole, ...community];
  return seen.every((card, place) => card === deck[place]) ? null : "wrongCards";
}
