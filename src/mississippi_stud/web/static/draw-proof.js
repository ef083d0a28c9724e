// "Check this draw": the file of a draw held against what was committed to before it, with the browser's own cryptography.
// The method is that of docs/promotions.md, and what is found wrong has the name of a sentence.
const text = new TextEncoder();
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (string) => Uint8Array.from(string.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const DRAW = "mississippi-stud draw 1\0", SEED = "mississippi-stud draw seed 1\0", WORDS = 2n ** 64n, MOST = 2n ** 63n, AT_ONCE = 4096;
const [LEAF, NODE] = [Uint8Array.of(0), Uint8Array.of(1)];

const joined = (...parts) => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((place, part) => { whole.set(part, place); return place + part.length; }, 0);
  return whole;
};
const hash = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

/** The hash by which a scrutineer seals a seed. */
export const sealed = async (seed) => hex(await hash(text.encode(SEED), text.encode(seed)));
/** Whether a seed can be sealed: one that can be guessed cannot. */
export const sealable = (seed) => { const { length } = [...seed]; return length >= 32 && length <= 128 && !/[^\P{Z} ]|\p{C}/u.test(seed); };

/** Work on a long list in parts, so that the page goes on answering. */
async function each(list, work) {
  const done = [];
  for (let from = 0; from < list.length; from += AT_ONCE) done.push(...await Promise.all(list.slice(from, from + AT_ONCE).map(work)));
  return done;
}
const leaf = ([number, holder, weight]) => {
  const numbers = new DataView(new ArrayBuffer(16));
  numbers.setBigUint64(0, BigInt(number));
  numbers.setBigUint64(8, BigInt(weight));
  return hash(LEAF, new Uint8Array(numbers.buffer), text.encode(holder));
};
/** The root of a list of entries: a Merkle tree as in RFC 9162. */
async function rootOf(entries) {
  if (!entries.length) return hex(await hash());
  let level = await each(entries, leaf);
  while (level.length > 1) {
    const pairs = Array.from({ length: level.length >> 1 }, (_, place) => [level[2 * place], level[2 * place + 1]]);
    level = [...await each(pairs, ([left, right]) => hash(NODE, left, right)), ...(level.length % 2 ? level.slice(-1) : [])];
  }
  return hex(level[0]);
}

/** Numbers of 64 bits without end, four to a block. */
async function* numbers(secret, message) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let counter = 0n; ; counter++) {
    const place = new DataView(new ArrayBuffer(8));
    place.setBigUint64(0, counter);
    const block = new DataView(await crypto.subtle.sign("HMAC", key, joined(message, new Uint8Array(place.buffer))));
    for (let word = 0; word < 4; word++) yield block.getBigUint64(8 * word);
  }
}
/** The place of the span in which a number falls, by the ends of the spans. */
function spanOf(ends, number) {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ends[middle] > number) high = middle; else low = middle + 1;
  }
  return low;
}
/** The numbers of the entries in the order in which they are drawn, as many as are asked for. */
async function order(record, secret, most) {
  const found = [], chance = numbers(secret, text.encode(`${DRAW}${record.draw}\0${record.root}\0${record.seed}\0`));
  let left = record.entries;
  while (left.length && found.length < most) {
    let whole = 0n, gone = 0n;
    const ends = left.map((entry) => (whole += BigInt(entry[2]))), out = new Set(), limit = WORDS - (WORDS % whole);
    while (2n * gone < whole && found.length < most) {
      const { value: number } = await chance.next(), place = number < limit ? spanOf(ends, number % whole) : -1;
      if (place < 0 || out.has(place)) continue;
      out.add(place);
      gone += BigInt(left[place][2]);
      found.push(left[place][0]);
    }
    left = left.filter((_, place) => !out.has(place));
  }
  return found;
}

/** What is wrong with a draw, by the name of a sentence; null if it is good. `noted` is what this browser saw published before. */
export async function flawOf(record, noted, winners) {
  if (["root", "commitment", "seed_commitment"].some((name) => noted[name] && record[name] && noted[name] !== record[name])) return "otherPublished";
  const whole = record.entries.reduce((sum, [, , weight]) => sum + BigInt(weight), 0n);
  if (whole > MOST || !record.entries.every(([number, , weight], place) => number === place + 1 && weight >= 1)) return "otherEntries";
  if (await rootOf(record.entries) !== record.root) return "otherEntries";
  const secret = bytesOf(record.secret);
  if (secret.length !== 32 || hex(await hash(text.encode(DRAW), secret)) !== record.commitment) return "otherSecret";
  if (record.seed_commitment && await sealed(record.seed) !== record.seed_commitment) return "otherSeed";
  const drawn = await order(record, secret, record.drawn.length);
  if (drawn.length !== record.drawn.length || drawn.some((number, place) => number !== record.drawn[place])) return "otherDrawn";
  return winners.every(({ entry, place, holder }) => drawn[place - 1] === entry && record.entries[entry - 1][1] === holder) ? null : "otherWinners";
}
