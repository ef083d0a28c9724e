// The console of a table that people run: the next duty as one sentence and one key, cards by two keys, payments seat by seat.
import { html, nothing } from "./lit.js";
import { account, house as ask, newId } from "./api.js";
import { AccountElement } from "./account-form.js";
import { clause, part } from "./house-parts.js";
import { watch } from "./live.js";
import { cardName, label, money, plain, say, speakOf, words } from "./words.js";
import { wedge } from "./wedge.js";

const RANKS = "23456789TJQKA", SUITS = "cdhs", SYMBOLS = "♣♦♥♠", CARD_KINDS = ["turn", "show-hole", "show-bonus", "deal"];
const PATIENCE = 3000, BEAT = 100;
const cents = (text) => Math.round(Number(String(text).replace(/\s/g, "").replace(",", ".")) * 100);
const cardOf = (text) => (RANKS.indexOf(text[0].toUpperCase()) << 2) + SUITS.indexOf(text[1].toLowerCase());
const drawn = (card) => html`<span class="card-text" data-suit=${SUITS[card & 3]} role="img" aria-label=${cardName(card)}>${RANKS[card >> 2]}${SYMBOLS[card & 3]}</span>`;
const several = (text) => text.trim().split(/[\s,]+/).filter(Boolean);
/** What a form says of an incident, as the table takes it. */
const FACTS = {
  position: (text) => ({ position: Number(text) }), positions: (text) => ({ positions: several(text).map(Number) }), cards: (text) => ({ cards: Number(text) }),
  street: (text) => ({ streets: [Number(text)] }), card: (text) => ({ card: several(text).map(cardOf) }), named: (text) => ({ named: several(text).map(cardOf) }),
  measure: (measure) => ({ measure }), cause: (cause) => ({ cause }), person: (person) => ({ person }),
  looked: () => ({ looked: true }), order: () => ({ order_known: true }), only: () => ({ alone: true }), misdealt: () => ({ misdealt: true }), forfeit: () => ({ forfeit: true }),
};
const CHECKED = ["looked", "order", "only", "misdealt", "forfeit"];

class MsConsole extends AccountElement {
  static properties = { ...AccountElement.properties, board: { state: true }, typedCards: { state: true }, seat: { state: true }, paying: { state: true }, incident: { state: true }, gone: { state: true } };

  constructor() {
    super();
    this.board = words.board;
    this.typedCards = "";
    this.scanner = wedge();
    this.stakes = {};
    this.version = 0;
    this.waiting = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = watch({ [words.topic]: (board, version) => this.take(board, version) }, (gone) => { this.gone = gone; }, (topic) => { if (topic) location.assign(`/house/${words.house}/consoles`); });
    this.pressed = (event) => this.press(event);
    document.addEventListener("keydown", this.pressed, true);
  }
  disconnectedCallback() {
    this.stop();
    document.removeEventListener("keydown", this.pressed, true);
    super.disconnectedCallback();
  }

  take(board, version) {
    const before = this.key(this.board);
    [this.board, this.version] = [board, version];
    this.shown?.();
    if (before !== this.key(board)) { this.typedCards = ""; this.seat = undefined; }
  }
  /** What tells one duty from the next. */
  key(board) { return JSON.stringify((board.due ?? []).filter(({ waits }) => !waits).slice(0, 1).map(({ kind, position, said }) => [kind, position, said])); }

  get own() { return this.board.due.filter(({ waits }) => !waits); }
  /** The duty that is shown: of seats that decide together, the one that was chosen. */
  get duty() {
    const [first] = this.own;
    return first?.kind === "ask" ? this.own.find(({ kind, position }) => kind === "ask" && position === this.seat) ?? first : first;
  }
  get reads() { return this.duty && this.duty.cards > 0 && CARD_KINDS.includes(this.duty.kind); }

  /** Give a command, and wait until the page shows what it has led to: the next key is meant for that. */
  async command(command) {
    const { version } = await ask(words.house, `/tables/${words.table}/commands`, { id: newId(), command: { by: this.board.title, ...command } });
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
      else if (!this.typeCard(key)) this.shortcut(key, this)?.();
    }
  }

  updated() { if (this.shownKey !== this.key(this.board)) { this.shownKey = this.key(this.board); this.focusDuty(); } }
  focusDuty() {
    if (this.querySelector("dialog[open]")) return;
    const wanted = this.querySelector(".duty input:not([type=checkbox]), .duty select") ?? this.querySelector(".duty button");
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
    if (this.busy && !dialog && !field && (key.length === 1 || key === "Enter")) { swallow(); this.waiting.push(key); return; }
    if (dialog || (field && !field.matches(".amount"))) return;
    if (field && !/^[a-z]$/i.test(key)) return;
    if (this.typeCard(key)) { swallow(); return; }
    const act = this.shortcut(key, target);
    if (act) { swallow(); act(); }
  }

  /** What a key does now, if anything; Enter on a button or in a form is the browser's own. */
  shortcut(key, target) {
    const { duty } = this, at = (kind) => this.own.find((each) => each.kind === kind);
    const options = duty?.kind === "ask" ? duty.options : [], bets = options.find(({ command }) => command === "bet");
    switch (key.toLowerCase()) {
      case "enter": return target.closest("button, a, form, summary") ? null : () => this.next();
      case "n": return at("close-betting") && (() => this.give(at("close-betting").command));
      case "1": case "2": case "3": return bets?.choices_cents[key - 1] && (() => this.decide({ command: "bet", cents: bets.choices_cents[key - 1] }));
      case "f": return options.some(({ command }) => command === "fold") && (() => this.decide({ command: "fold" }));
      case "l": return options.some(({ command }) => command === "leave") && (() => this.decide({ command: "leave" }));
      case "arrowright": return duty?.kind === "ask" && (() => this.turnTo(1));
      case "arrowleft": return duty?.kind === "ask" && (() => this.turnTo(-1));
      case "v": return this.board.title && (() => this.open("sit"));
      case "u": return this.board.title && (() => this.give({ command: "take_back" }, say("undone")));
      case "i": return this.board.title && (() => this.open("incident"));
      case "x": return this.board.title && (() => this.open("correct"));
      case "o": return this.board.title && (() => this.open("call"));
      default: return null;
    }
  }
  turnTo(by) {
    const asked = this.own.filter(({ kind }) => kind === "ask").map(({ position }) => position);
    this.seat = asked.at((asked.indexOf(this.duty.position) + by) % asked.length);
  }
  open(name) {
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
    if (!this.reads || this.busy) return;
    this.typedCards = this.typedCards.slice(0, this.typedCards.length - (this.typedCards.length % 2)) + text;
    this.complete();
  }
  /** Send the cards as soon as there are enough. */
  complete() {
    const { duty, typedCards } = this;
    if (typedCards.length < 2 * duty.cards) return;
    const cards = typedCards.match(/../g).map(cardOf), { position } = duty;
    const made = { turn: () => ({ command: "reveal", card: cards[0] }), deal: () => ({ command: "deal", cards }), "show-bonus": () => ({ command: "show_bonus", cards }),
      "show-hole": () => ({ command: "show_hole", position, cards }) };
    this.typedCards = "";
    this.give({ command: "play", do: made[duty.kind]() }).then(() => { if (duty.kind === "show-hole" && !this.error) this.paying = position; });
  }

  /** Do what is due, if it needs nothing more. */
  next() {
    if (this.paying !== undefined && this.paying !== null) { this.paying = null; return; }
    const { duty } = this;
    if (this.busy || !duty) return;
    if (duty.kind === "report") this.open("incident");
    else if (duty.kind === "seat") this.open("sit");
    else if (duty.command && !duty.cards && !duty.enters && duty.kind !== "receive-deck") this.give(duty.command);
  }
  decide(what) { return this.give({ command: "play", do: { position: this.duty.position, ...what } }); }

  // What is shown.

  render() {
    const { board } = this;
    speakOf(board.table);
    return html`${this.news}${this.gone ? html`<p class="banner" role="status">${say(this.gone)}</p>` : nothing}
      ${this.dutyPart(board)}${this.payments(board)}${this.layout(board)}${this.seats(board)}
      ${board.rulings.length ? part("ruled", say("ruled"), html`<ul>${board.rulings.map((each) => html`<li>${each.said} (${clause(each.cite)})</li>`)}</ul>`) : nothing}
      ${part("cards", say("decks"), board.decks.length ? html`<ul>${board.decks.map(({ backs, places }) => html`<li>${say("deck", { backs })}: ${places.map(([place, count]) => `${count} ${place}`).join(", ")}</li>`)}</ul>` : nothing)}
      ${this.people(board)}${this.keyCard()}${this.dialogs(board)}`;
  }

  dutyPart(board) {
    const { duty } = this, waits = board.due.filter(({ waits: other }) => other), after = this.own.filter((each) => each !== duty && each.kind !== "ask");
    return html`<section class="duty" aria-labelledby="next" tabindex="-1"><h2 id="next">${say("nextDuty")}</h2>
      <p class="said" role="status">${duty ? html`${duty.said} <small>(${clause(duty.cite)})</small>` : board.title ? say("nothingDue") : nothing}</p>
      ${board.title ? nothing : board.titles.map(({ title, name }) => html`<button type="button" class="main come-on" ?disabled=${this.busy} @click=${() => this.give({ command: "come_on_duty", by: title })}>${say("comeOn", { title: name })}</button>`)}
      ${duty ? this.control(duty) : nothing}
      ${waits.length ? html`<p>${say("youWait")}</p><ul class="waits">${waits.map((each) => html`<li>${each.said} <small>(${clause(each.cite)})</small></li>`)}</ul>` : nothing}
      ${after.length ? html`<p>${say("alsoDue")}</p><ul class="after">${after.map((each) => html`<li>${each.said} ${each.kind === "close-betting" ? html`<button type="button" class="no-more" ?disabled=${this.busy} @click=${() => this.give(each.command)}><kbd>N</kbd> ${say("keyNoMore")}</button>` : nothing}</li>`)}</ul>` : nothing}</section>`;
  }

  control(duty) {
    const sends = (make) => this.enters(make);
    const done = html`<button class="main" ?disabled=${this.busy}><kbd>⏎</kbd> ${say("enter")}</button>`;
    if (this.reads) return html`<p class="typed" role="status">${this.board.reads && duty.kind === "deal" ? say("cardsRead", { count: Math.floor(this.typedCards.length / 2), of: duty.cards }) : say("cardsSoFar", { cards: this.typedCards })}</p>`;
    if (duty.kind === "ask") return this.asking(duty);
    if (duty.kind === "take-wagers") return this.wagers(duty, done);
    if (duty.kind === "receive-deck") return html`<form @submit=${sends(({ backs, prechecked }) => ({ ...duty.command, backs, prechecked: prechecked === "1" }))}><p class="field"><label for="backs">${say("backs")}</label><input id="backs" name="backs" required maxlength="40" value="red" autocomplete="off"></p>
      <label><input type="checkbox" name="prechecked" value="1"> ${say("prechecked")}</label>${done}</form>`;
    if (duty.enters) return html`<form @submit=${sends((fields) => ({ ...duty.command, [duty.enters]: Number(fields.number) }))}><p class="field"><label for="number">${say(duty.enters)}</label><input id="number" name="number" class="amount" inputmode="numeric" pattern="[0-9]{1,3}" required autocomplete="off"></p>${done}</form>`;
    return html`<button type="button" class="main do" ?disabled=${this.busy} @click=${() => this.next()}><kbd>⏎</kbd> ${say("doIt")}</button>`;
  }
  asking(duty) {
    const { position, options } = duty, has = (name) => options.find(({ command }) => command === name), blind = options.filter(({ command }) => command === "bet_blind");
    const button = (key, text, what, look = "") => html`<button type="button" class=${look} ?disabled=${this.busy} @click=${() => this.decide(what)}>${key ? html`<kbd>${key}</kbd> ` : nothing}${text}</button>`;
    return html`<p class="choices" role="group" aria-label=${say("seat", { position })}>
      ${has("bet")?.choices_cents.map((amount, place) => button(place + 1, say("bets", { times: place + 1, amount: money(amount) }), { command: "bet", cents: amount }, "bet")) ?? nothing}
      ${blind.length ? button("", say("blind"), { command: "bet_blind", cents: blind.map(({ choices_cents: [least] }) => least) }) : nothing}
      ${has("fold") ? button("F", say("fold"), { command: "fold" }, "fold") : nothing}
      ${has("leave") ? button("L", say("leave"), { command: "leave" }) : nothing}
      ${has("cannot_fund") ? button("", say("cannotFund"), { command: "cannot_fund" }) : nothing}</p>`;
  }

  wagers(duty, done) {
    const { position } = duty, { areas } = this.board.table.view, open = areas.filter(({ kind }) => kind !== "street");
    const send = this.enters((fields) => {
      const wagers = Object.fromEntries(open.map(({ wager }) => [wager, cents(fields[wager] || 0)]).filter(([, amount]) => amount > 0));
      this.stakes[position] = fields;
      return { command: "place_wagers", position, wagers, ready: true };
    });
    return html`<form class="wagers" @submit=${send}>${open.map(({ wager, kind, minimum_cents: least, choices_cents: [only] }) => html`<p class="field"><label for="wager-${wager}">${label(wager)}</label>
      <input id="wager-${wager}" name=${wager} class="amount" inputmode="decimal" pattern="[0-9]{1,7}([.,][0-9]{1,2})?" ?required=${kind !== "side"} autocomplete="off"
        value=${this.stakes[position]?.[wager] ?? (kind === "side" ? nothing : plain(least))} placeholder=${only ? plain(only) : nothing}></p>`)}${done}</form>`;
  }

  payments({ payments, chips, table: { view } }) {
    if (!chips || !payments.length) return nothing;
    const now = payments.find(({ position }) => position === this.paying);
    const fate = ({ won_cents: won, returned_cents: back }) => [won && say("won", { amount: money(won) }), back && say("returned", { amount: money(back) })].filter(Boolean).join(", ") || say("collected");
    const line = ({ position, won_cents: won, chips: given, lines, left_cents: left }) => html`<li class=${position === this.paying ? "now" : ""} data-position=${position}><strong>${won ? say("paysSeat", { position, amount: money(won) }) : say("paysNothing", { position })}</strong>
      ${given.length ? html`<p class="chips">${say("chips", { chips: [...given.map(({ count, colour, cents: value }) => say("chip", { count, colour: words.colours[colour], amount: money(value) })), ...(left ? [money(left)] : [])].join(", ") })}</p>` : nothing}
      <ul>${lines.map((each) => html`<li>${say("paysWager", { wager: each.name, what: fate(each) })} <small>(${clause(each.cite)})</small></li>`)}</ul></li>`;
    return part("pay", say("paying"), html`${now ? html`<ol class="pay">${line(now)}</ol><button type="button" class="next-seat" @click=${() => { this.paying = null; this.focusDuty(); }}><kbd>⏎</kbd> ${say("nextSeat")}</button>` : nothing}
      <details ?open=${!now && !view.playing}><summary>${say("seats")}</summary><ol class="pay all">${payments.map(line)}</ol></details>`);
  }

  layout({ table: { view } }) {
    const { round } = view;
    return round && view.playing ? part("community", say("community"), html`<p class="cards">${round.community.map((card) => card === null ? html`<span class="card-text back" role="img" aria-label=${say("faceDown")}></span>` : drawn(card))}</p>`) : nothing;
  }

  seats({ table: { view }, title, chips }) { // a seat without a wager may be left
    const hands = Object.fromEntries((view.playing ? view.round.hands : []).map((hand) => [hand.position, hand]));
    const name = (player) => player.startsWith("walk-in:") ? say("walkIn", { number: player.split(":").at(-1) }) : player;
    return part("seats", say("seats"), html`<ol class="seats">${Array.from({ length: view.positions }, (_, place) => place + 1).map((position) => {
      const seat = view.seats.find((each) => each.position === position), hand = hands[position];
      return html`<li value=${position} class=${this.duty?.position === position ? "now" : ""}>${seat ? html`<strong>${name(seat.player)}</strong>
        ${hand ? Object.entries(hand.wagers_cents).map(([wager, amount]) => html`<span>${label(wager)} ${money(amount)}</span> `) : nothing}
        ${hand?.ending ? html`<em>${say("folded")}</em>` : nothing} ${hand?.hole.some((card) => card !== null) ? hand.hole.map((card) => card === null ? nothing : drawn(card)) : nothing}
        ${title && chips && !(hand && Object.keys(hand.wagers_cents).length) ? html`<button type="button" class="stand" aria-label="${say("stand")}: ${say("seat", { position })}" ?disabled=${this.busy} @click=${() => this.give({ command: "stand", position })}>${say("stand")}</button>` : nothing}`
        : html`<span class="soft">${say("free")}</span>`}</li>`;
    })}</ol>${title && chips ? html`<button type="button" class="sit" @click=${() => this.open("sit")}><kbd>V</kbd> ${say("sit")}</button>` : nothing}`);
  }

  people({ on_duty: working, title, rounds_an_hour: pace }) {
    const off = async (leave) => { await this.give({ command: "go_off_duty" }); if (!leave || this.error) return; await account("/sign-out"); location.assign(`/sign-in?to=${encodeURIComponent(location.pathname)}`); };
    return part("people", say("dutyList"), html`<ul>${working.map(({ name, title: as }) => html`<li>${name} – ${as}</li>`)}</ul>
      ${title ? html`<p class="acts"><button type="button" class="go-off" ?disabled=${this.busy} @click=${() => off(false)}>${say("goOff")}</button>
        <button type="button" class="hand-over" ?disabled=${this.busy} @click=${() => off(true)}>${say("handOver")}</button>
        <button type="button" @click=${() => this.open("call")}><kbd>O</kbd> ${say("call")}</button> <button type="button" @click=${() => this.open("incident")}><kbd>I</kbd> ${say("incident")}</button></p>` : nothing}
      ${pace === null ? nothing : html`<p>${say("pace")}: ${say("paceRounds", { count: pace })}</p>`}`);
  }

  keyCard() {
    const keys = [["⏎", "keyNext"], ["N", "keyNoMore"], ["A–2 C D H S", "keyCards"], ["⌫", "keyBack"], ["1 2 3", "keyBets"], ["F", "keyFold"], ["L", "keyLeave"], ["← →", "keySeat"],
      ["V", "keySit"], ["U", "keyUndo"], ["I", "keyIncident"], ["X", "keyCorrect"], ["O", "keyCall"], ["~", "keyScan"]];
    return html`<details class="keys"><summary>${say("keys")}</summary><dl>${keys.map(([key, name]) => html`<dt><kbd>${key}</kbd></dt><dd>${say(name)}</dd>`)}</dl></details>`;
  }

  dialogs(board) {
    const chosen = board.incidents.find(({ incident }) => incident === this.incident) ?? board.incidents[0];
    const closing = (make, told) => async (event) => { // a refusal is read where the form is
      event.preventDefault();
      const fields = Object.fromEntries(new FormData(event.target)), dialog = event.target.closest("dialog");
      dialog.close();
      event.target.reset();
      await this.give(make(fields), told);
    };
    const cancel = html`<button type="button" @click=${({ target }) => target.closest("dialog").close()}>${say("cancel")}</button>`;
    const fact = (name, needed) => CHECKED.includes(name) ? html`<label><input type="checkbox" name=${name} value="1"> ${say(`fact-${name}`)}</label>`
      : ["measure", "cause"].includes(name) ? html`<p class="field"><label for="fact-${name}">${say(`fact-${name}`)}</label><select id="fact-${name}" name=${name}>${words[`${name}s`].map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></p>`
        : html`<p class="field"><label for="fact-${name}">${say(`fact-${name}`)}</label><input id="fact-${name}" name=${name} ?required=${needed} maxlength="40" autocomplete="off"></p>`;
    const reported = (fields) => ({ command: "report", incident: fields.incident, facts: Object.assign({}, fields.waived ? { waived: true } : {},
      ...Object.entries(fields).filter(([name, text]) => FACTS[name] && text).map(([name, text]) => FACTS[name](text))) });
    const free = Array.from({ length: board.table.view.positions }, (_, place) => place + 1).filter((each) => !board.table.view.seats.some(({ position }) => position === each));
    return html`<dialog class="incident" aria-labelledby="incident-title"><h2 id="incident-title">${say("incident")}</h2>${chosen ? html`<form @submit=${closing(reported)}>
        <p class="field"><label for="incident-what">${say("incidentWhat")}</label><select id="incident-what" name="incident" @change=${({ target }) => { this.incident = target.value; }}>${board.incidents.map(({ incident, name }) => html`<option value=${incident} ?selected=${incident === chosen.incident}>${name}</option>`)}</select></p>
        ${chosen.needs.map((name) => fact(name, !CHECKED.includes(name)))}${chosen.may.map((name) => fact(name, false))}<label><input type="checkbox" name="waived" value="1"> ${say("waived")}</label>
        <p class="acts"><button class="main">${say("report")}</button>${cancel}</p></form>` : cancel}</dialog>
      <dialog class="call" aria-labelledby="call-title"><h2 id="call-title">${say("call")}</h2><form @submit=${closing(({ player, about }) => ({ command: "open_dispute", player, about }), say("called"))}>
        <p class="field"><label for="call-player">${say("fact-position")}</label><select id="call-player" name="player">${board.table.view.seats.map(({ position, player }) => html`<option value=${player}>${say("seat", { position })}</option>`)}</select></p>
        <p class="field"><label for="call-about">${say("callAbout")}</label><input id="call-about" name="about" required maxlength="200" autocomplete="off"></p><p class="acts"><button class="main">${say("call")}</button>${cancel}</p></form></dialog>
      <dialog class="correct" aria-labelledby="correct-title"><h2 id="correct-title">${say("correct")}</h2><form @submit=${closing(({ old, card, grounds }) => ({ command: "correct_card", old: cardOf(old), new: cardOf(card), grounds }), say("corrected"))}>
        ${["old", "card"].map((name) => html`<p class="field"><label for="correct-${name}">${say(`correct-${name}`)}</label><input id="correct-${name}" name=${name} required pattern="[2-9TJQKAtjqka][cdhsCDHS]" maxlength="2" autocomplete="off"></p>`)}
        <p class="field"><label for="correct-grounds">${say("correct-grounds")}</label><input id="correct-grounds" name="grounds" required maxlength="200" autocomplete="off"></p><p class="acts"><button class="main">${say("correct")}</button>${cancel}</p></form></dialog>
      <dialog class="sit" aria-labelledby="sit-title"><h2 id="sit-title">${say("sit")}</h2><form @submit=${closing(({ position, player }) => ({ command: "sit", position: Number(position), player }))}>
        <p class="field"><label for="sit-position">${say("fact-position")}</label><select id="sit-position" name="position">${free.map((each) => html`<option value=${each}>${each}</option>`)}</select></p>
        <p class="field"><label for="sit-player">${say("sitAs")}</label><input id="sit-player" name="player" maxlength="64" autocomplete="off"></p><p class="acts"><button class="main">${say("sit")}</button>${cancel}</p></form></dialog>`;
  }
}

customElements.define("ms-console", MsConsole);
