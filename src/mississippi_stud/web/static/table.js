// A round drawn as a table seen from the player's seat; used by the game and by the history.
import { html, svg, nothing, classMap } from "./lit.js";

export const words = JSON.parse(document.getElementById("words").textContent);
const locale = document.documentElement.dataset.locale;

export const say = (key, values = {}) => words.say[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const formats = {};
const format = (options) => (formats[JSON.stringify(options)] ??= new Intl.NumberFormat(locale, options));
export const money = (cents, currency = "CAD", signDisplay = "auto") =>
  format({ style: "currency", currency, currencyDisplay: "narrowSymbol", signDisplay }).format(cents / 100);
export const signed = (cents) => money(cents, "CAD", "exceptZero");
const LARGE = 100_000;
/** As `signed`, but large round amounts without their cents: for small places. */
const brief = (cents) => format({ style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol", signDisplay: "exceptZero",
  trailingZeroDisplay: Math.abs(cents) < LARGE ? "auto" : "stripIfInteger" }).format(cents / 100);
export const antes = (value, signDisplay = "exceptZero") =>
  format({ minimumFractionDigits: 3, maximumFractionDigits: 3, signDisplay }).format(value);
export const ratio = (text) => { const [top, bottom = "1"] = text.split("/"); return Number(top) / Number(bottom); };
export const capital = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
export const playName = (play) => (play === "fold" ? words.terms.fold : `${play}×`);
export const handName = (made) => words.terms[made] ?? words.names[made.replaceAll("-", " ")] ?? made;

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];
// Our own drawings of the four suits, on a field of 32 by 32; in the public domain (CC0).
const SUITS = [
  "M16 2.500a6.300 6.300 0 0 1 5.200 9.900A6.300 6.300 0 1 1 17.600 22.400c.3 3 1.300 5.100 3.400 7.100H11c2.100-2 3.100-4.100 3.400-7.100a6.300 6.300 0 1 1-3.600-10A6.300 6.300 0 0 1 16 2.500z",
  "M16 1.500c3 5 6 9.500 10 14.500-4 5-7 9.500-10 14.500-3-5-6-9.500-10-14.500 4-5 7-9.500 10-14.500z",
  "M16 29.500C6 21.500 2 16.500 2 10.500A7.300 7.300 0 0 1 16 7.200a7.300 7.300 0 0 1 14 3.300c0 6-4 11-14 19z",
  "M16 1.500c9 7.500 13 12 13 17a6.300 6.300 0 0 1-11.400 3.700c.3 3.100 1.300 5.300 3.400 7.300H11c2.100-2 3.100-4.200 3.400-7.300A6.300 6.300 0 0 1 3 18.500c0-5 4-9.500 13-17z",
];
const CROWN = "M-13 9l-3-17 8 7 8-13 8 13 8-7-3 17z";

export const cardName = (card) =>
  card === null ? words.say.faceDown : say("of", { rank: words.ranks[card >> 2], suit: words.suits[card & 3] });

/** A card: a face, a back (null), or the place where one will lie (undefined). */
export const cardView = (card) => {
  if (card === undefined) return html`<div class="card empty" role="img" aria-label=${words.say.noCard}></div>`;
  if (card === null) return html`<div class="card back" role="img" aria-label=${words.say.faceDown}></div>`;
  const rank = RANKS[card >> 2], suit = SUITS[card & 3];
  return html`<div class="card face ${SUIT_NAMES[card & 3]}" role="img" aria-label=${cardName(card)}>
    <svg viewBox="0 0 100 140" aria-hidden="true">${svg`
      <text x="8" y="42" class=${rank === "10" ? "rank ten" : "rank"}>${rank}</text>
      <path d=${suit} transform="translate(9 50) scale(.86)" />
      <path d=${suit} transform="translate(34 68) scale(1.92)" />
      ${"JQK".includes(rank) ? svg`<path class="crown" d=${CROWN} transform="translate(70 38) scale(.95)" />` : nothing}`}</svg></div>`;
};

export const STREETS = ["third-street", "fourth-street", "fifth-street"];
const SPOTS = ["three-card-bonus", "ante", ...STREETS];
const CHIPS = [[10000, "c10000"], [2500, "c2500"], [1000, "c1000"], [500, "c500"], [0, "c100"]];
const chipOf = (cents) => CHIPS.find(([least]) => cents >= least)[1];
export const stakeOf = (view, wager) => view.hands[0].wagers_cents[wager] ?? 0;
export const netOf = (view) =>
  view.results.reduce((sum, result) => sum + result.won_cents + result.returned_cents - stakeOf(view, result.wager), 0);
export const outcomeOf = (outcome) => (outcome === "push" ? words.terms.push : words.names[outcome]);

const won = (view, wager) => view.results.some((result) => result.wager === wager && result.outcome === "win");
/** Whether the 3 Card Bonus has won. */
export const bonusWon = (view) => won(view, "three-card-bonus");

/** What the round came to, in a word or two: the hand; if that wins nothing, what the bonus was won with. */
function verdict(view, made, bonusMade) {
  const { ending } = view.hands[0];
  if (bonusMade && bonusWon(view) && !won(view, "ante")) return `${words.terms["three-card-bonus"]}: ${handName(bonusMade)}`;
  return made ? capital(handName(made)) : ending ? capital(words.names[ending]) : "";
}

/** What a wager came to, in short: what was won or lost. */
const badge = (view, result) => {
  const net = result.won_cents + result.returned_cents - stakeOf(view, result.wager);
  return html`<span class="came ${result.outcome} ${Math.abs(net) < LARGE ? "" : "large"}">${result.outcome === "push" ? words.terms.push : brief(net)}</span>`;
};

function spot(view, wager, wagers, lay) {
  const cents = wagers[wager] ?? 0;
  const result = view?.results.find((each) => each.wager === wager);
  return html`<div class=${classMap({ spot: true, [wager]: true, open: view?.phase === wager, [result?.outcome ?? "none"]: true })} data-wager=${wager} @click=${() => lay?.(wager)}>
    <span class="label">${words.terms[wager]}</span>
    <span class="ring">${cents ? html`<span class="disc ${chipOf(cents)}" aria-hidden="true"></span>` : nothing}</span>
    <span class="stake">${cents ? money(cents) : html`&nbsp;`}</span>
    ${result ? badge(view, result) : nothing}</div>`;
}

/** The felt: community cards, the betting spots, and the player's cards; `lay` is told where a chip is laid by a tap. */
export function felt(view, { amounts = {}, made = null, bonusMade = null, lay = null } = {}) {
  const hand = view?.hands[0];
  const dealt = Boolean(hand?.hole.length);
  const wagers = { ...amounts, ...(hand?.wagers_cents ?? {}) };
  const net = view?.results.length ? netOf(view) : null;
  return html`<div class="felt ${net === null ? "" : net > 0 ? "won" : net < 0 ? "lost" : "even"}">
    ${net === null ? html`<p class="print" aria-hidden="true">Mississippi Stud</p>`
      : html`<p class="verdict"><span>${verdict(view, made, bonusMade)}</span>
      <strong>${signed(net)}</strong></p>`}
    <div class="row community" role="group" aria-label=${words.terms["community-cards"]}>
      ${(dealt ? view.community : [undefined, undefined, undefined]).map((card, place) => html`<div class="slot">${cardView(card)}
        <span class="under">${words.terms[STREETS[place]]}</span></div>`)}
    </div>
    <div class="spots">${SPOTS.map((wager) => spot(view, wager, wagers, lay))}</div>
    <div class="row own" role="group" aria-label=${words.say.yourCards}>
      ${(dealt ? hand.hole : [undefined, undefined]).map((card) => cardView(card))}
    </div></div>`;
}

const clauseOf = (clause) => clause.slice(clause.indexOf(" ") + 1);
const clauseLink = (clause) => html`<a class="clause" href="/rules/online/clause?id=${encodeURIComponent(clauseOf(clause))}">${clauseOf(clause)}</a>`;
const odds = (pays) => pays.replace(/ (to|for) /, " : ");

/** How a result comes about: the arithmetic, the cap if one bit, what comes back. */
const arithmetic = (view, result) => {
  const stake = money(stakeOf(view, result.wager));
  const whole = result.won_cents + (result.cut_cents ?? 0);
  return html`
    ${result.pays && result.outcome === "win" ? html`<span>${stake} × ${result.pays.split(" ")[0]} = ${money(whole)}</span>` : nothing}
    ${result.cut_cents ? html`<span>${say("cut", { clause: clauseOf(result.cap), amount: money(result.cut_cents) })} ${clauseLink(result.cap)}</span>` : nothing}
    ${result.returned_cents ? html`<span>${say("returned", { amount: money(result.returned_cents) })}</span>` : nothing}
    ${clauseLink(result.clause)}`;
};

/** What became of every wager, with the clause and the arithmetic a tap away. */
export function results(view) {
  if (!view?.results.length) return nothing;
  const net = netOf(view);
  return html`<ul class="results">${view.results.map((result) => html`<li class=${result.outcome} data-wager=${result.wager}>
      <details><summary><strong>${capital(words.terms[result.wager])}</strong>
        <span class="outcome">${outcomeOf(result.outcome)}${result.pays && result.outcome === "win" ? html` <small>${odds(result.pays)}</small>` : nothing}</span>
        <span class="amount">${signed(result.won_cents + result.returned_cents - stakeOf(view, result.wager))}</span></summary>
      <p class="sum">${arithmetic(view, result)}</p></details></li>`)}
    <li class="total ${net > 0 ? "win" : net < 0 ? "lose" : "push"}"><strong>${say("total")}</strong><span class="amount">${signed(net)}</span></li></ul>`;
}

/** What each decision of a round lost against the best play. */
export const reviewOf = (decisions) => html`<div class="review"><h2>${say("review")}</h2>
  ${decisions.every((each) => each.lost === "0") ? html`<p>${say("perfect")}</p>` : nothing}
  <ul>${decisions.map((each) => html`<li class=${each.lost === "0" ? "good" : "bad"}>${capital(say(each.lost === "0" ? "good" : "costs", {
    street: words.terms[each.street], play: playName(each.played), best: playName(each.best), value: antes(ratio(each.lost), "never") }))}
    <small>${each.advice.why}</small></li>`)}</ul></div>`;
