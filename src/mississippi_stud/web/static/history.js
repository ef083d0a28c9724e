// Past rounds: a list to choose from, any of them again step by step, and a round that somebody has shared. It only looks.
import { html, nothing } from "./lit.js";
import { get } from "./api.js";
import { reviewOf, say, words } from "./table.js";
import { flaw, flawOfShared, partsOf, seatsOf } from "./proof.js";
import { Replay } from "./replay.js";
import { linkNote, linkTo } from "./share.js";
import { shownProof } from "./shown.js";

const PAGE = 50, RESULTS = ["", "won", "lost", "even", "void", "open"];
const locale = document.documentElement.dataset.locale;
const time = new Intl.DateTimeFormat(locale, { dateStyle: "short", timeStyle: "short" });
const amount = (cents, currency, options = {}) =>
  new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol", ...options }).format(cents / 100);

/** When a day begins here, or the day after it, in microseconds since 1970. */
function begins(day, later = 0) {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return date.getTime() * 1000;
}

class MsHistory extends Replay {
  static properties = { rounds: { state: true }, more: { state: true }, wanted: { state: true }, review: { state: true }, link: { state: true }, views: { state: true }, parts: { state: true } };

  async connectedCallback() {
    super.connectedCallback();
    const asked = new URLSearchParams(location.search);
    const day = (text) => (text && !Number.isNaN(begins(text)) ? text : "");
    this.wanted = { book: words.only, result: RESULTS.find((each) => each === asked.get("result")) ?? "", since: day(asked.get("since")), until: day(asked.get("until")) };
    this.keep(this.wanted); // what no filter has is not asked for
    await this.attempt(async () => {
      await this.list();
      const number = Number(asked.get("round"));
      const table = asked.get("table") ?? this.rounds.find((round) => round.number === number)?.table;
      if (number && table) await this.show(table, number, Number(asked.get("step")));
    });
  }

  /** What the API is asked for, by the filters. */
  get query() {
    const { book, result, since, until } = this.wanted, asked = new URLSearchParams();
    if (book) asked.set("book", book);
    if (result) asked.set("result", result);
    if (since) asked.set("since", begins(since));
    if (until) asked.set("until", begins(until, 1));
    return asked;
  }

  async list() {
    this.rounds = null;
    await this.older();
  }

  async older() {
    const asked = this.query, last = this.rounds?.at(-1)?.opened_at;
    asked.set("limit", PAGE);
    if (last) asked.set("until", last);
    const found = await this.look(`/rounds?${asked}`);
    this.more = found.length === PAGE;
    this.rounds = [...(this.rounds ?? []), ...found];
  }

  /** Choose other rounds; the address keeps the choice. */
  choose(name, value) {
    this.wanted = { ...this.wanted, [name]: value };
    this.keep(this.wanted);
    return this.attempt(() => this.list());
  }

  keep(values) {
    const place = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(values)) if (value) place.set(name, value); else place.delete(name);
    history.replaceState(null, "", place.size ? `?${place}` : location.pathname);
  }

  async show(table, number, step = 0) {
    this.review = this.link = this.views = this.parts = null;
    this.open(await get(table, `/rounds/${number}`), step);
    await this.updateComplete;
    const section = this.querySelector("section"); // below the list on a narrow screen
    if (section.offsetLeft <= this.offsetLeft) section.scrollIntoView();
  }

  /** Go to a step; the address keeps the place. */
  go(step) {
    super.go(step);
    this.keep({ table: this.shown.table, round: this.shown.number, step: step + 1 });
  }

  async prove() {
    this.proof = say("checking");
    const { table, number, steps } = this.shown;
    const proof = await get(table, `/rounds/${number}/proof`), flawed = await flaw(proof, table, number, steps.at(-1).view.round);
    this.parts = partsOf(proof, await seatsOf(proof, table, number));
    this.found(flawed, this.alone ? "proved" : "provedAll");
  }

  async judge() { this.review = await get(this.shown.table, `/rounds/${this.shown.number}/review`); }

  async share() { this.link = await linkTo(this.shown.table, this.shown.number); }

  line(round) {
    const chosen = this.shown?.table === round.table && this.shown.number === round.number, { currency } = round;
    const kind = round.net_cents < 0 ? "lose" : round.net_cents > 0 ? "win" : "push";
    const net = () => amount(round.net_cents, currency, { signDisplay: "exceptZero" });
    const book = words.books.find(([id]) => id === round.book)?.[1] ?? round.book;
    return html`<li><button type="button" class=${chosen ? "plain chosen" : "plain"} aria-pressed=${chosen ? "true" : "false"} @click=${() => this.attempt(() => this.show(round.table, round.number))}>
      <span>${say("round", { number: round.number })}${this.wanted.book ? nothing : html` <small>${book}</small>`}<br><small>${time.format(new Date(round.opened_at / 1000))}</small></span>
      <span class="net ${round.status === "settled" ? kind : ""}">${round.status === "open" ? say("open") : round.status === "void" ? words.names.void : net()}
        ${round.wagered_cents ? html`<br><small>${say("wagered", { amount: amount(round.wagered_cents, currency) })}</small>` : nothing}</span></button></li>`;
  }

  filters() {
    const { book, result, since, until } = this.wanted;
    const told = (name) => (event) => this.choose(name, event.target.value);
    const choice = (name, text, chosen, choices) => html`<label>${text}<select name=${name} @change=${told(name)}>
      ${choices.map(([value, shown]) => html`<option value=${value} ?selected=${value === chosen}>${shown}</option>`)}</select></label>`;
    return html`<form class="filters" @submit=${(event) => event.preventDefault()}>
      ${choice("book", say("filterBook"), book, [["", say("allBooks")], ...words.books])}
      ${choice("result", say("filterResult"), result, RESULTS.map((each) => [each, say(`result-${each}`)]))}
      <label>${say("filterSince")}<input type="date" name="since" .value=${since} @change=${told("since")}></label>
      <label>${say("filterUntil")}<input type="date" name="until" .value=${until} @change=${told("until")}></label></form>`;
  }

  /** The rounds that the filters show, as files. */
  downloads() {
    const link = (format, text) => html`<a class="button plain" href="/api/rounds.${format}?${this.query}" download>${text}</a>`;
    return html`<p class="after">${link("csv", say("downloadCsv"))}${link("json", say("downloadJson"))}<small>${say("downloadMost")}</small></p>`;
  }

  render() {
    const filtered = Object.values(this.wanted ?? {}).some(Boolean);
    if (!this.rounds) return this.error ? html`${this.trouble}${filtered ? this.filters() : nothing}` : html`<p>…</p>`;
    if (!this.rounds.length && !filtered) return html`<p>${say("noRounds")}</p>`;
    return html`${this.trouble}${this.filters()}<div class=${this.shown ? "past shown" : "past"}><div>${this.shown || !this.rounds.length ? nothing : html`<p class="choose-one">${say("choose")}</p>`}
      ${this.rounds.length ? html`<ul class="rounds">${this.rounds.map((round) => this.line(round))}</ul>` : html`<p>${say("noSuchRounds")}</p>`}
      ${this.more ? html`<button type="button" class="plain" @click=${() => this.attempt(() => this.older())}>${say("older")}</button>` : nothing}${this.rounds.length ? this.downloads() : nothing}</div>
      ${this.shown ? this.again(this.actions(), this.outcome()) : nothing}</div>`;
  }

  actions() {
    if (this.shown.status === "open") return html`<a class="button main" href=${this.place}>${say("goOn")}</a>`;
    const button = (name, text, work) => html`<button type="button" class="plain ${name}" @click=${() => this.answer(work)}>${text}</button>`;
    return html`${button("prove", words.names.prove, () => this.prove())}${button("judge", say("review"), () => this.judge())}
      ${this.alone ? button("share", say("share"), () => this.share()) : nothing}`;
  }

  /** Whether nobody else played the round; where its table is found. */
  get alone() { const { view } = this.shown.steps.at(-1); return !view.round || view.round.hands.every(({ position }) => view.own.includes(position)); }
  get place() { const { view } = this.shown.steps.at(-1); return view.admission !== "seated" ? `/table/${this.shown.table}` : `/?book=${this.shown.book}`; }

  /** What came of the buttons. */
  outcome() {
    const { link, review } = this;
    return html`${linkNote(link, () => { this.link = null; })}${this.parts ?? nothing}${review ? reviewOf(review) : nothing}${shownProof(this)}`;
  }
}

class MsShared extends Replay {
  async connectedCallback() {
    super.connectedCallback();
    await this.attempt(async () => this.open(await this.look(`/shared/${words.shared}`)));
  }

  async prove() {
    this.proof = say("checking");
    this.found(await flawOfShared(await this.look(`/shared/${words.shared}/proof`), this.shown), "sharedProved");
  }

  render() {
    if (!this.shown) return this.error ? this.trouble : html`<p>…</p>`;
    return html`${this.trouble}<p>${say("sharedBy", { book: words.named })}</p>${this.again(html`
      <button type="button" class="plain prove" @click=${() => this.answer(() => this.prove())}>${words.names.prove}</button>
      <a class="button main" href="/?book=${this.shown.book}">${say("playToo")}</a>`)}`;
  }
}

customElements.define("ms-history", MsHistory);
customElements.define("ms-shared", MsShared);
