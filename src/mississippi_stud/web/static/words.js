// What is said and how it is written: sentences, names, amounts and cards in the reader's language. It knows no rule.
export const words = JSON.parse(document.getElementById("words").textContent);
const locale = document.documentElement.dataset.locale;

let labels = {}, currency;
/** Speak of a table from now on: in its currency, and by what things are called there. */
export function speakOf(seen, view = seen.view) { ({ labels } = seen); ({ currency } = view); }

export const say = (key, values = {}) => words.say[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const formats = {};
const format = (options) => (formats[JSON.stringify(options)] ??= new Intl.NumberFormat(locale, options));
const amount = (cents, options) => format({ style: "currency", currency, currencyDisplay: "narrowSymbol", ...options }).format(cents / 100);
export const money = (cents) => amount(cents);
export const signed = (cents) => amount(cents, { signDisplay: "exceptZero" });
export const LARGE = 100_000;
/** As `signed`, but large round amounts without their cents: for small places. */
export const brief = (cents) => amount(cents, { signDisplay: "exceptZero", trailingZeroDisplay: Math.abs(cents) < LARGE ? "auto" : "stripIfInteger" });
/** The number on a chip. */
export const onChip = (cents) => format({ notation: "compact" }).format(cents / 100).replace(/^0(?=\D)/, "").replace(/\s/, "");
/** An amount as it stands in a field. */
export const plain = (cents) => format({ minimumFractionDigits: 2, useGrouping: false }).format(cents / 100);
export const antes = (value, signDisplay = "exceptZero") =>
  format({ minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay }).format(value);
export const ratio = (text) => { const [top, bottom = "1"] = text.split("/"); return Number(top) / Number(bottom); };
export const capital = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
export const either = (things) => new Intl.ListFormat(locale, { type: "disjunction" }).format(things);
export const playName = (play) => words.terms[play] ?? `${play}×`;
export const label = (name) => labels[name] ?? words.terms[name] ?? name;

export const cardName = (card) =>
  card === null ? words.say.faceDown : say("of", { rank: words.ranks[card >> 2], suit: words.suits[card & 3] });
export const cardNames = (cards) => cards.map(cardName).join(", ");
