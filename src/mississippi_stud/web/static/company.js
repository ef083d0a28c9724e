// A table with others: sitting down, the clock, the time in reserve, sitting out, leaving, and the link for friends.
import { LitElement, html, nothing } from "./lit.js";
import { takeSeat } from "./api.js";
import { serverTime } from "./live.js";
import { duration, label, money, ownHand, say, words } from "./table.js";

const SPOKEN = [10, 5, 0], PACES = [1, 2, 10], PRESS = 15;
const ownSeat = (view) => view.seats.find(({ position }) => position === view.own[0]);
const free = (view) => Array.from({ length: view.positions }, (_, place) => place + 1).filter((number) => !view.seats.some(({ position }) => position === number));

/** How long is left: drawn by itself every second, and spoken at ten, five and no seconds. */
class MsCountdown extends LitElement {
  static properties = { due: { attribute: false }, left: { state: true } };
  createRenderRoot() { return this; }
  connectedCallback() { super.connectedCallback(); this.ticking = setInterval(() => this.look(), 250); }
  disconnectedCallback() { clearInterval(this.ticking); super.disconnectedCallback(); }
  willUpdate(changed) { if (changed.has("due")) this.look(); }
  look() { this.left = Math.max(0, Math.ceil((this.due / 1000 - serverTime()) / 1000)); }
  render() {
    const told = SPOKEN.includes(this.left) ? say("secondsLeft", { seconds: this.left }) : "";
    return html`<span class=${this.left <= SPOKEN[0] ? "left soon" : "left"} aria-hidden="true">${this.left > 90 ? duration(Math.round(this.left / 60)) : `${this.left} s`}</span><span class="sr" role="timer" aria-live="assertive">${told}</span>`;
  }
}
customElements.define("ms-countdown", MsCountdown);

/** How long there is for what is being waited for. */
export const countdown = ({ table: { view } }) => view.playing && view.due_at ? html`<ms-countdown .due=${view.due_at}></ms-countdown>` : nothing;

/** What somebody waits for who has nothing to do. */
export function waiting(game) {
  const { view } = game.table, hand = ownHand(view);
  if (!view.playing || game.watching || game.option("bet") || game.choosing) return nothing;
  return html`<p class="note">${say(hand?.hole.length || view.round.phase === "betting" ? "othersDecide" : "nextRound")}</p>`;
}

/** The button that takes some of one's reserve of time for a decision. */
export function reserve(game) {
  const { view } = game.table, { position, reserve_seconds: left } = ownSeat(view);
  return view.due_at && left > 0 ? html`<button type="button" class="plain reserve" @click=${() => game.ask({ command: "take_time", position, turn: view.turn })}>${say("moreTime", { seconds: Math.min(PRESS, left), left })}</button>` : nothing;
}

/** Sit down: whoever was nobody yet is a guest from then on, and follows the table as such. */
async function sit(game, position) {
  await game.once(() => takeSeat(words.table, position, game.lost));
  if (!game.watching) await game.follow();
}

/** Where a watcher sits down. */
export function seating(game) {
  const seats = free(game.table.view);
  return html`<div class="info"><p class="note">${seats.length ? say("watching") : say("full")}</p></div>
    <div class="bets seats">${seats.map((position) => html`<button type="button" class="main sit" @click=${() => sit(game, position)}>${say("sitHere", { number: position })}</button>`)}</div><div class="acts"></div>`;
}

/** Somebody who sits out has no wagers to place. */
export const back = (game) => html`<div class="info"><p class="note">${say("sittingOut")}</p></div><div class="bets"></div>
  <div class="acts"><button type="button" class="main go" @click=${() => game.ask({ command: "sit_out", position: game.seat, out: false })}>${say("sitIn")}</button></div>`;

const choice = (game, name, values, chosen, tell, command) => html`<p class="field"><label for=${name}>${say(name)}</label> <select id=${name}
  @change=${({ target: { value } }) => game.ask({ position: game.seat, ...command(value) })}>${values.map((value) => html`<option value=${value} ?selected=${String(value) === String(chosen)}>${tell(value)}</option>`)}</select></p>`;

/** What stands below the table: one's own choices for it, and the link for friends. */
export function company(game) {
  const seat = ownSeat(game.table.view);
  return html`<details class="company" open><summary>${say("thisTable")}</summary>
    <div class="invite"><img src=${words.picture} alt="" width="132" height="132"><p>${say("inviteFriends")}<br><a class="invitation" href=${words.link}>${words.link}</a><br>
      <button type="button" class="plain copy" @click=${async () => { await navigator.clipboard?.writeText(words.link); game.told = say("copied"); }}>${say("copyLink")}</button></p></div>
    ${seat ? html`<div class="own-seat">${words.timed ? html`${choice(game, "noAnswer", ["fold", "smallest-bet"], seat.no_answer, (value) => say(`noAnswer-${value}`), (value) => ({ command: "choose_no_answer", no_answer: value }))}
      ${choice(game, "pace", PACES, seat.pace, (value) => say(`pace-${value}`), (value) => ({ command: "choose_pace", pace: Number(value) }))}` : nothing}
      <p>${seat.sits_out ? nothing : html`<button type="button" class="plain" @click=${() => game.ask({ command: "sit_out", position: seat.position, out: true })}>${say("sitOut")}</button>`}
        <button type="button" class="plain leave" @click=${() => game.ask({ command: "stand", position: seat.position })}>${say("leave")}</button></p></div>` : nothing}</details>`;
}

const betOn = (hand, phase) => hand?.wagers_cents[phase] ?? 0;
/** What the others have done since the last look, in the order of the seats; never what they hold. */
export function others(before, { view }) {
  const past = before?.view.number === view.number ? before.view.round : null, phase = past?.phase;
  if (!past || !view.round) return [];
  const theirs = view.round.hands.filter(({ position }) => !view.own.includes(position));
  return theirs.flatMap((hand) => {
    const had = past.hands.find(({ position }) => position === hand.position), seat = say("seat", { number: hand.position });
    if (hand.ending === "folded" && had?.ending !== "folded") return [say("otherFolds", { seat })];
    if (betOn(hand, phase) > betOn(had, phase) && phase !== "betting") return [say("otherBets", { seat, amount: money(betOn(hand, phase)), street: label(phase) })];
    return [];
  });
}
