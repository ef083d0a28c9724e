// A tournament for a player: entering it, one's own standing, what is needed to go on, and what may be done now.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { part, typed } from "./house-parts.js";
import { TournamentElement, bare, chips, ruled, wholeChips } from "./tournament-parts.js";
import { moment, money, say, words } from "./words.js";

const HANDS = 20, MINUTE = 60_000_000, ENDED = ["finished", "final", "cancelled"];

class MsTournament extends TournamentElement {
  static properties = { ...TournamentElement.properties, played: { state: true } };
  give(command, told) { return this.act(() => this.send("entry", command), say(told)); }
  sending(make, told) { return this.sends((fields) => this.send("entry", make(fields)), say(told)); }

  entry() {
    const may = this.may("apply_to_enter"), { terms } = this.seen.view;
    if (!words.signed_in) return html`<p><a href="/sign-in?to=${encodeURIComponent(location.pathname)}">${say("signInFirst")}</a></p>`;
    if (!may) return html`<p>${say("notIn")}</p>`;
    const send = this.sending(({ signed, publish, called }) => ({ command: "apply_to_enter", name: words.person, called, accepts: terms, signed: Boolean(signed), may_publish: Boolean(publish) }), "applied");
    return html`<form class="enter" @submit=${send}>
      ${this.costs()}
      ${typed("enter", "called", say("calledField"), { required: false, hint: say("calledHint"), most: words.called_max })}
      <p class="check"><label><input type="checkbox" name="accepts" required> <span>${say("acceptTerms")} (<a href="/house/${words.house}/tournaments/${words.name}/terms">${say("termsLink")}</a>)</span></label></p>
      <p class="soft hash">${say("hash", { hash: terms, version: this.seen.view.version })}</p>
      ${words.signature ? html`<p class="check"><label><input type="checkbox" name="signed" required> <span>${say("signTerms")}</span></label></p>` : nothing}
      <p class="check"><label><input type="checkbox" name="publish"> <span>${say("publish")}</span></label></p>
      <p class="acts"><button class="main apply" ?disabled=${this.busy}>${say("apply")}</button>${ruled(may.clause)}</p></form>`;
  }

  /** What entering costs, and what of it comes back to whoever withdraws. */
  costs() {
    const [entry] = words.prices.entry ?? [0], [buyIn] = words.prices["buy-in"] ?? [0];
    const parts = entry && buyIn ? ` (${say("feeEntry", { amount: money(entry) })} + ${say("feeBuyIn", { amount: money(buyIn) })})` : "";
    return html`<p class="costs"><strong>${entry + buyIn ? say("costs", { amount: money(entry + buyIn) }) : say("costsNothing")}</strong>${parts}${ruled(words.clauses["fees-and-buy-ins"])}</p>${this.withdrawing()}`;
  }
  withdrawing() {
    const { free_until_minutes: minutes, late_percent: percent } = words.withdrawal;
    if (minutes === null) return nothing;
    return html`<p class="soft">${say("withdrawFree", { moment: moment(this.seen.when[0] - minutes * MINUTE) })} ${say("withdrawLate", { percent })}</p>`;
  }
  /** What may be bought now, with its price: the next session's is in the programme. */
  priced(kind) {
    const next = this.seen.sessions.slice(this.seen.view.session).find(({ field }) => field === "out");
    const [cents, hundredths] = kind === "session" ? [next?.["entry-cents"] ?? 0, 0] : words.prices[kind] ?? [0, 0];
    return `${say(`buy-${kind}`)} (${money(cents)}${hundredths ? `, ${chips(hundredths)}` : ""})`;
  }
  /** What the officials noted against somebody, and how the disputes that they brought were decided. */
  order(own) {
    const breaches = Object.entries(own.breaches).map(([breach, count]) => `${say(`breach-${breach}`)} ${count}`).join(", "), { clauses } = words;
    return html`${breaches ? html`<p class="call">${say("ownBreaches", { breaches })}${own.missing_hands ? ` ${say("ownMisses", { hands: own.missing_hands })}` : ""}${own.away ? ` ${say("ownAway")}` : ""}</p>` : nothing}
      ${own.disputes.length ? html`<ul class="people own-disputes">${own.disputes.map((each) => html`<li class=${each.decision ? "" : "call"}><strong>${say("ownDispute", each)}</strong>
        ${each.decision ? html`<span>${say("decisionIs", each)}${ruled(clauses["directors-decision-final"])} ${say("mayComplain")}${ruled(clauses["right-to-complain"])}</span>` : html`<span>${say("disputeWaits")}</span>`}</li>`)}</ul>` : nothing}`;
  }

  /** What the least total wager is that wins so many chips, for each hand that pays. */
  least(needed) {
    const own = this.seen.view.entrants.find(({ name }) => name === this.seen.own.name);
    if (!needed || own?.chips === null || !words.pays.length) return nothing;
    const rows = words.pays.map(([hand, pays, on]) => [hand, Math.max(words.least_total, wholeChips((needed * on) / pays))]);
    return html`<details class="least" open><summary>${say("leastWager", { chips: chips(needed) })}</summary><p class="soft">${say("leastAbout")}</p>
      <table class="standings"><thead><tr><th scope="col">${say("hand")}</th><th scope="col" class="figure">${say("least")}</th></tr></thead>
      <tbody>${rows.map(([hand, wager]) => html`<tr><th scope="row">${hand}</th><td class="figure">${wager > own.chips ? say("moreThanStack") : chips(wager)}</td></tr>`)}</tbody></table></details>`;
  }

  standing(own) {
    const { view } = this.seen, me = view.entrants.find(({ name }) => name === own.name);
    return html`${ENDED.includes(view.life) ? nothing : html`<p><strong>${say("ownStatus", { status: words.statuses[own.status] })}</strong></p>`}
      ${own.accepted || !this.may("withdraw_entry") ? nothing : html`<p class="call">${say("notAccepted")} <a href="/house/${words.house}/tournaments/${words.name}/terms">${say("termsLink")}</a></p>`}
      ${own.table ? html`<p>${say(own.practises ? "ownPractice" : "ownTable", own)} <a class="button main" href="/table/${own.table}">${say("goToTable")}</a></p>` : view.life === "in-play" && own.status === "in" ? html`<p>${say("noTableYet")}</p>` : nothing}
      ${view.life === "final" ? html`<p><a class="button main" href="/house/${words.house}/tournaments/${words.name}/results">${say("resultsLink")}</a></p>` : nothing}
      ${own.place ? html`<p>${say("ownPlace", { place: own.place, chips: chips(own.score) })}</p>` : nothing}
      ${own.place && own.goes_on && own.table ? html`<p>${say("goOn", { count: own.goes_on })} ${own.needs ? say("needs", { chips: chips(wholeChips(own.needs)) }) : say("safe")}</p>` : nothing}
      ${own.next_cull && own.table ? html`<p>${own.cull_needs ? say("cullNeeds", { hand: own.next_cull, chips: chips(wholeChips(own.cull_needs)) }) : say("cullSafe", { hand: own.next_cull })}</p>` : nothing}
      ${own.table ? this.least(wholeChips(own.needs || own.cull_needs)) : nothing}
      ${this.order(own)}
      ${me && words.secrets && own.table ? html`<p class="soft">${say("secretsLeft", { count: me.secrets_left })}</p>` : nothing}`;
  }

  acts(own) {
    const buys = this.options.filter(({ command }) => command === "buy_chips"), withdraw = this.may("withdraw_entry"), substitute = this.may("nominate_substitute"), retire = this.may("retire_player"), dispute = this.may("raise_dispute");
    const sure = (id, may, command, told, about = nothing) => html`<details class=${id}><summary>${say(id)}</summary>${about}
      <span class="act"><button type="button" class="fold" ?disabled=${this.busy} @click=${() => this.give({ command, name: own.name }, told)}>${say("sure")}</button>${ruled(may.clause)}</span></details>`;
    return html`${this.agreement(own)}${buys.length ? html`<p class="acts">${buys.map((each) => html`<button type="button" class="buy" ?disabled=${this.busy} @click=${() => this.give({ command: "buy_chips", name: own.name, kind: each.kind }, "bought")}>${this.priced(each.kind)}</button>${ruled(each.clause)}`)}</p>` : nothing}
      ${dispute ? html`<details class="dispute"><summary>${say("dispute")}</summary><form @submit=${this.sending(({ about }) => ({ command: "raise_dispute", name: own.name, about }), "disputeSent")}>
        ${typed("dispute", "about", say("about"))}<span class="act"><button ?disabled=${this.busy}>${say("dispute")}</button>${ruled(dispute.clause)}</span></form></details>` : nothing}
      ${substitute ? html`<details class="substitute"><summary>${say("substitute")}</summary><form @submit=${this.sending(({ player }) => ({ command: "nominate_substitute", name: own.name, player }), "named")}>
        ${typed("substitute", "player", say("substitutePerson"))}<span class="act"><button ?disabled=${this.busy}>${say("substitute")}</button>${ruled(substitute.clause)}</span></form></details>` : nothing}
      ${withdraw ? sure("withdraw", withdraw, "withdraw_entry", "withdrawn", this.withdrawing()) : nothing}
      ${retire ? sure("retire", retire, "retire_player", "retired") : nothing}`;
  }

  /** Whether one agrees that play at one's own table ends early: nobody says so for anybody else. */
  agreement(own) {
    const may = this.may("agree_to_conclude"), { agreed = [], seats = {} } = this.seen.view.heats.find(({ number }) => number === own.heat) ?? {}, agrees = agreed.includes(own.name);
    if (!may && !agreed.length) return nothing;
    return html`<div class="agreement"><p>${say("agreeAbout")} ${agreed.length ? say("agreedOf", { count: agreed.length, all: Object.keys(seats).length }) : nothing}</p>
      ${may ? html`<span class="act"><button type="button" class="agree" ?disabled=${this.busy} @click=${() => this.give({ command: "agree_to_conclude", name: own.name, agrees: !agrees }, "done")}>${say(agrees ? "agreeNot" : "agree")}</button>${ruled(may.clause)}</span>` : nothing}</div>`;
  }
  /** One's own hands for chips, asked for when somebody opens them, and anew when another is over. */
  hands() {
    const { played: hands } = this, net = (hundredths) => `${hundredths > 0 ? "+" : ""}${bare(hundredths)}`;
    return html`<details class="hands" @toggle=${({ target }) => { this.opened = target.open; this.recall(); }}><summary>${say("ownHands")}</summary>
      ${hands?.length ? this.paged("hands", say("ownHands"), hands.toReversed(), { text: ({ session, hand }) => `${this.sessionName(session)} ${hand}`, size: HANDS, draw: (shown) => html`<div class="scroll" tabindex="0" role="group" aria-label=${say("ownHands")}><table class="standings"><thead><tr><th scope="col">${say("sessionColumn")}</th><th scope="col" class="figure">${say("handColumn")}</th><th scope="col" class="figure">${say("wagered")}</th><th scope="col" class="figure">${say("net")}</th></tr></thead>
        <tbody>${shown.map((each) => html`<tr><td>${this.sessionName(each.session)}${each.play_off ? ` (${say("playOff")})` : ""}</td><td class="figure">${each.hand}</td><td class="figure">${bare(each.wagered)}</td><td class="figure">${net(each.net)}${each.missed ? ` (${say("missed")})` : ""}</td></tr>`)}</tbody></table></div>` }) : html`<p>${say("noHands")}</p>`}</details>`;
  }
  async recall() {
    if (!this.opened || this.recalled === this.seen.version) return;
    this.recalled = this.seen.version;
    try { ({ hands: this.played } = await ask(words.house, `${this.path}/hands`)); } catch { this.recalled = 0; /* the next version asks again */ }
  }
  updated(changed) { super.updated?.(changed); this.recall(); }

  render() {
    const { own } = this.seen;
    return html`${this.banner}${this.news}${this.summary()}${this.links()}
      ${own ? part("own", say("own"), html`${this.standing(own)}${this.acts(own)}${this.hands()}`) : part("enter", say("enter"), this.entry())}
      ${this.common()}`;
  }
}
customElements.define("ms-tournament", MsTournament);
