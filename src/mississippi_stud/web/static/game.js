// A table of one's own: an island that shows the server's view and sends commands; it decides nothing itself.
import { LitElement, html, nothing, live as bound } from "./lit.js";
import { Problem, get, missing, moreMoney, newId, send, tellMeter } from "./api.js";
import { antes, capital, felt, fieldsOf, money, netOf, ownHand, ratio, results, reviewOf, say, short, signed, speakOf, streetsOf, words } from "./table.js";
import { keepSent, keepShown, sentSeed } from "./evidence.js";
import { arrive, brought, firstTable } from "./opening.js";
import { TOLD, actionOf, beside, keyOf, pace, panel, settings, shortcuts } from "./settings.js";
import { celebrate, countUp, laid, travel } from "./motion.js";
import { holding, narrate } from "./narration.js";
import { Wagers, sum } from "./wagers.js";
import { beats } from "./stage.js";
import { cameFromSettings, keep } from "./page.js";
import { heed } from "./press.js";
import { clock, tick } from "./clock.js";

const GLANCE = 250, HUNDRED = 10_000;
/** Nothing is on its way to the table. */
const NOTHING = {};
/** What somebody plays with: whose focus stays there when it changes. */
const PLAYED = ".controls, .tour", BUTTONS = ".controls *, .tour", QUIETLY = { preventScroll: true };
/** How long a screen reader needs to see that the focus has left a button that goes, before it comes to the next. */
const NOTICED = 100;
const HOW = document.getElementById("how");
/** What shows somebody's care is loaded for whoever has any. */
let care = null;
/** What belongs to a table with others is loaded there alone. */
let company = null;
const loadCare = async () => { care ??= await import("./care.js"); };
const obstacle = (now) => care?.obstacle(now) ?? null;
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
/** Sounds, for whoever has asked for them. */
const sound = (name) => settings.sound && import("./sound.js").then((sounds) => sounds.play(name));
const isWhole = (value) => typeof value === "object" && value !== null;
/** Whether two values are the same, in whatever order they were written. */
const alike = (one, other) => one === other || (isWhole(one) && isWhole(other) && Object.keys(one).length === Object.keys(other).length
  && Object.keys(one).every((key) => alike(one[key], other[key])));
const facesOf = ({ view }) => [...(view.round?.community ?? []), ...(ownHand(view)?.hole ?? [])].filter((card) => card !== null).length;

class MsGame extends LitElement {
  static properties = {
    table: { state: true }, shown: { state: true }, fresh: { state: true }, told: { state: true }, heard: { state: true }, paid: { state: true },
    error: { state: true }, away: { state: true }, practice: { state: true }, advice: { state: true }, proof: { state: true }, review: { state: true }, link: { state: true },
    doubt: { state: true }, sent: { state: true }, graded: { state: true }, barred: { state: true },
  };

  constructor() {
    super();
    this.practice = localStorage.getItem("practice") === "on";
    this.fresh = false;
    this.changed = -GLANCE;
    this.run = null;
    this.busy = null;
    this.sent = NOTHING;
    this.told = this.heard = this.paid = this.error = "";
    this.opened = new Promise((done) => { this.arrived = done; });
    this.panels = new Set();
    this.lost = missing((gone) => {
      if (this.away && !gone) this.told = say("back");
      this.away = gone;
    });
    this.onKey = (event) => this.key(event);
    if (settings.coach !== "off") this.instruct();
    heed(this, () => this.changed, GLANCE);
  }

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
    addEventListener("meter", this.onMeter = () => this.requestUpdate());
    this.ticking = tick(() => this.requestUpdate());
    this.start();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.onKey);
    removeEventListener("meter", this.onMeter);
    clearInterval(this.ticking);
    this.stop?.();
    super.disconnectedCallback();
  }

  async start() {
    if (!this.tried && brought) { this.take(brought); await this.updateComplete; } // drawn before anything is asked for
    const open = this.tried ? arrive(this.lost) : firstTable(this.lost);
    this.tried = true;
    try {
      const seen = await open;
      if (words.company) company ??= await import(`./${words.company}.js`);
      if (seen.care) await loadCare();
      this.take(seen);
      if (cameFromSettings()) this.updateComplete.then(() => this.reopen());
      if (!words.company && localStorage.getItem("tour") !== "over") this.guide();
    } catch (error) {
      if (error.status === 409) { await loadCare(); this.barred = await care.whyNot(error); }
      if (this.barred) return;
      this.fail(error);
      setTimeout(() => this.start(), 2000);
      return;
    }
    this.error = "";
    this.barred = null;
    if (!this.stop && obstacle(this.table.care)) this.fresh = !this.table.view.playing; // they come to find the table closed to them
    await this.follow();
  }

  /** Follow the table from now on, as whoever one is by now. */
  async follow() {
    const { live } = await import("./live.js"); // the first wager can be placed without it
    this.stop?.();
    this.stop = live(() => this.table, (seen, paid) => this.take(seen, paid), this.lost, () => this.start());
  }

  /** Take over what the server says, if it is news, and show it: at once, or card after card. */
  take(seen, paid = true) {
    if (this.table && seen.version < this.table.version) return;
    if (seen.care && !care) { loadCare().then(() => this.take(seen, paid)); return; }
    if (this.table && !company && !seen.view.own.length) { this.leave(seen); return; }
    const before = this.table, moved = before && before.view.own.length !== seen.view.own.length, news = before?.version !== seen.version || moved;
    const late = paid && this.unpaid;
    this.unpaid = !paid;
    if (!news && alike(before, seen)) { if (late && !this.run) this.paid = this.held; return; } // what a command has answered comes by the socket too
    if (seen.id) { keepShown(seen); this.arrived(); } else if (seen.meter) tellMeter(seen.meter);
    speakOf(seen);
    this.table = seen;
    if (seen.view.own.length) this.wagers ??= new Wagers(seen, (from) => { this.from = from; this.error = ""; this.requestUpdate(); });
    this.wagers?.look(seen, this.placed);
    if (this.betting && sum(this.placed) && news) this.wagers.amounts = { ...this.placed };
    if (seen.view.playing) this.fresh = false;
    if (before?.view.number !== seen.view.number || before?.view.playing !== seen.view.playing) this.proof = this.review = this.link = null;
    if (before?.view.number !== seen.view.number) this.graded = null;
    company?.prepare(this);
    if (news && before?.id && !company) this.sent = NOTHING; // nobody else acts here: it has arrived
    if (moved) this.told = this.heard = ""; // who sits down or leaves looks at another table
    if (news) this.turn(moved ? null : before); else if (!this.run) { this.shown = seen; if (late) this.paid = this.held; }
  }
  /** The balance for whoever hears it, once a round is over and the money is as of its end: where others play it comes a moment later. */
  get held() { return ["again", "closed"].includes(this.state) && !this.unpaid ? say("hearBalance", { amount: money(this.table.balance_cents) }) : ""; }

  /** Somebody who may not play has left the seat, and looks at the last round for as long as they like; else they sit again. */
  leave({ care, version }) {
    if (obstacle(care)) this.table = { ...this.table, care, version }; else this.start();
  }
  /** What is shown instead of the table, if anything: never over a round, nor over the result of the last one. */
  get kept() { return this.table && ["decide", "turning", "again"].includes(this.state) ? null : this.barred ?? obstacle(this.table?.care); }
  refresh() { return get(this.table.id).then((seen) => this.take(seen), () => this.start()); }

  /** Draw what lies between the last look and this one; whoever does not want to wait for it skips it. */
  async turn(before) {
    const run = {}, steps = pace() ? beats(before, this.table) : [];
    this.run = steps.length ? run : null;
    this.began = before;
    this.advice = null;
    for (const step of steps) {
      this.show(step, this.shown);
      await pause(step === steps[0] ? pace() / 2 : pace());
      if (this.run !== run) return;
    }
    this.skip();
  }

  /** Show the table as it is. */
  skip() {
    this.run = null;
    this.show(this.table, this.began);
    this.practise();
  }

  show(seen, before) {
    const drawn = this.shown;
    this.shown = seen;
    const told = narrate(before, seen, { deciding: Boolean(this.option("bet")) && !this.run, choosing: this.choosing });
    const news = company?.news(before, seen, this.busy === null) ?? [];
    if (told || news.length) { this.told = [...news, told].join(" ").trim(); this.paid = ""; this.heard = this.run ? "" : [holding(seen), this.held, this.isShort ? this.short : ""].join(" "); }
    this.light();
    const { state } = this, buttons = state === "decide" ? this.table.view.turn?.phase : state; // neither one card more nor what others do changes one
    if (drawn && this.buttons !== buttons) this.changed = performance.now();
    this.buttons = buttons;
    if (!drawn) return;
    const result = seen.view.round?.results.length && !drawn.view.round?.results.length;
    if (facesOf(seen) > (drawn.view.number === seen.view.number ? facesOf(drawn) : 0)) sound("card");
    if (result) { const net = netOf(seen.view); sound(net > 0 ? "win" : net < 0 ? "loss" : "push"); this.finished = true; }
  }

  /** That money is running out, or gone. */
  get short() { return say(this.table.balance_cents + sum(this.placed) ? "broke" : "gone"); }

  /** Light the rows of the pay tables that were paid; remembers whether the best of the main one was. */
  light() {
    const { rows } = this.shown, [main] = fieldsOf(this.shown.view);
    this.best = false;
    for (const board of document.querySelectorAll(".pays"))
      for (const line of board.querySelectorAll("tr")) {
        const lit = !this.fresh && line.dataset.hand === rows[board.dataset.wager];
        line.classList.toggle("lit", lit);
        if (lit) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current");
        if (lit && board.dataset.wager === main?.wager && line.matches(":first-child")) this.best = true;
      }
  }

  fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.error = error.code === "offline" ? say("lostConnection") : error.message;
  }

  /** Do something once, as soon as the table is open: until there is news of it, nothing more is sent. */
  async once(work) {
    await this.opened;
    const { version } = this.table;
    if (this.busy === version) return;
    this.busy = version;
    this.error = "";
    try {
      this.take(await work());
    } catch (error) {
      this.fail(error);
      await get(this.table.id).then((seen) => this.take(seen), () => {});
    } finally {
      if (this.busy === version) this.busy = null;
      this.sent = NOTHING;
    }
  }

  ask(command) { return this.once(() => send(this.table.id, command, this.lost)); }
  /** Take part in the round; the wagers that go with it are hollow until the table has them. */
  play(command, values = {}, sent = {}) {
    const { turn } = this.table.view;
    if (this.busy !== this.table.version) this.sent = sent;
    return this.ask({ command: "play", turn, do: { command, position: this.seat, ...values } });
  }
  get seat() { return this.table.view.own[0]; }
  option(command) { return this.table?.view.options.find((option) => option.command === command && option.position === this.seat); }
  get betting() { return this.table.view.playing && this.table.view.round.phase === "betting"; }
  get watching() { return !this.table.view.own.length; }
  get sitsOut() { return this.table.view.seats.some((seat) => seat.own && seat.sits_out); }
  get choosing() { return !this.run && !this.watching && !company?.isClosed(this) && !(this.sitsOut && !sum(this.placed)) && (this.betting || (!this.table.view.playing && (this.fresh || !sum(ownHand(this.table.view)?.wagers_cents ?? {})))); }
  get placed() { return (this.betting && ownHand(this.table.view)?.wagers_cents) || {}; }
  /** Which buttons there are. */
  get state() { return this.run ? "turning" : company?.isClosed(this) ? "closed" : this.watching ? "watch" : this.sitsOut && (!this.table.view.playing || this.betting) ? "out" : this.choosing ? "place" : this.table.view.playing ? "decide" : "again"; }

  /** Clear the felt, to choose wagers. */
  anew() {
    this.fresh = true;
    this.changed = performance.now();
    this.proof = this.review = this.link = null;
    this.error = "";
    this.wagers.choose();
    this.told = say("place");
    this.heard = "";
    this.light();
  }

  /** The wagers of the round that has ended; else what the player has chosen. */
  get wanted() {
    const last = this.choosing ? this.wagers.amounts : { ...ownHand(this.table.view)?.wagers_cents };
    return Object.fromEntries(fieldsOf(this.table.view).map(({ wager }) => [wager, last[wager]]).filter(([, amount]) => amount));
  }

  deal() {
    const { wanted, wagers, table: { view, balance_cents: balance } } = this;
    const [main] = fieldsOf(view);
    if (this.choosing) {
      const { wrong } = wagers;
      if (!wrong && !wanted[main.wager]) wagers.fault(main.wager, say("noAnte"));
      if (wrong || !wanted[main.wager]) {
        document.getElementById(`wager-${wrong ?? main.wager}`)?.focus();
        return undefined;
      }
    }
    if (sum(wanted) > balance + sum(this.placed) + (company?.tokensLeft(this) ?? 0)) { this.error = say("noMoney", { amount: money(balance) }); return undefined; }
    wagers.amounts = { ...Object.fromEntries(fieldsOf(view).map(({ wager }) => [wager, 0])), ...wanted };
    wagers.keep();
    if (this.busy !== this.table.version) this.sent = wanted;
    return this.once(async () => {
      const { id, view: { positions, commitment } } = this.table, seed = localStorage.getItem("seed") || sentSeed(this.table) || newId();
      await company?.layBoxes(this);
      const seeds = positions > 1 ? await import("./seeds.js") : null, opened = seeds ? await seeds.published(this, seed) : seed;
      keepSent(this.table, opened);
      const seen = await send(id, { command: "place_wagers", position: this.seat, wagers: wanted, ...(company ? { tokens_cents: company.tokensOn(this, wanted) } : {}), seed: opened, ...(await seeds?.nextHash(this)), commitment }, this.lost);
      wagers.past = [];
      return seen;
    });
  }

  /** What the open street takes for so many antes, if it takes that. */
  stake(times) {
    const [main] = fieldsOf(this.table.view);
    return this.option("bet")?.choices_cents.find((amount) => amount === times * ownHand(this.table.view).wagers_cents[main.wager]);
  }
  bet(times) {
    const stake = this.stake(times);
    return stake && stake <= this.purse ? this.coached(String(times), () => this.play("bet", { cents: stake, ...(company ? { tokens_cents: sum(company.tokensOn(this, { stake })), secret: company.isSecret(this) } : {}) }, { [this.table.view.turn.phase]: stake })) : undefined;
  }
  /** The streets that are left, each with the highest wager. */
  get remaining() {
    const laid = ownHand(this.table.view).wagers_cents, most = this.stake(this.table.view.multiples.at(-1));
    return Object.fromEntries(streetsOf(this.table.view).filter(({ wager }) => !laid[wager]).map(({ wager }) => [wager, most]));
  }
  /** What there is to bet with: one's money, and at a table with others the tokens. */
  get purse() { return this.table.balance_cents + (company?.tokensLeft(this) ?? 0); }
  fold() { return this.coached("fold", () => this.play("fold")); }
  get allCents() { return this.option("bet_all")?.choices_cents[0] ?? 0; }
  betAll() { return this.allCents <= this.table.balance_cents ? this.coached(String(this.table.view.multiples.at(-1)), () => this.play("bet_all", {}, this.remaining)) : undefined; }

  /** Carry out a play, as the coach has it if there is one. */
  async coached(play, act) { return settings.coach === "off" || company ? act() : (await this.instruct()).coached(this, play, act); }
  async instruct() { return (this.coach ??= await import("./coach.js")); }
  /** Fetch what explains a round. */
  async guide() {
    const { Tour } = await import("./tour.js");
    this.tour ??= new Tour(() => this.requestUpdate());
    this.requestUpdate();
  }

  /** Practice: the values of the choices before a decision, the losses of the decisions after a round. */
  async practise() {
    this.advice = null;
    if ((!this.practice && settings.coach !== "round") || !this.table || company) return;
    const { version, id, view: { number, playing } } = this.table;
    const deciding = Boolean(this.option("bet"));
    if (deciding ? !this.practice : playing || !number) return;
    if (deciding) this.advice = "working";
    try {
      const found = await get(id, deciding ? "/advice" : `/rounds/${number}/review`);
      if (this.table.version !== version) return;
      if (deciding) this.advice = found; else this.review = found;
    } catch (error) {
      if (this.table.version !== version) return;
      this.advice = null;
      this.fail(error);
    }
  }

  setPractice(on) {
    this.practice = on;
    keep("practice", on ? "on" : "off");
    this.review = null;
    this.practise();
  }

  async share() {
    this.sharing ??= await import("./share.js");
    try { this.link = await this.sharing.linkTo(this.table.id, this.table.view.number); } catch (error) { this.fail(error); }
  }

  // Keys. A key that is held down acts once; which one does what can be changed, or switched off.

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("input:not([type=checkbox]), select") || !this.table) return;
    const dialog = this.querySelector("dialog[open]"), key = event.key.toLowerCase(), action = actionOf(key, this.table.view.multiples);
    if (!dialog && TOLD.includes(action)) { event.preventDefault(); this.hear(action); return; }
    if (dialog) { if (action === "help" && dialog.matches(".how")) { dialog.close(); event.preventDefault(); } return; }
    if (this.run) { if (["enter", " ", "escape"].includes(key) || action) { event.preventDefault(); this.skip(); } return; }
    if (!action || !this.act(action)) return;
    event.preventDefault();
  }

  /** Do what a key asks for, if it can be done now. */
  act(action) {
    const { state } = this, does = {
      place: { deal: () => this.deal(), ...Object.fromEntries(["undo", "clear", "double", "again"].map((what) => [what, () => this.wagers.do(what)])) },
      decide: this.option("bet") && !company?.blind(this) ? { fold: () => this.fold(), ...(this.option("bet_all") ? { all: () => this.betAll() } : {}), ...Object.fromEntries(this.table.view.multiples.map((times) => [times, () => this.bet(times)])) } : {},
      again: { deal: () => this.deal(), anew: () => this.anew() },
    }[state]?.[action] ?? (action === "help" ? () => this.open("how") : null);
    does?.();
    return Boolean(does);
  }
  /** Say, and show, what somebody asks for by a key: it is told anew even if it is the same. */
  async hear(what) {
    const { hear } = await import("./speech.js"), told = hear(what, this, tellMeter.last);
    this.told = this.told === told ? `${told}\u200b` : told;
    this.heard = "";
  }
  /** Show a panel; it is drawn when it is wanted for the first time. */
  async open(which) {
    const panelOf = () => this.querySelector(`dialog.${which}`);
    this.panels.add(which);
    if (!panelOf()) { this.requestUpdate(); await this.updateComplete; }
    panelOf()?.showModal();
  }

  /** Show the settings again to whoever has changed the language in them. */
  async reopen() {
    await this.open("settings");
    const control = this.querySelector("dialog.settings [name=language]");
    if (!control) return;
    control.focus();
    control.scrollIntoView({ block: "center" }); // not behind the button that closes them
  }

  /** Whoever plays by keyboard keeps their place when the buttons change. */
  willUpdate() {
    if (this.table) this.tour?.look(this.state, this.shown);
    this.hadFocus = document.activeElement?.closest(PLAYED);
    if (this.hadFocus?.matches(".controls") && this.state !== this.drawnState) this.hadFocus.focus(QUIETLY); // a screen reader loses its place with a button that goes
    this.lay = laid(this);
  }
  updated() {
    const { state } = this.table ? this : { state: "" };
    if (this.hadFocus && !document.activeElement?.closest(BUTTONS)) setTimeout(() => this.refocus(), NOTICED);
    this.buttonsChanged ||= Boolean(this.drawnState) && state !== this.drawnState;
    this.drawnState = state;
    cancelAnimationFrame(this.measuring); // with the frame that draws it: measured here, the page would be laid out once more
    this.measuring = requestAnimationFrame(() => this.measure());
    this.tour?.place(this);
    care?.attend(this);
    if (travel(this, this.lay, this.from)) sound("chip");
    this.from = null;
    if (!this.finished) return;
    this.finished = false;
    const net = netOf(this.shown.view);
    if (net > 0) countUp(this.querySelector(".verdict strong"), net, signed);
    if (this.best) celebrate(this.querySelector(".felt"));
  }

  /** Bring the table into view once the buttons have changed; what is said and does not fit can be reached by keyboard too. */
  measure() {
    const said = this.querySelector(".said");
    if (this.buttonsChanged && this.querySelector(".stage").getBoundingClientRect().top < 0) scrollTo({ top: 0 });
    this.buttonsChanged = false;
    if (said) said.tabIndex = this.told && said.scrollHeight > said.clientHeight ? 0 : -1;
  }

  refocus() {
    if (!document.activeElement?.matches("body, .controls")) return;
    (this.querySelector(".controls .main:not(:disabled)") ?? this.querySelector(".controls button:not(:disabled)") ?? this.querySelector(".controls"))?.focus(QUIETLY); // while others decide there is none: the bar keeps the place
  }

  // What is drawn.

  render() {
    if (this.kept) return html`<div class="stage">${care.notice(this.kept)}</div>`;
    if (!this.table) return html`<div class="stage"><p class="message" role="status">${this.error || (this.away ? say(this.away) : html`<span aria-hidden="true">…</span>`)}</p>${felt(null)}</div>`;
    const { shown, state, choosing } = this, { view } = shown, funds = shown.balance_cents + sum(this.placed);
    const cleared = (choosing || sum(this.sent)) && !view.playing ? { ...shown, view: { ...view, round: null } } : shown;
    return html`<div class="stage">${this.bar(funds)}
      <div class="scene" @click=${() => this.run && this.skip()}>${felt(cleared, { funds: choosing ? funds - this.wagers.total : funds, share: state === "again" && !company && !this.tour?.on ? () => this.share() : null, sent: this.sent, said: company?.saidAt, hollow: company && choosing ? (wager) => this.wagers.amounts[wager] !== this.placed[wager] : undefined, ...(choosing ? { amounts: this.wagers.amounts, lay: (wager) => this.wagers.lay(wager) } : {}) })}
        ${company?.meter()}<div class="toasts">${this.toast(this.away && say(this.away), "banner")}${this.toast(shown.disabled, "banner")}${this.toast(this.error, "error")}${this.link ? this.sharing.linkNote(this.link, () => { this.link = null; }) : nothing}</div></div>
      <div class="words"><div class="said"><p class="sr paid" role="status">${this.paid}</p><p class="message" role="status" aria-live="polite">${this.told}<span class="sr">&nbsp;${this.heard}</span></p>${choosing ? this.wagers.notes() : this.graded ? this.coach.gradeOf(this) : nothing}${this.reviewed(state)}
        ${company?.waiting(this)}${choosing && this.waits ? html`<p class="note" role="status">${say("waiting")}</p>` : nothing}</div>${this.more()}</div>
      ${this.tour?.draw()}
      <form class="controls ${state}" tabindex="-1" @submit=${(event) => { event.preventDefault(); if (choosing) this.deal(); }}>
        ${{ turning: () => this.turning(), closed: () => company.closed(this), watch: () => company.seating(this), out: () => company.back(this), place: () => this.placing(), decide: () => this.decision(), again: () => this.ended() }[state]()}</form></div>
      <div class="below">${this.review && state === "again" ? reviewOf(this.review) : nothing}${company?.everybody(this)}${company?.company(this)}${this.fairness()}</div>
      ${this.panels.has("how") ? this.help() : nothing}${company?.floorCall.dialog(this)}${this.coach?.doubtOf(this)}${care?.realityOf(this).draw() ?? nothing}
      ${this.panels.has("settings") ? panel({ multiples: view.multiples, practice: this.practice, setPractice: (on) => this.setPractice(on), changed: ({ sound: on }) => { if (on) sound("chip"); company?.prepare(this); this.requestUpdate(); } }) : nothing}`;
  }

  bar(funds) {
    return html`<div class="bar">${company?.countdown(this)}<span class="purse" ?hidden=${this.watching}><span class="small">${capital(words.names.balance)}${clock()}${company ? html`<ms-lag></ms-lag>` : nothing}</span> <output class="balance" aria-live="off">${money(funds)}</output></span>
      ${company ? nothing : html`<label class="switch"><input type="checkbox" .checked=${bound(this.practice)} @change=${(event) => this.setPractice(event.target.checked)}> <span>${words.names.practice}</span></label>`}
      ${company?.inviting(this)}${company?.floorCall.button(this)}<button type="button" class="plain round set" aria-label=${say("settings")} title=${say("settings")} @click=${() => this.open("settings")}>
        <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M10.300 2h3.400l.5 2.700 1.700.7 2.300-1.500 2.400 2.400-1.500 2.300.7 1.700 2.700.5v3.400l-2.700.5-.7 1.700 1.500 2.300-2.400 2.400-2.300-1.500-1.700.7-.5 2.700h-3.400l-.5-2.700-1.700-.7-2.300 1.500-2.400-2.400 1.500-2.300-.7-1.700L1.500 14.200v-3.400l2.700-.5.7-1.700-1.500-2.300 2.400-2.400 2.300 1.500 1.700-.7zM12 8.500a3.500 3.500 0 1 0 0 7 3.500 3.500 0 0 0 0-7z"/></svg></button>
      <button type="button" class="plain round help" aria-label=${HOW?.querySelector("summary").textContent} @click=${() => this.open("how")}>?</button></div>`;
  }

  /** How good the decisions of the round were; what they cost stands below the table. */
  reviewed(state) {
    if (!this.review?.length || state !== "again") return nothing;
    return html`<p class="note">${say("bestOf", { good: this.review.filter(({ lost }) => lost === "0").length, count: this.review.length })} <a href="#review">${say("seeWhy")}</a></p>`;
  }

  toast(text, kind) { return text ? html`<p class=${kind} role="alert">${text}</p>` : nothing; }

  get waits() { return this.table.view.seats.find(({ position }) => position === this.seat)?.ready; }

  /** Whether there is more money to be had now, or no street can be paid for. */
  get isShort() { return !this.run && !this.watching && !this.table.view.contest && (this.option("bet") ? this.option("bet").choices_cents[0] > this.table.balance_cents : this.table.more_money); }

  more() {
    if (!this.isShort) return nothing;
    return html`<div class="broke"><p>${this.short}</p>
      <button type="button" class="main" @click=${() => this.once(() => moreMoney(this.table.id, this.lost))}>${say("more")}</button></div>`;
  }

  turning() {
    return html`<div class="info"></div><div class="bets"><button type="button" class="skip-turn" @click=${() => this.skip()}>${say("showAll")}</button></div><div class="acts"></div>`;
  }

  placing() {
    return html`<div class="info">${this.wagers.fields()}</div><div class="bets">${this.wagers.chips()}</div>
      <div class="acts">${this.wagers.tools()}<button class="main deal go" ?disabled=${Boolean(this.table.disabled)}>${words.terms.deal}</button></div>`;
  }

  decision() {
    const blind = company?.blind(this);
    if (blind) return blind;
    if (!this.option("bet")) return html`<div class="info"></div><div class="bets"></div><div class="acts"></div>`;
    const { advice } = this, least = this.stake(this.table.view.multiples.at(-1)) < HUNDRED ? HUNDRED : 0, { purse: balance, table: { view: { multiples } } } = this;
    const value = (play) => advice && advice !== "working"
      ? html`<span class=${advice.best === play ? "worth best" : "worth"}>${advice.best === play ? html`<em><span aria-hidden="true">★</span><span class="sr">${say("best")}</span></em> ` : nothing}${antes(ratio(advice.values[play]))}</span>` : nothing;
    return html`<div class="info">${company?.reserve(this)}${company?.secret(this)}${this.practice && !company ? html`<p class="why" role="status">${advice === "working" ? say("working") : advice ? html`<span aria-hidden="true">★</span> ${advice.why}${advice.points ? html`<br><small>${advice.points}</small>` : nothing}` : nothing}</p>` : nothing}</div>
      <div class="bets">${multiples.map((times) => this.stake(times) ? html`<button type="button" class="main bet" ?disabled=${this.stake(times) > balance}
        @click=${() => this.bet(times)}><span class="line"><span>${times}×</span> <small>${short(this.stake(times), least)}</small></span>${value(String(times))}</button>` : html`<span></span>`)}</div>
      <div class="acts"><button type="button" class="fold" @click=${() => this.fold()}><span>${words.terms.fold}</span>${value("fold")}</button>
        ${this.option("bet_all") ? html`<button type="button" class="all" ?disabled=${this.allCents > balance} @click=${() => this.betAll()}><span>${words.terms["max-all"]}</span> <small>${money(this.allCents)}</small></button>` : nothing}
        <p class="risk">${say("atStake")} <strong>${money(sum(ownHand(this.table.view).wagers_cents))}</strong></p></div>`;
  }

  ended() {
    const kept = obstacle(this.table.care);
    if (kept) return html`<div class="slip">${results(this.shown.view)}</div><div class="acts"><p class="risk kept" role="status">${say(`title-${kept.name}`)}</p><button type="button" class="main go" @click=${() => this.anew()}>${say("realityGoOn")}</button></div>`;
    const total = sum(this.wanted) + (company?.onBoxes(this) ?? 0), stopped = Boolean(this.table.disabled);
    return html`<div class="slip">${results(this.shown.view)}</div>
      <div class="acts"><button type="button" class="new" ?disabled=${stopped} @click=${() => this.anew()}>${words.terms["new-game"]}</button>
        <button type="button" class="main rebet go" ?disabled=${stopped || !total || total > this.table.balance_cents} @click=${() => this.deal()}><span>${words.terms.rebet}</span> <small>${money(total)}</small></button></div>`;
  }

  help() {
    return html`<dialog class="how" @click=${beside} aria-labelledby="howto"><h2 id="howto" tabindex="-1" autofocus>${HOW?.querySelector("summary").textContent}</h2>${this.how ??= HOW?.querySelector("ol").cloneNode(true)}
      ${settings.keys ? html`<h2 class="keys">${say("help")}</h2>
      <dl class="keys">${shortcuts(this.table.view.multiples).map(({ action, name }) => html`<div><dt><kbd>${keyOf(action).toUpperCase()}</kbd></dt><dd>${name}</dd></div>`)}</dl>` : nothing}
      <form method="dialog" class="after">${words.company ? nothing : html`<button class="plain tour-again" @click=${() => this.explain()}>${say("tourAgain")}</button>`}
        <button class="plain to-pays" @click=${() => document.querySelector(".board").scrollIntoView()}>${say("payTables")}</button> <button class="main">${say("close")}</button></form></dialog>`;
  }

  /** Explain a round once more, from its wagers on if none is under way. */
  async explain() {
    if (this.state === "again") this.anew();
    await this.guide();
    this.tour.restart();
  }

  /** Whether the deal was fair, for whoever opens that. */
  fairness() {
    if (this.watching) return nothing;
    return html`<details class="proof" @toggle=${() => this.assure()}><summary>${say("fairness")}</summary>${this.assurance?.fairness(this)}</details>`;
  }
  async assure() {
    this.assurance ??= await import("./fairness.js");
    this.requestUpdate();
  }
}

customElements.define("ms-game", MsGame);
