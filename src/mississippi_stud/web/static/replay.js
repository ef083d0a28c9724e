// A round that was played, again step by step, as it was shown.
import { LitElement, html, nothing } from "./lit.js";
import { Problem, look } from "./api.js";
import { cardName, felt, fieldsOf, label, money, ownHand, results, say, seatName, speakOf, streetsOf, words } from "./table.js";
import { everybody } from "./everybody.js";
import { written } from "./proof.js";

export class Replay extends LitElement {
  static properties = { shown: { state: true }, step: { state: true }, every: { state: true }, proof: { state: true }, error: { state: true } };

  createRenderRoot() { return this; }

  async attempt(work) {
    this.error = "";
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.error = error.code === "offline" ? say("lostConnection") : error.message;
    }
  }

  /** Do what a button below the table asks for, and show what came of it. */
  async answer(work) {
    await this.attempt(work);
    await this.updateComplete;
    this.querySelector(".found")?.scrollIntoView({ block: "nearest" });
  }

  /** Look at something of the API; until it is there, say what is missing. */
  look(path) { return look(path, (gone) => { this.error = gone ? say(gone) : ""; }); }

  /** Show a round from a step on, counted from one; its last if that is not there. */
  open(round, step = 0) {
    this.proof = null;
    this.shown = round;
    speakOf(round, round.steps.at(-1).view);
    for (const name of Object.keys(words.terms)) words.terms[name] = round.labels[name] ?? words.terms[name];
    this.go(step >= 1 && step <= this.steps.length ? step - 1 : this.steps.length - 1);
  }

  /** The steps that a player would call so; on request every entry of the log. */
  get steps() { return this.every ? this.shown.steps : this.shown.steps.filter(({ technical }) => !technical); }

  go(step) { this.step = step; }

  /** Show every entry or the steps alone, and stay at the moment that is shown. */
  showEvery(every) {
    const now = this.shown.steps.indexOf(this.steps[this.step]);
    this.every = every;
    this.go(this.steps.findLastIndex((step) => this.shown.steps.indexOf(step) <= now));
    if (this.step < 0) this.go(0);
  }

  /** What a step showed, in words. */
  tell(step) {
    const now = this.steps[step], { round } = now.view, cards = round?.community ?? [], before = this.steps[step - 1]?.view.round?.community ?? [];
    const said = words.say[now.event === "wager_placed" && round?.phase === "betting" && !this.every ? "event-wagers" : `event-${now.event}`] ?? now.event;
    const turned = cards.findIndex((card, place) => card !== null && (before[place] ?? null) === null);
    const seat = now.view.seats.length > 1 && now.position && words.say[`seat-${now.event}`];
    if (seat && !(now.event === "wager_placed" && !round?.hands.some(({ hole }) => hole.length))) return say(`seat-${now.event}`, { seat: now.view.own.includes(now.position) ? say("you") : seatName(now.view.seats.find((seat) => seat.position === now.position)), ...this.spent(step) });
    if (now.event === "round_voided" && this.shown.reason) return say("voidBecause", { reason: this.shown.reason });
    return now.event === "card_revealed" && turned >= 0 ? say("turnedCard", { card: cardName(cards[turned]) }) : said;
  }

  /** What a seat laid in a step, and where. */
  spent(step) {
    const { view, position } = this.steps[step], at = (seen) => seen?.round?.hands.find((hand) => hand.position === position)?.wagers_cents ?? {};
    const before = at(this.steps[step - 1]?.view), [wager, cents] = Object.entries(at(view)).find(([name, now]) => now !== (before[name] ?? 0)) ?? ["", 0];
    const { ending } = view.round?.hands.find((hand) => hand.position === position) ?? {};
    return { wager: label(wager), amount: money(cents), ending: words.names[ending] ?? "" };
  }

  /** What the check of a deal found. */
  found(flaw, good) { this.proof = !flaw ? say(good) : flaw === "notKept" ? say(flaw) : say("notProved", { why: say(flaw) }); }

  /** A link to the exact values of the decision that is shown, or was the last, if its cards are known. */
  get analysis() {
    const { view } = this.steps[this.step], hand = ownHand(view), { book } = this.shown;
    if (!hand?.hole.length || hand.hole.includes(null)) return nothing;
    const [main] = fieldsOf(view), unit = hand.wagers_cents[main.wager];
    const bets = streetsOf(view).slice(0, -1).flatMap(({ wager }) => hand.wagers_cents[wager] ?? []).map((cents) => cents / unit);
    const board = view.round.community.slice(0, bets.length).filter((card) => card !== null);
    const asked = new URLSearchParams({ book, cards: hand.hole.map(written).join(" "), board: board.map(written).join(" "),
      ...Object.fromEntries(bets.slice(0, board.length).map((times, place) => [`bet.${place}`, times])) });
    return html`<a class="button plain analyse" href="/analysis/hand?${asked}">${say("analyse")}</a>`;
  }

  get trouble() { return this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing; }

  /** The round at its step, with what can be done about it. */
  again(actions, after = nothing) {
    const { steps, shown: { number, rows } } = this;
    const now = steps[this.step], last = this.step === steps.length - 1;
    return html`<section aria-label=${say("round", { number })}>
      <div class="steps"><button type="button" class="back" ?disabled=${this.step === 0} @click=${() => this.go(this.step - 1)} aria-label=${say("previous")}>←</button>
        <p role="status"><strong>${say("step", { step: this.step + 1, steps: steps.length })}</strong><br>${this.tell(this.step)}</p>
        <button type="button" class="on" ?disabled=${last} @click=${() => this.go(this.step + 1)} aria-label=${say("next")}>→</button></div>
      ${felt({ view: now.view, rows })}
      ${results(now.view)}${everybody(now.view)}
      <div class="after">${actions}${this.analysis}
        <label class="switch"><input type="checkbox" class="every" .checked=${this.every ?? false} @change=${(event) => this.showEvery(event.target.checked)}> ${say("everyStep")}</label></div>
      <div class="found"><p class="proved" role="status">${this.proof || nothing}</p>${after}</div></section>`;
  }
}
