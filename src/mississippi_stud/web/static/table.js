// A table drawn from a view, seen from the viewer's own seat; used by the game and by the history. It knows no rule.
import { html, svg, nothing, classMap } from "./lit.js";
import { change, pile } from "./chips.js";
import { LARGE, antes, brief, capital, cardName, label, money, playTold, ratio, say, short, signed, words } from "./words.js";

export * from "./words.js";

const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const SUIT_NAMES = ["clubs", "diamonds", "hearts", "spades"];
// Our own drawings of the four suits, on a field of 32 by 32; in the public domain (CC0).
const SUITS = [
  "M16 2.500a6.300 6.300 0 0 1 5.200 9.900A6.300 6.300 0 1 1 17.600 22.400c.3 3 1.300 5.100 3.400 7.100H11c2.100-2 3.100-4.100 3.400-7.100a6.300 6.300 0 1 1-3.600-10A6.300 6.300 0 0 1 16 2.500z",
  "M16 1.500c3 5 6 9.500 10 14.500-4 5-7 9.500-10 14.500-3-5-6-9.500-10-14.500 4-5 7-9.500 10-14.500z",
  "M16 29.500C6 21.500 2 16.500 2 10.500A7.300 7.300 0 0 1 16 7.200a7.300 7.300 0 0 1 14 3.300c0 6-4 11-14 19z",
  "M16 1.500c9 7.500 13 12 13 17a6.300 6.300 0 0 1-11.400 3.700c.3 3.100 1.300 5.300 3.400 7.300H11c2.100-2 3.100-4.200 3.400-7.300A6.300 6.300 0 0 1 3 18.500c0-5 4-9.500 13-17z",
];
const COURT = "M-13 9l-3-17 8 7 8-13 8 13 8-7-3 17z";

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
      ${"JQK".includes(rank) ? svg`<path class="court" d=${COURT} transform="translate(70 38) scale(.95)" />` : nothing}`}</svg></div>`;
};

const seatOf = (view) => view.own[0];
export const isMine = (view) => ({ position }) => view.own.includes(position);
const handAt = (view, position) => view.round?.hands.find((hand) => hand.position === position);
export const ownHand = (view) => handAt(view, seatOf(view));
export const streetsOf = (view) => view.areas.filter(({ kind }) => kind === "street");
const isSide = ({ kind }) => kind === "side";
/** The areas that take a wager before the deal, those that may be left empty last. */
export const fieldsOf = (view) => view.areas.filter(({ kind }) => kind !== "street").sort((one, other) => isSide(one) - isSide(other));
const gained = (view, result) => result.won_cents + result.returned_cents - (handAt(view, result.position)?.wagers_cents[result.wager] ?? 0);
/** What came of the viewer's wagers, those of their seat before those of further boxes. */
const ownResults = (view) => (view.round?.results ?? []).filter(isMine(view)).sort((one, other) => view.own.indexOf(one.position) - view.own.indexOf(other.position));
export const netOf = (view) => ownResults(view).reduce((sum, result) => sum + gained(view, result), 0);
const outcomeOf = (outcome) => words.terms[outcome] ?? words.names[outcome];

const won = (view) => (area) => ownResults(view).some(({ wager, outcome }) => wager === area.wager && outcome === "win");
/** The side wagers that the viewer has won. */
export const sidesWon = (view) => view.areas.filter(isSide).filter(won(view));

/** What the viewer was given for the hands of others, or beside the wagers of the layout. */
export const received = (view) => ownResults(view).filter(({ wager, won_cents: cents }) => cents && !view.areas.some((area) => area.wager === wager));

/** What the round came to, in a word or two: the hand; if that wins nothing and nothing is lost, what a side wager was won with. */
function verdict({ view, rows }) {
  const [side] = sidesWon(view), made = view.made[seatOf(view)], ending = ownHand(view)?.ending;
  if (side && netOf(view) >= 0 && !view.areas.some((area) => !isSide(area) && won(view)(area)))
    return rows[side.wager] ? say("sideVerdict", { wager: label(side.wager), hand: label(rows[side.wager]) }) : label(side.wager);
  return made ? capital(label(made)) : ending ? capital(words.names[ending]) : "";
}

/** Whether the spots stand so close that amounts must be short; the exact ones stand in the list of results. */
const isNarrow = (view) => view.areas.length > 5;

/** What a wager came to, in short: what was won or lost. */
const badge = (view, result) => {
  const net = gained(view, result);
  return html`<span class="came ${result.outcome} ${Math.abs(net) < LARGE ? "" : "large"}">${words.terms[result.outcome] ?? brief(net, isNarrow(view))}</span>`;
};

/** Whether the viewer has yet to decide about a wager. */
const isOpen = (view, wager) => view.turn?.phase === wager && !ownHand(view)?.ending && !ownHand(view)?.wagers_cents[wager];

/** What lies on an area and what became of it, in words. */
function told(view, { wager }, cents, result) {
  const values = { wager: capital(label(wager)), amount: money(cents), outcome: result && outcomeOf(result.outcome), net: result && money(Math.abs(gained(view, result))) };
  if (!result) return say(cents ? "spotLaid" : isOpen(view, wager) ? "spotOpen" : "spotEmpty", values);
  return say(gained(view, result) ? "spotCame" : "spotEven", values);
}

/** Where a long word may be broken in a narrow place; browsers without a dictionary break it anywhere. */
const LONG = /(\p{L}{3})(\p{L}{4})(?=\p{L}{4})/gu;
const TAKEN = ["lose", "forfeit"];

/** The ring of an area with its chips: the stake, unless the house has taken it, and what was won beside it. */
const ring = (wager, cents, result) => html`<span class=${result?.won_cents ? "ring paid" : "ring"}>
  ${TAKEN.includes(result?.outcome) ? nothing : pile(cents, `stake ${wager}`)}${pile(result?.won_cents ?? 0, `won ${wager}`)}</span>`;

/** An area; its chips are hollow as long as the table does not have them. */
function spot(view, area, wagers, lay, hollow) {
  const { wager, kind } = area, cents = wagers[wager] ?? 0;
  const result = ownResults(view).find((each) => each.wager === wager && each.position === seatOf(view));
  return html`<li class=${classMap({ spot: true, [kind]: true, open: isOpen(view, wager), hollow: hollow.includes(wager), [result?.outcome ?? "none"]: true })} data-wager=${wager} @click=${lay && kind !== "street" ? () => lay(wager) : nothing}>
    <span class="sr">${told(view, area, cents, result)}${hollow.includes(wager) ? `, ${say("notTaken")}` : nothing}</span>
    <span class="label" aria-hidden="true">${capital(label(wager)).replace(LONG, "$1\u00ad$2\u00ad")}</span>
    ${ring(wager, cents, result)}
    <span class="stake" aria-hidden="true">${cents ? short(cents, isNarrow(view) ? 0 : undefined) : html`&nbsp;`}</span>
    <span class="end" aria-hidden="true">${result ? badge(view, result) : nothing}</span></li>`;
}

/** What a seat is called: a bot, a box of one's own, or by its number. */
export const seatName = ({ own, bot, position }) => say(own ? "ownBox" : bot ? "botSeat" : "seat", { number: position });

/** What a seat that plays on is doing. */
const stateOf = (view, seat, hand) => {
  const name = seat.away_at ? "away" : seat.sits_out ? "sitsOut" : hand?.hole.length ? seat.asked && "decides" : seat.ready ? "ready" : seat.asked && "placing";
  return name ? html` <em>${say(name)}</em>` : nothing;
};

/** Another seat, or a box of one's own: small, with its cards, what lies there and how it ended. */
function otherSeat(view, seat, said) {
  const hand = handAt(view, seat.position), stakes = Object.values(hand?.wagers_cents ?? {}).reduce((sum, each) => sum + each, 0);
  const result = view.round?.results.filter(({ position }) => position === seat.position).reduce((sum, each) => sum + gained(view, each), 0);
  return html`<li class=${seat.asked ? "asked" : ""} data-position=${seat.position}><span class="label">${seatName(seat)}${seat.acknowledged ? html` <span class="light" role="img" aria-label=${say("lightOn")} title=${say("lightOn")}></span>` : nothing}${said(seat)}</span>
    <span class="row">${(hand?.hole ?? []).map((card) => cardView(card))}</span>${view.made[seat.position] ? html`<span class="made">${label(view.made[seat.position])}</span>` : nothing}
    <span class="stake">${stakes && !view.round.results.length ? money(stakes) : nothing}${hand?.secret.length ? " + ?" : nothing}${hand?.ending ? html` <em>${words.names[hand.ending]}</em>` : stateOf(view, seat, hand)}
      ${view.round?.results.length && hand ? html` <em>${brief(result)}</em>` : nothing}</span></li>`;
}

const empty = (count) => Array.from({ length: count });

/** The top of the felt: what the round came to or, until then, the name of the game. */
const heading = (seen, net) => net === null ? html`<p class="print" aria-hidden="true">${seen?.operator ?? "Mississippi Stud"}</p>`
  : html`<p class="verdict"><span>${verdict(seen)}</span> <strong>${signed(net)}</strong></p>`;

const community = (view, dealt) => html`<div class="row community" role="group" aria-label=${words.terms["community-cards"]}>
  ${(dealt ? view.round.community : empty(words.cards.community)).map((card, place) => html`<div class="slot">${cardView(card)}
    <span class="under">${streetsOf(view)[place] ? capital(label(streetsOf(view)[place].wager)) : nothing}</span></div>`)}</div>`;

/**
 * The felt: community cards, the other seats, the betting spots, the player's cards and, if `funds` are given, their rack;
 * `lay` is told where a chip is laid by a tap, and `share` that a link to the round is wanted; `sent` are wagers on their way to
 * the table, and `hollow` says of a wager that the table does not have what is drawn there.
 */
export function felt(seen, { amounts = {}, lay = null, funds = null, share = null, sent = {}, hollow = () => false, said = () => nothing } = {}) {
  const view = seen?.view ?? { areas: [], seats: [], own: [], made: {} }, { round } = view;
  const hand = ownHand(view), wagers = { ...amounts, ...(lay ? {} : hand?.wagers_cents), ...sent };
  const waiting = Object.keys(wagers).filter((wager) => wagers[wager] && ((wager in sent && hand?.wagers_cents[wager] !== sent[wager]) || hollow(wager)));
  const dealt = Boolean(round?.hands.some(({ hole }) => hole.length));
  const net = ownResults(view).length ? netOf(view) : null;
  const others = view.seats.filter(({ position }) => position !== seatOf(view));
  return html`<div class=${others.length ? "table many" : "table"}><div class="felt ${net === null ? "" : net > 0 ? "won" : net < 0 ? "lost" : "even"}">
    <div class="tray" aria-hidden="true"></div>
    ${heading(seen, net)}
    <div class="far">${community(view, dealt)}
      ${round?.bonus_cards.length ? html`<div class="row bonus" role="group" aria-label=${say("bonusCards")}>${round.bonus_cards.map((card) => cardView(card))}</div>` : nothing}</div>
    ${others.length ? html`<ul class="others" aria-label=${say("others")}>${others.map((seat) => otherSeat(view, seat, said))}</ul>` : nothing}
    ${seen && !view.own.length ? nothing : html`<ul class=${lay ? "spots laying" : "spots"} aria-label=${say("wagers")}>${view.areas.map((area) => spot(view, area, wagers, lay, waiting))}</ul>
    <div class="near"><div class="rack" aria-hidden="true">${funds === null ? nothing : pile(funds, "rack", change(funds))}</div>
      <div class="row own" role="group" aria-label=${words.say.yourCards}>
        ${(hand?.hole.length ? hand.hole : empty(words.cards.hole)).map((card) => cardView(card))}</div>
      ${seen?.so_far && view.playing ? html`<p class="so-far" aria-hidden="true">${say("soFar", { hand: seen.so_far })}</p>` : nothing}
      ${share ? html`<button type="button" class="share" @click=${share}><svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2l5 5-1.400 1.400L13 5.800V15h-2V5.800L8.400 8.400 7 7zM5 11h3v2H7v7h10v-7h-1v-2h3v11H5z"/></svg> <span>${say("share")}</span></button>` : nothing}</div>`}</div></div>`;
}

const split = (clause) => { const gap = clause.indexOf(" "); return [clause.slice(0, gap), clause.slice(gap + 1)]; };
export const clauseLink = (clause) => { const [book, id] = split(clause); return html`<a class="clause" href="/rules/${book}/clause?id=${encodeURIComponent(id)}">${say("clause", { clause: id })}</a>`; };

/** Why a wager that stayed to the end has lost: by the hand, or by no hand that its table pays. */
const why = (view, { position, wager, outcome }) => {
  const made = view.made[position], main = view.areas.find((area) => area.wager === wager)?.kind !== "side";
  return outcome === "lose" && made ? html`<span>${capital(main && made !== "nothing" ? say("made-lose", { hand: label(made) }) : say("made-nothing"))}</span>` : nothing;
};

/** How a result comes about: the arithmetic, the cap if one bit, what comes back. */
const arithmetic = (view, result) => {
  const stake = money(handAt(view, result.position)?.wagers_cents[result.wager] ?? 0);
  const times = result.outcome === "win" && /^(\d+) (?:to|for) (\d+)$/.exec(result.pays ?? "");
  const whole = result.won_cents + (result.cut_cents ?? 0);
  return html`
    ${times ? html`<span>${stake} × ${times[2] === "1" ? times[1] : `${times[1]}/${times[2]}`} = ${money(whole)}</span>` : nothing}
    ${result.cut_cents ? html`<span>${say("cut", { clause: split(result.cap)[1], amount: money(result.cut_cents) })} ${clauseLink(result.cap)}</span>` : nothing}
    ${why(view, result)}${result.returned_cents ? html`<span>${say("returned", { amount: money(result.returned_cents) })}</span>` : nothing}
    ${clauseLink(result.clause)}`;
};

/** What became of every wager of the viewer's, with the clause and the arithmetic a tap away. */
export const results = (view) => slip(view, ownResults(view));

/** A list of results, with their total. */
export function slip(view, own) {
  const net = own.reduce((sum, result) => sum + gained(view, result), 0), isOther = (result) => result.position !== seatOf(view) && isMine(view)(result);
  if (!own.length) return nothing;
  return html`<ul class="results">${own.map((result) => html`<li class=${result.outcome} data-wager=${result.wager}>
      <details><summary><strong>${capital(label(result.wager))}${isOther(result) ? html` <small>${say("ownBox", { number: result.position })}</small>` : nothing}</strong>
        <span class="outcome">${outcomeOf(result.outcome)}${result.pays && result.outcome === "win" ? html` <small>${label(result.pays)}</small>` : nothing}</span>
        <span class="amount">${signed(gained(view, result))}</span></summary>
      <p class="sum">${arithmetic(view, result)}</p></details></li>`)}
    <li class="total ${net > 0 ? "win" : net < 0 ? "lose" : "push"}"><strong>${say("total")}</strong><span class="amount">${signed(net)}</span></li></ul>`;
}

/** What each decision of a round lost against the best play. */
export const reviewOf = (decisions) => html`<div class="review" id="review"><h2>${say("review")}</h2>
  ${decisions.every((each) => each.lost === "0") ? html`<p>${say("perfect")}</p>` : nothing}
  <ul>${decisions.map((each) => html`<li class=${each.lost === "0" ? "good" : "bad"}>${capital(say(each.lost === "0" ? "good" : "costs", {
    street: label(each.street), play: playTold(each.played), best: playTold(each.best), value: antes(ratio(each.lost), "never") }))}
    <small>${each.advice.why}</small></li>`)}</ul></div>`;
