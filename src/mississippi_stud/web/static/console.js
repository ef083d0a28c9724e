// The console of a table that people run: the next duty as one sentence and one key, cards by two keys, payments seat by seat.
import { html, nothing, repeat } from "./lit.js";
import { account, house as ask, missing } from "./api.js";
import { AccountElement } from "./account-form.js";
import { swatch } from "./house-chips.js";
import { clause, part } from "./house-parts.js";
import { SIGNED_OUT, watch } from "./live.js";
import { cardName, label, money, plain, say, speakOf, words } from "./words.js";
import { wedge } from "./wedge.js";
import { dialogs } from "./console-dialogs.js";
import { cardOf, RANKS, SUITS } from "./card-keys.js";
import { ago } from "./pit-parts.js";

const SYMBOLS = "♣♦♥♠", CARD_KINDS = ["turn", "show-hole", "show-bonus", "read"];
const PATIENCE = 3000, BEAT = 100, TICK = 1000, CARD_HINT = "A K Q J T 9–2, C♣ D♦ H♥ S♠", OPENS = { seat: "sit", report: "incident" }, SCANNED = /^[2-9TJQKA][cdhs]$/, OF_PLAY = /^[1-9TJQKANFLBRE]$/i;
export const cents = (text) => Math.round(Number(String(text).replace(/\s/g, "").replace(",", ".")) * 100);
export const drawn = (card) => html`<span class="card-text" data-suit=${SUITS[card & 3]} role="img" aria-label=${cardName(card)}>${RANKS[card >> 2]}${SYMBOLS[card & 3]}</span>`;
/** What tells one thing that is due from another. */
const step = ({ kind, position, command }) => JSON.stringify([kind, position, command?.prompt, command?.also]);
/** The clauses that ask for something. */
const clauses = ({ cite, further }) => html`<small>(${[cite, ...further].map((each, place) => html`${place ? ", " : nothing}${clause(each)}`)})</small>`;
/** Whether something is done by its command alone. */
const bare = ({ kind, command, cards, enters }) => command && !cards && !enters && kind !== "receive-deck";

export class MsConsole extends AccountElement {
  static properties = { ...AccountElement.properties, board: { state: true }, typedCards: { state: true }, chosen: { state: true }, paying: { state: true }, incident: { state: true }, opened: { state: true }, gone: { state: true } };

  constructor() {
    super();
    this.board = words.board;
    this.typedCards = "";
    this.scanner = wedge();
    this.stakes = {};
    this.version = 0;
    this.waiting = [];
    this.opened = "";
    this.away = missing((gone) => { this.gone = gone; if (!gone) this.back(); });
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = watch({ [words.topic]: (board, version) => this.take(board, version) }, this.away, (topic, code) => { if (topic) location.assign(this.list); else if (code === SIGNED_OUT) location.reload(); });
    this.pressed = (event) => this.press(event);
    document.addEventListener("keydown", this.pressed, true);
    this.ticking = setInterval(() => { if (this.board.calls.length) this.requestUpdate(); }, TICK);
  }
  disconnectedCallback() {
    this.stop();
    clearInterval(this.ticking);
    document.removeEventListener("keydown", this.pressed, true);
    super.disconnectedCallback();
  }

  take(board, version) {
    const before = this.key(this.board);
    [this.board, this.version] = [board, version];
    this.shown?.();
    if (before !== this.key(board)) { this.typedCards = ""; this.chosen = undefined; }
  }
  /** What tells one duty from the next. */
  key(board) { return JSON.stringify((board.due ?? []).filter(({ waits }) => !waits).slice(0, 1).map(({ kind, position, said }) => [kind, position, said])); }

  get own() { return this.board.due.filter(({ waits }) => !waits); }
  /** The duty that is shown: the one that somebody turned to, as long as it is due, or the first. */
  get duty() { return this.own.find((each) => step(each) === this.chosen) ?? this.own[0]; }
  /** What ends the betting although some seats have not wagered: the announcement or, where a book has none, the deal. */
  get closes() { return this.own.find(({ kind }) => kind === "close-betting") ?? (this.duty?.kind === "take-wagers" ? this.own.find(({ kind }) => kind === "deal") : undefined); }
  get room() { const { seats, positions } = this.board.table.view; return seats.length < positions; }
  get reads() { return this.duty && this.duty.cards > 0 && CARD_KINDS.includes(this.duty.kind); }

  /** Where commands are sent, and where somebody goes for whom the table is not there any more. */
  get path() { return `/tables/${words.table}/commands`; }
  get list() { return `/house/${words.house}/consoles`; }
  /**
   * Give a command, until there is an answer, and wait until the page shows what it has led to: the next key is meant for
   * that. Typed again, a command would have another id, and what takes back an entry would take back two.
   */
  async command(command) {
    const { version } = await ask(words.house, this.path, { command: { by: this.board.title, ...command } }, this.away);
    const late = Date.now() + PATIENCE;
    while (this.version < version && Date.now() < late) await new Promise((done) => { this.shown = done; setTimeout(done, BEAT); });
  }
  async give(command, told = "") {
    await this.act(() => this.command(command), told);
    this.goOn();
  }
  /** What a form of the duty does when it is sent. */
  enters(make) {
    return (event) => {
      event.preventDefault();
      const form = event.target, fields = Object.fromEntries(new FormData(form));
      this.act(async () => { await this.command(make(fields)); form.reset(); }).then(() => this.goOn());
    };
  }
  /** Do what was typed meanwhile; after something went wrong it is forgotten. */
  async goOn() {
    await this.updateComplete;
    this.focusDuty();
    const typed = this.error ? [] : this.waiting;
    this.waiting = [];
    for (const key of typed) {
      if (this.busy) this.waiting.push(key);
      else if (SCANNED.test(key)) this.card(key);
      else if (!this.typeCard(key)) this.shortcut(key, this)?.();
    }
  }

  updated() { if (this.shownKey !== this.key(this.board)) { this.shownKey = this.key(this.board); this.focusDuty(); } }
  focusDuty() {
    if (this.querySelector("dialog[open]")) return;
    const wanted = this.querySelector(".next-seat") ?? this.querySelector(".duty input:not([type=checkbox]), .duty select") ?? this.querySelector(".duty .main"); // never on something that Enter would decide
    (wanted ?? this.querySelector(".duty"))?.focus({ preventScroll: true });
    wanted?.select?.();
  }

  // Keys.

  press(event) {
    const { key, target } = event, field = target.closest?.("input, select, textarea"), dialog = this.querySelector("dialog[open]");
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const swallow = () => { event.preventDefault(); event.stopImmediatePropagation(); };
    const read = this.scanner.read(key, event.timeStamp);
    if (read !== "pass") { // a scanner never types into a field
      swallow();
      if (read !== "hold") this.card(read);
      return;
    }
    if (event.repeat && (!field || key === "Enter")) { if (key !== "Tab" && !key.startsWith("Arrow")) swallow(); return; }
    if (this.busy && !dialog && !field && key === "Enter") { swallow(); return; } // it would do something that nobody has read yet
    if (this.busy && !dialog && !field && key.length === 1) { swallow(); if (!this.gone) this.waiting.push(key); return; }
    if (key === "Enter" && field?.matches("select:not(dialog.incident *)")) { swallow(); if (!this.busy) field.form.requestSubmit(); return; } // a list does not send its form by itself; what would be reported is to be read first
    if (dialog || (field && !field.matches(".amount"))) return;
    if (field && !/^[a-z]$/i.test(key)) return;
    if (this.typeCard(key)) { swallow(); return; }
    const act = this.shortcut(key, target);
    if (act) { swallow(); act(); }
    else if (!field && OF_PLAY.test(key)) { swallow(); this.refuse(); }
  }
  /** Say what is due instead of what a key would do, and by which clause. */
  refuse() {
    const { duty } = this;
    this.told = "";
    this.error = duty ? say("notDue", { due: duty.said, clause: duty.cite.cited }) : say("nothingDue");
  }

  /** What a key does now, if anything; Enter on a button or in a form is the browser's own. */
  shortcut(key, target) {
    const { duty } = this, at = (kind) => this.own.find((each) => each.kind === kind);
    const options = duty?.kind === "ask" ? duty.options : [], has = (name) => options.find(({ command }) => command === name), bets = has("bet");
    switch (key.toLowerCase()) {
      case "enter": return target.closest("button, a, form, summary") ? null : () => this.next();
      case "n": return this.closes && (() => this.give(this.closes.command));
      case "1": case "2": case "3": return bets?.choices_cents[key - 1] && (() => this.decide({ command: "bet", cents: bets.choices_cents[key - 1] }));
      case "f": return has("fold") && (() => this.decide({ command: "fold" }));
      case "l": return has("leave") && (() => this.decide({ command: "leave" }));
      case "arrowright": return duty?.kind === "ask" && (() => this.turnTo(1, this.own.filter(({ kind }) => kind === "ask")));
      case "arrowleft": return duty?.kind === "ask" && (() => this.turnTo(-1, this.own.filter(({ kind }) => kind === "ask")));
      case "g": return this.own.length > 1 && (() => this.turnTo(1));
      case "b": return has("bet_blind") && (() => this.open("blind"));
      case "e": return duty?.options.some(({ command }) => command === "concede") && (() => this.decide({ command: "concede" }));
      case "r": return has("retract") ? () => this.decide({ command: "retract" }) : at("retract") && (() => this.give(at("retract").command));
      case "v": return this.board.title && this.board.chips && this.room && (() => this.open("sit"));
      case "u": return this.board.title && (() => this.undo());
      case "w": return this.board.stakes.length && (() => this.open("correct-wager"));
      case "p": return this.board.title && this.board.table.view.seats.length && (() => this.open("dispute"));
      case "i": return this.board.title && (() => this.open("incident"));
      case "x": return this.board.title && (() => this.open("correct"));
      case "o": return this.board.title && (() => this.open("call"));
      default: return null;
    }
  }
  /** Take back the last entry; somebody above says why, unless it is a card that was read, which nobody has seen. */
  undo() {
    if (this.board.corrects && !this.board.reads) this.open("undo");
    else this.give({ command: "take_back" }, say("undone"));
  }
  /** Turn to the next of the things that are due, or of the seats that are asked. */
  turnTo(by, among = this.own) {
    this.typedCards = "";
    this.chosen = step(among.at((among.indexOf(this.duty) + by) % among.length));
    this.updateComplete.then(() => this.focusDuty());
  }
  open(name) {
    [this.opened, this.error, this.told] = [name, "", ""];
    this.querySelector(`dialog.${name}`).showModal();
  }

  /** Whether a key is part of a card. */
  typeCard(key) {
    if (!this.reads || this.busy) return false;
    if (key === "Backspace") { this.typedCards = this.typedCards.slice(0, -1); return true; }
    const text = key.toUpperCase(), half = this.typedCards.length % 2;
    if (half ? !SUITS.includes(key.toLowerCase()) || key.length > 1 : !RANKS.includes(text) || key.length > 1) return false;
    this.paying = null;
    this.typedCards += half ? key.toLowerCase() : text;
    this.complete();
    return true;
  }
  /** A card that a scanner has read. */
  card(text) {
    if (this.busy) { this.waiting.push(text); return; }
    if (!this.reads) return;
    this.paying = null;
    this.typedCards = this.typedCards.slice(0, this.typedCards.length - (this.typedCards.length % 2)) + text;
    this.complete();
  }
  /** Send the cards as soon as there are enough. */
  complete() {
    const { duty, typedCards } = this;
    if (typedCards.length < 2 * duty.cards) return;
    const cards = typedCards.match(/../g).map(cardOf), { position } = duty;
    if (duty.kind === "read") { this.typedCards = ""; this.give({ command: "read_card", card: cards[0] }); return; }
    const made = { turn: () => ({ command: "reveal", card: cards[0] }), "show-bonus": () => ({ command: "show_bonus", cards }),
      "show-hole": () => ({ command: "show_hole", position, cards }) };
    this.typedCards = "";
    this.give({ command: "play", do: made[duty.kind]() }).then(() => { if (duty.kind === "show-hole" && !this.error) this.pays(position); });
  }

  /** Show what a seat is paid, or go on; Enter is meant for what is shown. */
  pays(position) {
    this.paying = position;
    this.updateComplete.then(() => this.focusDuty());
  }

  /** Do what is due, if it needs nothing more. */
  next() {
    if (this.paying !== undefined && this.paying !== null) { this.pays(null); return; }
    const { duty } = this;
    if (this.busy || !duty) return;
    if (duty.kind === "report") this.open("incident");
    else if (duty.kind === "seat") this.open("sit");
    else if (bare(duty)) this.give(duty.command);
  }
  decide(what) { return this.give({ command: "play", do: { position: this.duty.position, ...what } }); }

  // What is shown.

  render() {
    const { board } = this;
    speakOf(board.table);
    return html`${this.news}${this.gone ? html`<p class="banner" role="status">${say(this.gone)}</p>` : nothing}
      ${this.calls(board)}${this.dutyPart(board)}<div class="column">${this.payments(board)}${this.layout(board)}${this.seats(board)}
      ${board.rulings.length ? part("ruled", say("ruled"), html`<ul>${board.rulings.map((each) => html`<li>${each.said} (${clause(each.cite)})</li>`)}</ul>`) : nothing}</div>
      <div class="column">${board.decks.length ? part("cards", say("decks"), html`<ul>${board.decks.map(({ backs, places }) => html`<li>${say("deck", { backs, places: places.map(([place, count]) => `${count} ${place}`).join(", ") })}</li>`)}</ul>`) : nothing}
      ${this.people(board)}${this.keyCard()}</div>${dialogs(this, board)}`;
  }

  dutyPart(board) {
    const { duty } = this, waits = board.due.filter(({ waits: other }) => other), after = this.own.filter((each) => each !== duty && each.kind !== "ask");
    return html`<section class="duty" aria-labelledby="next" tabindex="-1"><h2 id="next">${say("nextDuty")}</h2>
      <p class="said" role="status">${duty ? html`${duty.said} ${clauses(duty)}` : board.title ? say("nothingDue") : nothing}</p>
      ${board.title ? nothing : board.titles.map(({ title, name }) => html`<button type="button" class="main come-on" ?disabled=${this.busy} @click=${() => this.give({ command: "come_on_duty", by: title })}>${say("comeOn", { title: name })}</button>`)}
      ${duty ? this.control(duty) : nothing}
      ${waits.length ? html`<p>${say("youWait")}</p><ul class="waits">${waits.map((each) => html`<li>${each.said} ${clauses(each)}</li>`)}</ul>` : nothing}
      ${after.length ? html`<p>${say("alsoDue")}</p><ul class="also-due">${repeat(after, step, (each) => html`<li>${each.said} ${bare(each) ? html`<button type="button" class="also also-${each.kind}" ?disabled=${this.busy} @click=${() => this.give(each.command)}>${each === this.closes ? html`<kbd>N</kbd> ` : each.kind === "retract" ? html`<kbd>R</kbd> ` : nothing}${say("doIt")}</button>`
        : html`<button type="button" class="turn-to turn-to-${each.kind}" ?disabled=${this.busy} @click=${() => { this.chosen = step(each); this.updateComplete.then(() => this.focusDuty()); }}><kbd>G</kbd> ${say("turnTo")}</button>`}</li>`)}</ul>` : nothing}</section>`;
  }

  control(duty) {
    const sends = (make) => this.enters(make);
    const done = html`<button class="main" ?disabled=${this.busy}><kbd>⏎</kbd> ${say("enter")}</button>`;
    if (this.reads) return html`<p class="typed" role="status">${duty.kind === "read" ? say(this.typedCards ? "cardHalf" : "cardNone") : say("cardsSoFar", { cards: this.typedCards })} ${this.typedCards ? nothing : html`<small>${CARD_HINT}</small>`}</p>
      ${duty.options.some(({ command }) => command === "concede") ? html`<p class="choices"><button type="button" class="concede" ?disabled=${this.busy} @click=${() => this.decide({ command: "concede" })}><kbd>E</kbd> ${say("concede")}</button></p>` : nothing}`;
    if (duty.kind === "ask") return this.asking(duty);
    if (duty.kind === "take-wagers") return this.wagers(duty, done);
    if (duty.kind === "receive-deck") return html`<form @submit=${sends(({ backs, prechecked }) => ({ ...duty.command, backs, prechecked: prechecked === "1" }))}><p class="field"><label for="backs">${say("backs")}</label><input id="backs" name="backs" required maxlength="40" value=${say(this.board.decks.length % 2 ? "backsSecond" : "backsFirst")} autocomplete="off"></p>
      <label><input type="checkbox" name="prechecked" value="1"> ${say("prechecked")}</label>${done}</form>`;
    if (duty.enters) return html`<form @submit=${sends((fields) => ({ ...duty.command, [duty.enters]: Number(fields.number) }))}><p class="field"><label for="number">${say(duty.enters)}</label><input id="number" name="number" class="amount" inputmode="numeric" pattern="[0-9]{1,3}" required autocomplete="off"></p>${done}</form>`;
    return html`<button type="button" class="main do" ?disabled=${this.busy} @click=${() => this.next()}><kbd>⏎</kbd> ${say(OPENS[duty.kind] ?? "doIt")}</button>`;
  }
  asking(duty) {
    const { position, options } = duty, has = (name) => options.find(({ command }) => command === name), blind = options.filter(({ command }) => command === "bet_blind");
    const button = (key, text, what, look = "") => html`<button type="button" class=${look} ?disabled=${this.busy} @click=${() => this.decide(what)}>${key ? html`<kbd>${key}</kbd> ` : nothing}${text}</button>`;
    return html`<p class="choices" role="group" aria-label=${say("seat", { position })}>
      ${has("bet")?.choices_cents.map((amount, place) => button(place + 1, say("bets", { times: place + 1, amount: money(amount) }), { command: "bet", cents: amount }, "bet")) ?? nothing}
      ${blind.length ? html`<button type="button" class="blind" ?disabled=${this.busy} @click=${() => this.open("blind")}><kbd>B</kbd> ${say("blind")}</button>` : nothing}
      ${has("fold") ? button("F", say("fold"), { command: "fold" }, "fold") : nothing}
      ${has("leave") ? button("L", say("leave"), { command: "leave" }) : nothing}
      ${has("retract") ? button("R", say("retract"), { command: "retract" }) : nothing}
      ${has("cannot_fund") ? button("", say("cannotFund"), { command: "cannot_fund" }) : nothing}</p>`;
  }

  wagers(duty, done) {
    const { position } = duty, { areas } = this.board.table.view, open = areas.filter(({ kind }) => kind !== "street");
    const send = this.enters((fields) => {
      const wagers = Object.fromEntries(open.map(({ wager }) => [wager, cents(fields[wager] || 0)]).filter(([, amount]) => amount > 0));
      this.stakes[position] = fields[open.find(({ kind }) => kind !== "side").wager];
      return { command: "place_wagers", position, wagers, ready: true };
    });
    return html`<form class="wagers" @submit=${send}>${open.map(({ wager, kind, minimum_cents: least, choices_cents: [only] }) => html`<p class="field"><label for="wager-${wager}">${label(wager)}</label>
      <input id="wager-${wager}" name=${wager} class="amount" inputmode="decimal" pattern="[0-9]{1,7}([.,][0-9]{1,2})?" ?required=${kind !== "side"} autocomplete="off"
        value=${kind === "side" ? nothing : this.stakes[position] ?? plain(least)} placeholder=${only ? plain(only) : nothing}></p>`)}${done}</form>`;
  }

  payments({ payments, chips, table: { view } }) {
    if (!chips || !payments.length) return nothing;
    const now = payments.find(({ position }) => position === this.paying);
    const fate = ({ won_cents: won, returned_cents: back }) => [won && say("won", { amount: money(won) }), back && say("returned", { amount: money(back) })].filter(Boolean).join(", ") || say("collected");
    const line = ({ position, won_cents: won, chips: given, lines, left_cents: left }) => html`<li class=${position === this.paying ? "now" : ""} data-position=${position}><strong>${won ? say("paysSeat", { position, amount: money(won) }) : say("paysNothing", { position })}</strong>
      ${given.length || left ? html`<p class="to-give">${say("chips", { chips: "" })} ${given.map(({ count, name: called, colour, cents: value }) => html`<span class="given">${colour ? swatch(colour) : nothing}${called ? say("chip", { count, name: called, amount: money(value) }) : say("chipNameless", { count, amount: money(value) })}</span> `)}${left ? money(left) : nothing}</p>` : nothing}
      <ul>${lines.map((each) => html`<li>${say("paysWager", { wager: each.name, what: fate(each) })} <small>(${clause(each.cite)})</small></li>`)}</ul></li>`;
    return part("pay", say("paying"), html`${now ? html`<ol class="pay">${line(now)}</ol><button type="button" class="next-seat" @click=${() => this.pays(null)}><kbd>⏎</kbd> ${say("nextSeat")}</button>` : nothing}
      <details ?open=${!now && !view.playing}><summary>${say("seats")}</summary><ol class="pay all">${payments.map(line)}</ol></details>`);
  }

  layout({ table: { view } }) {
    const { round } = view;
    return round && view.playing ? part("community", say("community"), html`<p class="cards">${round.community.map((card) => card === null ? html`<span class="card-text back" role="img" aria-label=${say("faceDown")}></span>` : drawn(card))}</p>`) : nothing;
  }

  called(player) { return player.startsWith("walk-in:") ? say("walkIn", { number: player.split(":").at(-1) }) : player; }

  seats({ table: { view }, title, chips }) { // a seat without a wager may be left
    const areas = view.areas.map(({ wager }) => wager), lying = (wagers) => Object.entries(wagers).sort(([one], [other]) => areas.indexOf(one) - areas.indexOf(other));
    const hands = Object.fromEntries((view.playing ? view.round.hands : []).map((hand) => [hand.position, hand]));
    return part("seats", say("seats"), html`<ol class="seats">${Array.from({ length: view.positions }, (_, place) => place + 1).map((position) => {
      const seat = view.seats.find((each) => each.position === position), hand = hands[position];
      return html`<li value=${position} class=${this.duty?.position === position ? "now" : ""}>${seat ? html`<strong>${this.called(seat.player)}</strong>
        ${hand ? lying(hand.wagers_cents).map(([wager, amount]) => `${label(wager)} ${money(amount)}`).join(", ") : nothing}
        ${hand?.ending ? html`<em>${say("folded")}</em>` : nothing} ${hand?.hole.some((card) => card !== null) ? hand.hole.map((card) => card === null ? nothing : drawn(card)) : nothing}
        ${title && chips && !(hand && Object.keys(hand.wagers_cents).length) ? html`<button type="button" class="stand" aria-label="${say("stand")}: ${say("seat", { position })}" ?disabled=${this.busy} @click=${() => this.give({ command: "stand", position })}>${say("stand")}</button>` : nothing}`
        : html`<span class="soft">${say("free")}</span>`}</li>`;
    })}</ol>${title && chips && this.room ? html`<button type="button" class="sit" @click=${() => this.open("sit")}><kbd>V</kbd> ${say("sit")}</button>` : nothing}`);
  }

  calls({ calls, title, corrects }) {
    if (!calls.length) return nothing;
    const answer = (command, number) => () => this.give({ command, call: number });
    return html`<ul class="calls">${repeat(calls, (call) => call.number, ({ number, name, about, since, own, answered }) => html`<li>${say(about ? "callWaitsAbout" : "callWaits", { name, about })} <span class="time">${ago(since)}</span> ${answered ? say("callComing", { name: answered }) : nothing}
      ${corrects && !answered ? html`<button type="button" class="answer" ?disabled=${this.busy} @click=${answer("answer_call", number)}>${say("callAnswer")}</button>` : nothing}
      ${title && (own || corrects) ? html`<button type="button" class="settled" ?disabled=${this.busy} @click=${answer("close_call", number)}>${say("callClose")}</button>` : nothing}</li>`)}</ul>`;
  }

  people({ on_duty: working, title, pace, calls, corrects, stakes, closes }) {
    const off = async (leave) => { await this.give({ command: "go_off_duty" }); if (!leave || this.error) return; await account("/sign-out"); location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`); };
    return part("people", say("dutyList"), html`<ul>${working.map(({ name, title: as }) => html`<li>${name} – ${as}</li>`)}</ul>
      ${title ? html`<p class="acts"><button type="button" class="go-off" ?disabled=${this.busy} @click=${() => off(false)}>${say("goOff")}</button>
        <button type="button" class="hand-over" ?disabled=${this.busy} @click=${() => off(true)}>${say("handOver")}</button>
        ${calls.some(({ own }) => own) ? nothing : html`<button type="button" class="call-floor" @click=${() => this.open("call")}><kbd>O</kbd> ${say("call")}</button>`} <button type="button" @click=${() => this.open("incident")}><kbd>I</kbd> ${say("incident")}</button>
        ${corrects ? html`<button type="button" @click=${() => this.open("correct")}><kbd>X</kbd> ${say("correct")}</button>` : nothing} ${stakes.length ? html`<button type="button" @click=${() => this.open("correct-wager")}><kbd>W</kbd> ${say("correctWager")}</button>` : nothing}
        ${closes ? html`<button type="button" class="close-table" ?disabled=${this.busy} @click=${() => this.give({ command: "close_table" }, say("tableClosed"))}>${say("closeTable")}</button>` : nothing}</p>` : nothing}
      ${pace ? html`<p>${say("paceRounds", { count: pace.rounds_an_hour })}</p>${pace.phases.length ? html`<p class="pace">${say("paceAverage", { phases: pace.phases.map(({ name, seconds }) => say("pacePhase", { phase: name, seconds })).join(", ") })}</p>` : nothing}` : nothing}`);
  }

  keyCard() {
    const keys = [["⏎", "keyNext"], ["N", "keyNoMore"], ["A–2 C D H S", "keyCards"], ["⌫", "keyBack"], ["1 2 3", "keyBets"], ["F", "keyFold"], ["L", "keyLeave"], ["B", "keyBlind"], ["R", "keyRetract"], ["E", "keyConcede"], ["← →", "keySeat"], ["G", "keyTurnTo"],
      ["V", "keySit"], ["U", "keyUndo"], ["I", "keyIncident"], ["P", "keyDispute"], ["O", "keyCall"], ["X", "keyCorrect"], ["W", "keyWager"], ["~", "keyScan"]];
    return html`<details class="keys"><summary>${say("keys")}</summary><dl>${keys.map(([key, name]) => html`<dt><kbd>${key}</kbd></dt><dd>${say(name)}</dd>`)}</dl></details>`;
  }
}

customElements.define("ms-console", MsConsole);
