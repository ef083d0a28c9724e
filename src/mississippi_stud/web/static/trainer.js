// The trainer: asks for a play, shows the verdict, and reports where somebody leaks. The server decides what is asked and judges.
import { LitElement, html, nothing } from "./lit.js";
import { Problem, train } from "./api.js";
import { antes, capital, cardView, either, felt, money, ownHand, playName, playTold, ratio, say, signed, speakOf, typed, words } from "./table.js";
import { actionOf, keyOf, settings } from "./settings.js";
import { heed } from "./press.js";
import { Record } from "./record.js";

Object.assign(words.say, words.trainer);
const MODES = ["repetition", "street", "rule", "leaks", "quick", "table", "known", "outs", "report"];
const MINUTE = 60_000, GLANCE = 250;
const locale = document.documentElement.dataset.locale;
const percent = (part, digits = 0) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: digits, maximumFractionDigits: digits }).format(part);
const ruleName = (rule) => say("rule-name", { street: capital(words.streets[rule.split("/")[0]]), rule: words.rules[rule] });
const NONE = { right: 0, answers: 0, cost: 0, cents: 0, streak: 0, longest: 0 };

class MsTrainer extends LitElement {
  static properties = {
    mode: { state: true }, choice: { state: true }, course: { state: true }, question: { state: true }, verdict: { state: true }, busy: { state: true },
    error: { state: true }, session: { state: true }, left: { state: true }, report: { state: true }, told: { state: true }, last: { state: true }, erasing: { state: true },
  };

  constructor() {
    super();
    const asked = new URLSearchParams(location.search).get("mode");
    this.mode = MODES.includes(asked) ? asked : "repetition";
    this.choice = { street: Object.keys(words.streets)[0], rule: Object.keys(words.rules)[0], seen: 6, known: Object.keys(words.ahead).slice(0, 1), target: Object.keys(words.targets)[0] };
    this.game = { book: words.book, options: [], pays: [], ante_cents: words.start, meter_cents: 0 };
    this.record = new Record();
    this.session = NONE;
    this.error = this.told = "";
    this.left = null;
    this.changed = -GLANCE;
    this.onKey = (event) => this.key(event);
    heed(this, () => this.changed, GLANCE);
  }

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
    this.begin();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.onKey);
    clearInterval(this.ticking);
    super.disconnectedCallback();
  }

  /** Do one thing at a time; what comes meanwhile is not done. */
  once(work) {
    if (this.busy) return undefined;
    this.busy = true;
    this.working = this.attempt(work);
    return this.working;
  }

  /** Do something as soon as nothing else is under way. */
  async soon(work) {
    while (this.busy) await this.working;
    return this.once(work);
  }

  /** An error is told, and what was there stays. */
  async attempt(work) {
    this.error = "";
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.error = error.message;
    } finally {
      this.busy = false;
    }
  }

  ask(path, body) { return train(path, body, (gone) => { this.error = gone ? say(gone) : ""; }); }

  /** Learn a game; one that cannot be leaves the game of before. */
  begin(game = this.game) {
    return this.soon(async () => {
      this.course = await this.ask("course", game);
      this.game = game;
      speakOf(this.course, this.course);
      await this.open();
    });
  }

  get drill() {
    const { mode, choice: { street, rule, seen, known, target } } = this;
    return { repetition: { mode }, street: { mode: "cost", street }, rule: { mode: "cost", rule }, leaks: { mode }, quick: { mode: "cost" },
      table: { mode, seen }, known: { mode: "table", known }, outs: { mode, seen, target } }[mode];
  }

  /** Show what a mode begins with. */
  async open() {
    this.stop();
    this.question = this.verdict = this.report = null;
    if (this.mode === "report") this.report = await this.ask("report", { book: this.game.book, tallies: this.record.tallies });
    else if (this.mode !== "quick") await this.next();
  }

  choose(mode) {
    this.mode = mode;
    history.replaceState(null, "", `?${new URLSearchParams({ book: words.book, mode })}`);
    this.soon(() => this.open());
  }

  set(name, value) {
    this.choice = { ...this.choice, [name]: value };
    this.soon(() => this.open());
  }

  async next() {
    const { course: { key }, mode, left, verdict } = this;
    const found = await this.ask("questions", { course: this.game, drill: this.drill, due: this.record.due(key), tallies: this.record.tallies });
    if (this.mode !== mode || (this.left === null) !== (left === null)) return; // somebody has gone on, or the time is up
    this.question = found;
    this.verdict = null;
    this.began = this.changed = performance.now();
    if (verdict && this.left === null) this.updateComplete.then(() => this.querySelector(".asked, .tell input")?.focus({ preventScroll: true }));
  }

  answer(play) {
    const { question, record, course: { key } } = this;
    if (!question || this.verdict || !question.plays.some((each) => each.play === play)) return;
    const taken = Math.min(Math.round(performance.now() - this.began), MINUTE);
    this.once(async () => {
      const rule = question.situation && record.cards(key)[question.situation]?.card;
      const body = { course: this.game, asked: question.asked, play, taken_ms: taken, card: rule || "" };
      const found = await this.ask("answers", { ...body, tally: record.tallies[question.rule] ?? "" });
      if (this.question !== question) return;
      record.add(key, found);
      this.verdict = this.last = { ...found, cards: [...ownHand(question.view).hole, ...question.view.round.community.filter((card) => card !== null)] };
      this.changed = performance.now();
      this.count(found);
      if (this.left !== null) await this.next();
      else this.updateComplete.then(() => this.querySelector(".on")?.focus({ preventScroll: true }));
    });
  }

  /** How many of the unseen cards somebody thinks would help. */
  tell(told) {
    const { question } = this;
    if (!question || this.verdict || told === "") return;
    this.once(async () => {
      const body = { course: this.game, asked: question.asked, target: this.choice.target, count: Number(told) };
      const found = await this.ask("counts", body);
      if (this.question !== question) return;
      this.verdict = { ...found, told };
      this.changed = performance.now();
      this.count({ cost: found.right ? "0" : "", cost_cents: 0 });
      this.updateComplete.then(() => this.querySelector(".on")?.focus({ preventScroll: true }));
    });
  }

  count({ cost, cost_cents: cents }) {
    const right = cost === "0", streak = right ? this.session.streak + 1 : 0, { session } = this;
    this.session = { right: session.right + right, answers: session.answers + 1, cost: session.cost + (cost ? ratio(cost) : 0), cents: session.cents + cents, streak, longest: Math.max(session.longest, streak) };
  }

  // Against the clock.

  start() {
    this.session = NONE;
    this.told = "";
    this.last = null;
    const ends = performance.now() + MINUTE;
    this.left = MINUTE / 1000;
    this.ticking = setInterval(() => {
      this.left = Math.max(Math.ceil((ends - performance.now()) / 1000), 0);
      if (!this.left) this.finish();
    }, 250);
    this.once(() => this.next());
  }

  stop() {
    clearInterval(this.ticking);
    this.left = null;
  }

  finish() {
    const { right, answers, longest, cents } = this.session;
    this.stop();
    this.question = this.verdict = null;
    this.told = say("quick-over", { right, answers, streak: longest, amount: money(cents) });
  }

  // Keys: a key that is held down acts once.

  key(event) {
    if (this.mode === "outs" && !this.verdict) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("input:not([type=checkbox]), select, textarea") || !this.question) return;
    if (event.key === "Enter") {
      if (this.verdict && this.left === null && !event.target.closest("a, button, summary")) { event.preventDefault(); this.once(() => this.next()); }
      return;
    }
    const action = actionOf(event.key.toLowerCase(), this.question.view.multiples);
    if (action && this.question.plays.some(({ play }) => play === action)) { event.preventDefault(); this.answer(action); }
  }

  // What is drawn.

  /** The chosen mode is in sight where not all of them are. */
  updated(changes) {
    if (changes.has("mode")) this.querySelector(".modes [aria-pressed=true]").scrollIntoView({ block: "nearest", inline: "center" });
  }

  render() {
    const { mode, question } = this;
    return html`<nav class="modes" aria-label=${say("mode")}>${MODES.map((each) => html`<button type="button" class="plain" data-mode=${each}
        aria-pressed=${each === mode ? "true" : "false"} @click=${() => this.choose(each)}>${say(`mode-${each}`)}</button>`)}</nav>
      ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      ${mode === "report" ? this.reports() : html`<div class="drill">
        <div class="left"><div class="aim"><p class="about">${say(`about-${mode}`)}</p>${this.picker()}</div>
          ${question?.asked.seen.length ? this.others(question.asked.seen) : nothing}
          ${question ? html`<div class="cloth">${felt({ view: question.view, rows: {} })}</div>` : nothing}
          ${this.controls()}</div>
        <div class="right"><div class="outcome" role="status">${this.verdict ? (this.verdict.lines ? this.counted(this.verdict) : this.judged(this.verdict)) : this.left !== null && this.last ? this.past(this.last) : this.told ? html`<p>${this.told}</p>` : nothing}</div>
          ${this.verdict && !this.verdict.lines && this.left === null ? this.explained(this.verdict) : nothing}${this.progress()}${this.gameForm()}</div></div>`}`;
  }

  picker() {
    const { mode, choice } = this;
    const select = (name, label, options) => html`<label class="pick"><span>${label}</span><select name=${name} @change=${(event) => this.set(name, event.target.value)}>
      ${Object.entries(options).map(([value, text]) => html`<option value=${value} ?selected=${value === choice[name]}>${text}</option>`)}</select></label>`;
    const named = (all) => Object.fromEntries(Object.entries(all).map(([value, text]) => [value, capital(text)]));
    if (mode === "street") return select("street", say("street"), named(words.streets));
    if (mode === "rule") return select("rule", say("rule"), Object.fromEntries(Object.keys(words.rules).map((rule) => [rule, ruleName(rule)])));
    const pick = (street, on) => this.set("known", Object.keys(words.ahead).filter((each) => (each === street ? on : choice.known.includes(each))));
    if (mode === "known") return html`<fieldset class="pick"><legend class="sr">${say("known")}</legend>${Object.entries(named(words.ahead)).map(([street, name]) => html`<label class="switch">
      <input type="checkbox" name=${street} .checked=${choice.known.includes(street)} @change=${(event) => pick(street, event.target.checked)}> ${name}</label>`)}</fieldset>`;
    if (mode === "table" || mode === "outs") return html`${mode === "outs" ? select("target", say("outs-target"), named(words.targets)) : nothing}<label class="pick"><span>${say("seen", { count: choice.seen })}</span>
      <input type="range" name="seen" min="0" max="15" .value=${String(choice.seen)} @change=${(event) => this.set("seen", Number(event.target.value))}></label>`;
    if (mode === "quick" && this.left !== null) return html`<p class="clock"><span aria-hidden="true">${this.left}</span><span class="sr">${say("seconds", { count: this.left })}</span></p>`;
    return nothing;
  }

  /** The others' cards, two to a hand. */
  others(seen) {
    const hands = Array.from({ length: Math.ceil(seen.length / 2) }, (_, hand) => seen.slice(2 * hand, 2 * hand + 2));
    return html`<ul class="open-hands" aria-label=${say("others")}>${hands.map((hand) => html`<li>${hand.map((card) => cardView(card))}</li>`)}</ul>`;
  }

  controls() {
    const { question, verdict } = this;
    if (this.mode === "quick" && this.left === null) return html`<div class="controls again"><button type="button" class="main on" ?disabled=${!this.course} @click=${() => this.start()}>${say("start")}</button></div>`;
    if (!question) return html`<p class="note">${this.error ? nothing : say("loading")}</p>`;
    if (verdict && this.left === null) return html`<div class="controls again"><button type="button" class="main on" @click=${() => this.once(() => this.next())}>${say("next")}</button></div>`;
    if (this.mode === "outs") return html`<form class="tell" @submit=${(event) => { event.preventDefault(); this.tell(event.target.elements.count.value); }}>
      <label for="count">${say(`outs-ask-${this.choice.target}`, { unseen: 48 - question.asked.seen.length })}</label>
      <input id="count" name="count" type="number" min="0" max="48" required inputmode="numeric" autocomplete="off"><button class="main">${say("outs-answer")}</button></form>`;
    return html`<p class="asked" tabindex="-1">${say("ask")}</p>
      <div class="controls decide">${question.plays.map(({ play, cents }) => html`<button type="button" class=${cents ? "main bet" : "fold"} data-play=${play} @click=${() => this.answer(play)}>
        <span>${playName(play)}${settings.keys ? html` <kbd class="keys" aria-hidden="true">${keyOf(play).toUpperCase()}</kbd>` : nothing}</span>${cents ? html` <small>${money(cents)}</small>` : nothing}</button>`)}</div>`;
  }

  /** The verdict on a count, and the cards by the hand they make. */
  counted({ right, count, unseen, lines, told }) {
    return html`<p class="grade ${right ? "best" : "mistake"}"><strong>${right ? say("outs-right", { count, unseen }) : say("outs-wrong", { count, unseen, told })}</strong></p>
      ${lines.length ? html`<table class="outs"><thead><tr><th scope="col">${say("hand")}</th><th scope="col">${say("outs-count")}</th><th scope="col">${say("pays")}</th></tr></thead>
        <tbody>${lines.map(({ name, cards, pays }) => html`<tr><th scope="row">${capital(name)} <span class="open-hands">${cards.map((card) => cardView(card))}</span></th><td>${cards.length}</td><td>${pays || say("nothing")}</td></tr>`)}</tbody></table>` : html`<p>${say("outs-none")}</p>`}`;
  }

  /** The verdict on the last hand, told apart from the one that is asked now. */
  past(last) { return html`<p class="note past">${say("before")} <span class="open-hands">${last.cards.map((card) => cardView(card))}</span></p>${this.judged(last)}`; }

  judged({ grade, played, best, cost, cost_cents: cents }) {
    const play = capital(playTold(played)), others = best.filter((each) => each !== played).map(playTold);
    const text = cost !== "0" ? say("wrong", { play, amount: money(cents), antes: antes(ratio(cost), "never"), best: either(best.map(playTold)) })
      : others.length ? say("tie", { play, others: either(others) }) : say("right", { play });
    return html`<p class="grade ${grade}"><strong>${say(`grade-${grade}`)}</strong> <span>${text}</span></p>`;
  }

  explained({ values, best, why, points, rule, situation, to_come: coming }) {
    const most = ratio(values[best[0]]);
    return html`<p class="why">${why}${points ? html`<br><small>${points}</small>` : nothing}</p>${situation ? html`<p class="note">${say("byRule", { rule: words.rules[rule] })}</p>` : nothing}
      <table class="worths"><caption>${say("values")}</caption><thead><tr><th scope="col">${say("play")}</th><th scope="col">${say("worth")}</th><th scope="col">${say("cost")}</th><th scope="col">${say("exact")}</th></tr></thead>
        <tbody>${this.question.plays.map(({ play }) => [play, values[play]]).map(([play, value]) => html`<tr class=${best.includes(play) ? "best" : ""}><th scope="row">${playName(play)}</th>
          <td>${antes(ratio(value))}</td><td>${best.includes(play) ? "–" : antes(most - ratio(value), "never")}</td><td>${value}</td></tr>`)}</tbody></table>
      <details open><summary>${say("toCome")}</summary><table class="coming"><thead><tr><th scope="col">${say("hand")}</th><th scope="col">${say("chance")}</th><th scope="col">${say("pays")}</th></tr></thead>
        <tbody>${coming.map(({ name, chance, pays }) => html`<tr><th scope="row">${capital(name)}</th><td>${percent(ratio(chance), 2)}</td><td>${pays || say("nothing")}</td></tr>`)}</tbody></table></details>`;
  }

  progress() {
    if (!this.course) return nothing;
    const { known, due, share } = this.record.progress(this.course.key), { right, answers, cost, streak } = this.session;
    return html`<section class="progress" aria-label=${say("progress")}><h2>${say("progress")}</h2>
      <progress max="1" .value=${share} aria-label=${say("progress")}></progress>
      <p>${say("known-of", { count: known, all: this.course.situations, share: percent(share) })}${due ? html` ${say("due-now", { count: due })}` : nothing}</p>
      ${answers ? html`<p>${say("today", { right, answers, cost: antes(cost, "never") })} <span class="streak">${say("streak", { count: streak })}</span></p>` : nothing}</section>`;
  }

  gameForm() {
    const { game } = this, parts = (text) => text.split(/[;\n]/).map((part) => part.trim()).filter(Boolean);
    const field = (name, label, value, more = {}) => html`<label class="pick"><span>${label}</span><input name=${name} .value=${value} inputmode=${more.mode ?? "text"} autocomplete="off"></label>`;
    return html`<details class="game"><summary>${say("game")}</summary><form @submit=${(event) => {
      event.preventDefault();
      const told = new FormData(event.target), stake = typed(told.get("stake")), meter = told.get("meter").trim() ? typed(told.get("meter")) : 0;
      if (stake === null || meter === null) { this.error = say("noAmount"); return; }
      this.begin({ book: told.get("book"), ante_cents: stake, meter_cents: meter, pays: parts(told.get("pays")), options: parts(told.get("options")) });
    }}><label class="pick"><span>${say("book")}</span><select name="book">${words.books.map(([id, name]) => html`<option value=${id} ?selected=${id === game.book}>${name}</option>`)}</select></label>
      ${field("stake", say("ante-amount"), String(game.ante_cents / 100), { mode: "decimal" })}
      ${field("pays", say("pays-field"), game.pays.join("; "))}${field("options", say("options-field"), game.options.join("; "))}
      ${field("meter", say("meter-amount"), String(game.meter_cents / 100), { mode: "decimal" })}
      <button class="main">${say("apply")}</button></form></details>`;
  }

  // The report.

  reports() {
    const { report } = this;
    if (!report) return html`<p class="note">…</p>`;
    return html`<div class="reports">${this.leaks(say("leaks-drills"), report.drills, say("no-answers"))}${this.leaks(say("leaks-history"), report.history, say("no-rounds"))}${this.shadow(report.rounds)}${this.keeping()}</div>`;
  }

  leaks(title, lines, none) {
    return html`<section><h2>${title}</h2>${lines.length ? html`<div class="scroll" tabindex="0" role="region" aria-label=${title}><table class="leaks"><thead><tr><th scope="col">${say("rule")}</th><th scope="col">${say("lost")}</th>
      <th scope="col">${say("errors")}</th><th scope="col">${say("interval")}</th></tr></thead>
      <tbody>${lines.map(({ rule, answers, errors, rate, low, high, cost }) => html`<tr><th scope="row">${ruleName(rule)}</th><td title=${cost}>${antes(ratio(cost), "never")}</td><td>${say("errors-of", { errors, answers })}</td>
        <td>${percent(rate / 1000)} <small>${percent(low / 1000)}–${percent(high / 1000)}</small></td></tr>`)}</tbody></table></div>` : html`<p>${none}</p>`}</section>`;
  }

  shadow(rounds) {
    const sum = (name) => rounds.reduce((total, round) => total + round[name], 0), mine = sum("net_cents"), other = sum("shadow_cents");
    const line = (head, net, shadow) => html`<tr><th scope="row">${head}</th><td>${signed(net)}</td><td>${signed(shadow)}</td><td>${signed(net - shadow)}</td></tr>`;
    return html`<section class="shadow"><h2>${say("shadow")}</h2><p>${say("about-shadow")}</p>${rounds.length ? html`<div class="scroll" tabindex="0" role="region" aria-label=${say("shadow")}><table><thead><tr><td></td>
      <th scope="col">${say("you")}</th><th scope="col">${say("perfect-play")}</th><th scope="col">${say("difference")}</th></tr></thead>
      <tbody class="whole">${line(say("sum", { count: rounds.length }), mine, other)}</tbody>
      <tbody>${rounds.map(({ table, number, net_cents: net, shadow_cents: shadow }) => line(html`<a href="/history?${new URLSearchParams({ book: this.game.book, table, round: number })}">${say("round-link", { number })}</a>`, net, shadow))}</tbody></table></div>` : html`<p>${say("no-rounds")}</p>`}</section>`;
  }

  keeping() {
    return html`<section class="record"><h2>${say("record")}</h2><p>${say("about-record")}</p>
      <div class="after"><a class="button" download="mississippi-stud-trainer.json" href="data:application/json,${encodeURIComponent(this.record.text)}">${say("save")}</a>
        <label class="button"><input type="file" class="sr" accept="application/json,.json" @change=${(event) => this.load(event.target.files[0])}>${say("load")}</label>
        <button type="button" class="fold" @click=${() => this.forget()}>${say("forget")}</button></div><p role="status">${this.told}</p></section>`;
  }

  async load(file) {
    if (!file) return;
    this.told = say(this.record.load(await file.text()) ? "loaded" : "not-a-record");
    this.soon(() => this.open());
  }

  forget() {
    this.told = say(this.erasing ? "forgotten" : "sure-forget");
    if (this.erasing) { this.record.forget(); this.soon(() => this.open()); }
    this.erasing = !this.erasing;
  }
}

customElements.define("ms-trainer", MsTrainer);
