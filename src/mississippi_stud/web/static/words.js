// What is said and how it is written: sentences, names, amounts and cards in the reader's language. It knows no rule.
export const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");
const locale = document.documentElement.dataset.locale;

let labels = {}, currency, contest;
/** Speak of a table from now on: in its currency or the chips of its tournament, and by what things are called there. */
export function speakOf(seen, view = seen.view) { ({ labels } = seen); ({ currency, contest } = view); }

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
export const say = (key, values = {}) => fill(words.say[key], values);
const formats = {};
const format = (options) => (formats[JSON.stringify(options)] ??= new Intl.NumberFormat(locale, options));
/** What tells money from the chips of a tournament, which are worth nothing outside it. */
const unit = () => (contest ? { maximumFractionDigits: 2 } : { style: "currency", currency, currencyDisplay: "narrowSymbol" });
const amount = (cents, options) => format({ ...unit(), ...options }).format(cents / 100);
export const money = (cents) => amount(cents);
export const signed = (cents) => amount(cents, { signDisplay: "exceptZero" });
export const LARGE = 100_000;
const bare = (cents, least, options) => amount(cents, { trailingZeroDisplay: Math.abs(cents) < least ? "auto" : "stripIfInteger", ...options });
/** An amount for a small place: without its cents if there are none and it is `least` or more. */
export const short = (cents, least = LARGE) => bare(cents, least);
/** As `signed`, but large round amounts without their cents; where it is very narrow all are, and large ones in whole units. */
export const brief = (cents, narrow = false) => bare(cents, narrow ? 0 : LARGE,
  { signDisplay: "exceptZero", ...(narrow && Math.abs(cents) >= LARGE ? { minimumFractionDigits: 0, maximumFractionDigits: 0, roundingMode: "trunc" } : {}) });
/** The number on a chip. */
export const onChip = (cents) => format({ notation: "compact" }).format(cents / 100).replace(/^0(?=\D)/, "").replace(/\s/, "");
/** An amount as it stands in a field. */
export const plain = (cents) => format({ minimumFractionDigits: 2, useGrouping: false }).format(cents / 100);
export const antes = (value, signDisplay = "exceptZero") =>
  format({ minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay }).format(value);
const HOUR = 60;
/** So many minutes, in hours and minutes. */
export const duration = (minutes) => [[Math.floor(minutes / HOUR), "hour"], [minutes % HOUR, "minute"]].filter(([count, unit]) => count || (unit === "minute" && minutes < HOUR))
  .map(([count, unit]) => format({ style: "unit", unit, unitDisplay: "short" }).format(count)).join(" ");
let times;
/** A moment in microseconds since 1970, as the reader's clock shows it; what writes it is slow to make, and few pages need it. */
export const moment = (at) => (times ??= new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" })).format(at / 1000).replace(" h ", "\u00a0h\u00a0");
export const ratio = (text) => { const [top, bottom = "1"] = text.split("/"); return Number(top) / Number(bottom); };
export const capital = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
export const either = (things) => new Intl.ListFormat(locale, { type: "disjunction" }).format(things);
/** A play as its button has it, and as a sentence has it. */
export const playName = (play) => words.terms[play] ?? `${play}×`;
export const playTold = (play) => words.say[`play-${play}`] ?? `${play}×`;
/** An amount as people type it, in cents, or null. */
export function typed(text) {
  const found = /^(\d{0,12})(?:[.,](\d{0,2}))?$/.exec(text.replace(/[\s\p{Sc}]/gu, ""));
  return found && (found[1] || found[2]) ? Number(found[1] || 0) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}
export const label = (name) => labels[name] ?? words.terms[name] ?? name;

export const cardName = (card) =>
  card === null ? words.say.faceDown : say("of", { rank: words.ranks[card >> 2], suit: words.suits[card & 3] });
export const cardNames = (cards) => cards.map(cardName).join(", ");
