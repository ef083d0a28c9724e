// A table with others: sitting down, the clock, the time in reserve, sitting out, leaving, and the link for friends.
import { html, nothing } from "./lit.js";
import { overlook, send, standInLine, takeSeat } from "./api.js";
import { blind, boxes, layBoxes, leave, onBoxes } from "./boxes.js";
import "./countdown.js";
import { tokens, tokensLeft, tokensOn } from "./tokens.js";
import { capital, clauseLink, fill, label, moment, money, ownHand, results as slip, say, seatName, words } from "./table.js";
import * as floorCall from "./floor-call.js";
import { everybody as results } from "./everybody.js";
import { serverTime } from "./live.js";
import { PACES, choose, settings } from "./settings.js";
import { isSecret, secret } from "./secret.js";
import { prepare as prepareSeed } from "./seeds.js";

export { blind, floorCall, isSecret, layBoxes, onBoxes, secret, tokensLeft, tokensOn };

const PRESS = 15;
const ownSeat = (view) => view.seats.find(({ position }) => position === view.own[0]);
const listed = (seats) => new Intl.ListFormat(document.documentElement.dataset.locale, { type: "conjunction" }).format(seats.map(seatName));

/** How long there is for what is being waited for. */
export const countdown = ({ table: { view } }) => view.playing && view.due_at ? html`<ms-countdown .due=${view.due_at}></ms-countdown>` : nothing;

/** What a seat asks for as soon as there is one: a part in the shuffle, and the time that its player needs everywhere. */
export function prepare(game) {
  const seat = ownSeat(game.table.view), { pace: needs } = settings; // whoever has never chosen has what the seat has
  if (seat && needs && words.timed && game.paced !== needs && seat.pace !== needs) send(game.table.id, { command: "choose_pace", position: seat.position, pace: needs }, game.lost).catch(overlook);
  game.paced = seat && needs;
  return prepareSeed(game);
}

/** That everybody has more time because the server was away. */
const outage = ({ outage_seconds: seconds }) => seconds ? say("afterOutage", { seconds }) : "";

/** What somebody waits for who has nothing to do. */
export function waiting(game) {
  const { view } = game.table, hand = ownHand(view);
  if (!view.playing || game.run) return nothing;
  const asked = view.seats.filter((seat) => seat.asked && !seat.own), betting = view.round.phase === "betting";
  const newcomer = !game.watching && !hand?.hole.length && !betting;
  const told = game.option("bet") ? say("yourTurn") : !asked.length || (game.choosing && !game.waits) ? "" : say(betting ? "seatsWager" : "seatsDecide", { seats: listed(asked) });
  return html`${outage(view) && !game.told.includes(outage(view)) ? html`<p class="note">${outage(view)}</p>` : nothing}${newcomer ? html`<p class="note">${say("nextRound")}</p>` : nothing}${told ? html`<p class="note turn">${told}</p>` : nothing}`;
}

/** The results of the other seats, once the round is over. */
export const everybody = ({ shown: { view }, state }) => ["again", "watch", "closed"].includes(state) ? results(view, true) : nothing;

/** What goes out to friends: the link, or where it stands if the browser does not let it be copied. */
async function invite(game) {
  if (navigator.clipboard) { await navigator.clipboard.writeText(words.link); game.told = say("copied"); game.heard = ""; } else document.querySelector(".invite").scrollIntoView();
}
/** The button for that, beside the others of the bar. */
export const inviting = (game) => isClosed(game) || game.table.view.contest ? nothing : html`<button type="button" class="plain round to-friends" aria-label=${say("invite")} title=${say("invite")} @click=${() => invite(game)}>
  <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M9 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM1 20c0-4 3.500-6.500 8-6.500s8 2.500 8 6.500zM18 8h2v3h3v2h-3v3h-2v-3h-3v-2h3z"/></svg></button>`;

/** The meter on the felt, where the column that shows it is out of sight. */
export const meter = () => html`<ms-meter class="felt-meter" aria-hidden="true"></ms-meter>`;

/** The button that takes some of one's reserve of time for a decision. */
export function reserve(game) {
  const { view } = game.table, { position, reserve_seconds: left } = ownSeat(view);
  return view.due_at && left > 0 ? html`<button type="button" class="plain reserve" @click=${() => game.ask({ command: "take_time", position, turn: view.turn })}>${say("moreTime", { seconds: Math.min(PRESS, left), left })}</button>` : nothing;
}

/** Do what makes whoever was nobody a guest, and follow the table as such: from the answer on nothing comes for nobody any more. */
async function become(game, act) {
  await game.once(async () => { const seen = await act(); game.stop?.(); return seen; });
  await game.follow();
}
const sit = (game, position) => become(game, () => takeSeat(words.table, position, game.lost));
/** Wait in line for a seat, or no longer. */
const queue = (game, waits) => become(game, () => standInLine(words.table, waits, game.lost));

/** What a watcher is told of the seats and of the line for one. */
const seatsTold = ({ waiting: line, place, due_at: due }, seats, contest) => contest ? say("watchingContest") : due ? html`<strong>${say("seatKept")}</strong> <ms-countdown .due=${due}></ms-countdown>`
  : place ? say("waitsAt", { place, line }) : seats.length ? say("watching") : html`${say("full")}${line ? html` ${say("lineIs", { line })}` : nothing}`;

/** Where a watcher sits down, or waits in line. */
export function seating(game) {
  const { view } = game.table, { queue: line } = view, seats = view.vacant;
  return html`<div class="info"><p class="note" role="status">${seatsTold(line, seats, view.contest)}</p></div>
    <div class="bets seats">${seats.map((position) => {
    const whole = say("sitHere", { number: position });
    return html`<button type="button" class="main sit" aria-label=${whole} @click=${() => sit(game, position)}><span class="whole">${whole}</span><span class="number">${position}</span></button>`;
  })}</div>
    <div class="acts">${line.place ? html`<button type="button" class="leave-line new" @click=${() => queue(game, false)}>${say("leaveLine")}</button>`
      : seats.length || view.contest ? nothing : html`<button type="button" class="main wait go" @click=${() => queue(game, true)}>${say("waitInLine")}</button>`}</div>`;
}

/** Whether nobody plays here any more. */
export const isClosed = ({ table: { view } }) => view.signs.some(({ kind }) => kind === "closed");
/** Where a table is closed there is nothing left to press but the way to the others. */
export const closed = ({ shown: { view }, table: { house } }) => html`<div class="slip">${ownHand(view) ? slip(view) : nothing}</div>
  <div class="acts"><p class="risk">${say("tableClosed")}</p><a class="button main go" href=${house === "play" ? "/lobby" : `/house/${house}/lobby`}>${say("allTables")}</a></div>`;

/** Somebody who sits out has no wagers to place. */
export const back = (game) => html`<div class="info"><p class="note">${say("sittingOut")}</p></div><div class="bets"></div>
  <div class="acts">${game.table.view.contest ? nothing : html`<button type="button" class="main go" @click=${() => game.ask({ command: "sit_out", position: game.seat, out: false })}>${say("sitIn")}</button>`}</div>`;

const choice = (game, name, values, chosen, tell, command) => html`<p class="field"><label for=${name}>${say(name)}</label> <select id=${name}
  @change=${({ target: { value } }) => game.ask({ position: game.seat, ...command(value) })}>${values.map((value) => html`<option value=${value} ?selected=${String(value) === String(chosen)}>${tell(value)}</option>`)}</select></p>`;

const noted = ({ text, due_at: due }) => fill(text, { time: due && moment(due) });
/** What is told now: what the signs say that come and go, and what one answers for at the moment. */
const notes = ({ table: { notes: told } }) => told.length ? html`<ul class="notes" aria-label=${say("notes")}>${told.map((note) => html`<li>${noted(note)} ${clauseLink(note.clause)}</li>`)}</ul>` : nothing;

/** What stands below the table: one's own choices for it, and the link for friends. */
export function company(game) {
  const { contest } = game.table.view, seat = ownSeat(game.table.view); // a tournament gives and takes its seats, and takes chips alone
  if (isClosed(game)) return notes(game);
  return html`${notes(game)}${contest ? nothing : html`${tokens(game)}${boxes(game)}`}<details class="company" open><summary>${say("thisTable")}</summary>
    ${contest ? nothing : html`<div class="invite"><img src=${words.picture} alt="" width="132" height="132"><p>${say("inviteFriends")}<br><a class="invitation" href=${words.link}>${words.link}</a><br>
      <button type="button" class="plain copy" @click=${() => invite(game)}>${say("copyLink")}</button></p></div>`}
    ${seat ? html`<div class="own-seat">${words.timed ? html`${choice(game, "noAnswer", ["fold", "smallest-bet"], seat.no_answer, (value) => say(`noAnswer-${value}`), (value) => ({ command: "choose_no_answer", no_answer: value }))}
      ${choice(game, "pace", PACES, seat.pace, (value) => say(`pace-${value}`), (value) => { choose({ pace: Number(value) }); return { command: "choose_pace", pace: settings.pace }; })}` : nothing}
      ${contest ? nothing : html`<p>${seat.sits_out ? nothing : html`<button type="button" class="plain" @click=${() => game.ask({ command: "sit_out", position: seat.position, out: true })}>${say("sitOut")}</button>`}
        <button type="button" class="plain leave" @click=${() => leave(game)}>${say("leave")}</button></p>`}${game.table.view.talks ? talk(game, seat) : nothing}</div>` : nothing}</details>`;
}

const named = (view, place) => seatName(view.seats.find(({ position }) => position === place) ?? { position: place });
const hears = () => !settings.muted, FRESH = 30_000;
/** The last thing that somebody at a seat said, in the reader's language; nothing for whoever does not want to read it. */
export const saidAt = ({ said, own }) => said && (own || hears()) && serverTime() - said.at / 1000 < FRESH ? html` <q class="phrase">${say(`phrase-${said.phrase}`)}</q>` : nothing;

/** What others have said since the last look. */
const heard = (before, { view }) => !before || !hears() ? [] : view.seats.filter(({ position, own, said }) => said && !own && before.view.seats.find((seat) => seat.position === position)?.said?.at !== said.at)
  .map(({ position, said }) => say("seatSays", { seat: named(view, position), phrase: say(`phrase-${said.phrase}`) }));

/** The phrases that one can say, as long as no card is hidden, and whether one wants to read those of others. */
const talk = (game, seat) => html`<fieldset class="phrases"><legend>${say("phrases")}</legend>
  ${words.phrases.map((phrase) => html`<button type="button" class="plain" @click=${async () => { await game.ask({ command: "say_phrase", position: seat.position, phrase }); if (!game.error) game.told = say("youSay", { phrase: say(`phrase-${phrase}`) }); }}>${say(`phrase-${phrase}`)}</button>`)}
  <label class="switch"><input type="checkbox" .checked=${hears()} @change=${({ target }) => { choose({ muted: !target.checked }); game.requestUpdate(); }}> <span>${say("muted")}</span></label></fieldset>`;

const betOn = (hand, phase) => hand?.wagers_cents[phase] ?? 0;
/** What the others have done since the last look, in the order of the seats; never what they hold. */
function others(before, { view }) {
  const past = before?.view.number === view.number ? before.view.round : null, phase = past?.phase;
  if (!past || !view.round) return [];
  const theirs = view.round.hands.filter(({ position }) => !view.own.includes(position));
  return theirs.flatMap((hand) => {
    const had = past.hands.find(({ position }) => position === hand.position), seat = named(view, hand.position);
    if (hand.ending === "folded" && had?.ending !== "folded") return [say("otherFolds", { seat })];
    if (hand.secret.includes(phase) && !had?.secret.includes(phase)) return [say("otherBetsInSecret", { seat, street: label(phase) })];
    if (betOn(hand, phase) > betOn(had, phase) && phase !== "betting") return [say("otherBets", { seat, amount: money(betOn(hand, phase)), street: label(phase) })];
    return [];
  }).concat(past.results.length ? [] : prizes(view));
}
/** One's own bet, once the table has it and still waits for others: then no card is turned that would tell of it. */
function mine(before, { view }) {
  const past = before?.view.number === view.number ? before.view.round : null, phase = past?.phase;
  const [now, then] = [view.round, past].map((round) => betOn(round?.hands.find(({ position }) => position === view.own[0]), phase));
  return past && phase === view.round?.phase && phase !== "betting" && now > then ? [say("youBet", { amount: money(now), street: label(phase) })] : [];
}
/** What signs say that stand there since the last look, and that everybody has more time since then. */
const posted = (before, { notes: now, view }) => !before ? [] : [...now.filter(({ sign, text }) => sign && !before.notes.some((old) => old.text === text)).map(noted),
  ...(before.view.outage_seconds !== view.outage_seconds && view.outage_seconds ? [outage(view)] : [])];
/** All that is new at a table with others: what the signs say, what the others said, one's own bet, and what they did. */
export const news = (before, seen, idle) => [...posted(before, seen), ...heard(before, seen), ...(idle && ranOut(before, seen) ? [say("timeRanOut")] : []), ...mine(before, seen), ...others(before, seen)];
/** Whether the clock has decided for somebody who had sent nothing. */
const ranOut = (before, { view }) => before?.view.due_at / 1000 <= serverTime() && before.view.options.some(({ command }) => command === "bet")
  && JSON.stringify(ownHand(before.view)) !== JSON.stringify(ownHand(view));

/** What the meter pays to the others, and that a prize of it waits. */
const prizes = (view) => view.round.results.filter(({ position, of_meter: meter, won_cents: cents, outcome }) => !view.own.includes(position) && ((meter && cents) || outcome === "pending"))
  .map(({ position, wager, won_cents: cents, outcome }) => say(outcome === "pending" ? "otherPending" : "otherPrize", { seat: named(view, position), wager: capital(label(wager)), amount: money(cents) }));

