// Past rounds: a list, and any of them again step by step, as it was shown.
import { LitElement, html, nothing } from "./lit.js";
import { Problem, get, openTable } from "./api.js";
import { cardName, felt, money, results, reviewOf, say, signed, speakOf, words } from "./table.js";
import { flaw } from "./proof.js";

const PAGE = 50;
const time = new Intl.DateTimeFormat(document.documentElement.dataset.locale, { dateStyle: "short", timeStyle: "short" });

class MsHistory extends LitElement {
  static properties = {
    rounds: { state: true }, more: { state: true }, shown: { state: true }, step: { state: true }, proof: { state: true }, review: { state: true }, error: { state: true },
  };

  createRenderRoot() { return this; }

  async connectedCallback() {
    super.connectedCallback();
    await this.attempt(async () => {
      this.table = await openTable(words.book, (gone) => { this.error = gone ? say(gone) : ""; });
      speakOf(this.table);
      this.rounds = [];
      await this.older();
      const asked = new URLSearchParams(location.search);
      const number = Number(asked.get("round"));
      if (number) await this.show(number, Number(asked.get("step")));
    });
  }

  async attempt(work) {
    this.error = "";
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.error = error.code === "offline" ? say("lostConnection") : error.message;
    }
  }

  async older() {
    const before = this.rounds.length ? `&before=${this.rounds.at(-1).number}` : "";
    const found = await get(this.table.id, `/rounds?limit=${PAGE}${before}`);
    this.more = found.length === PAGE;
    this.rounds = [...this.rounds, ...found];
  }

  async show(number, step = 0) {
    this.proof = this.review = null;
    const round = await get(this.table.id, `/rounds/${number}`);
    this.shown = { ...round, steps: round.steps.filter(({ event }) => words.say[`event-${event}`]) };
    speakOf(round, round.steps.at(-1).view);
    this.go(step >= 1 && step <= this.shown.steps.length ? step - 1 : this.shown.steps.length - 1);
    await this.updateComplete;
    const section = this.querySelector("section"); // below the list on a narrow screen
    if (section.offsetLeft <= this.offsetLeft) section.scrollIntoView();
  }

  /** Go to a step; the address keeps the place. */
  go(step) {
    this.step = step;
    const place = new URLSearchParams(location.search);
    place.set("round", this.shown.number);
    place.set("step", step + 1);
    history.replaceState(null, "", `?${place}`);
  }

  async prove() {
    this.proof = say("checking");
    const { number, steps } = this.shown;
    const found = await flaw(await get(this.table.id, `/rounds/${number}/proof`), this.table.id, number, steps.at(-1).view.round);
    this.proof = !found ? say("proved") : found === "notKept" ? say(found) : say("notProved", { why: say(found) });
  }

  async judge() { this.review = await get(this.table.id, `/rounds/${this.shown.number}/review`); }

  /** What a step showed, in words. */
  tell(step) {
    const now = this.shown.steps[step], cards = now.view.round?.community ?? [], before = this.shown.steps[step - 1]?.view.round?.community ?? [];
    const said = words.say[`event-${now.event}`];
    const turned = cards.findIndex((card, place) => card !== null && (before[place] ?? null) === null);
    return now.event === "card_revealed" && turned >= 0 ? `${said} ${cardName(cards[turned])}` : said;
  }

  line(round) {
    const chosen = this.shown?.number === round.number;
    const kind = round.net_cents < 0 ? "lose" : round.net_cents > 0 ? "win" : "push";
    return html`<li><button type="button" class=${chosen ? "plain chosen" : "plain"} aria-pressed=${chosen ? "true" : "false"} @click=${() => this.attempt(() => this.show(round.number))}>
      <span>${say("round", { number: round.number })}<br><small>${time.format(new Date(round.opened_at / 1000))}</small></span>
      <span class="net ${round.status === "settled" ? kind : ""}">${round.status === "open" ? say("open") : round.status === "void" ? words.names.void : signed(round.net_cents)}
        ${round.wagered_cents ? html`<br><small>${money(round.wagered_cents)}</small>` : nothing}</span></button></li>`;
  }

  render() {
    const error = this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing;
    if (!this.rounds) return this.error ? error : html`<p>…</p>`;
    if (!this.rounds.length) return html`<p>${say("noRounds")}</p>`;
    return html`${error}<div class=${this.shown ? "past shown" : "past"}><div><ul class="rounds">${this.rounds.map((round) => this.line(round))}</ul>
      ${this.more ? html`<button type="button" class="plain" @click=${() => this.attempt(() => this.older())}>${say("older")}</button>` : nothing}</div>
      ${this.shown ? this.again() : html`<p>${say("choose")}</p>`}</div>`;
  }

  again() {
    const { steps, status, number, rows } = this.shown;
    const now = steps[this.step], last = this.step === steps.length - 1;
    return html`<section aria-label=${say("round", { number })}>
      <div class="steps"><button type="button" class="back" ?disabled=${this.step === 0} @click=${() => this.go(this.step - 1)} aria-label=${say("previous")}>←</button>
        <p role="status"><strong>${say("step", { step: this.step + 1, steps: steps.length })}</strong><br>${this.tell(this.step)}</p>
        <button type="button" class="on" ?disabled=${last} @click=${() => this.go(this.step + 1)} aria-label=${say("next")}>→</button></div>
      ${felt({ view: now.view, rows })}
      ${results(now.view)}
      <div class="after">${status === "open" ? html`<a class="button main" href="/?book=${words.book}">${say("goOn")}</a>` : html`
        <button type="button" class="plain prove" @click=${() => this.attempt(() => this.prove())}>${words.names.prove}</button>
        <button type="button" class="plain judge" @click=${() => this.attempt(() => this.judge())}>${say("review")}</button>`}</div>
      <p class="proved" role="status">${this.proof ?? ""}</p>
      ${this.review ? reviewOf(this.review) : nothing}</section>`;
  }
}

customElements.define("ms-history", MsHistory);
