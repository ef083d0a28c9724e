// What the pages of a tournament share: its topic, what may be done now, standings, tables in play and the pool.
import { html, nothing } from "./lit.js";
import { house as ask, newId } from "./api.js";
import { part } from "./house-parts.js";
import { PitElement } from "./pit-parts.js";
import { moment, money, say, speakOf, words } from "./words.js";

const locale = document.documentElement.dataset.locale, CHIP = 100;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
/** Tournament chips, which are counted in hundredths. */
export const chips = (hundredths) => say(hundredths === CHIP ? "chipOne" : "chipCount", { count: whole.format(hundredths / CHIP) });
/** So many chips or more: as no wager is a part of one, the next whole number. */
export const wholeChips = (hundredths) => Math.ceil(hundredths / CHIP) * CHIP;
/** A clause as a link, where the site has the page of its book. */
export const ruled = (clause) => {
  const [book, ...rest] = clause.split(" "), text = rest.join(" ");
  return words.games.includes(book) ? html` <a class="clause" href="/rules/${book}/clause?id=${encodeURIComponent(clause)}">${text}</a>` : html` <span class="clause">${text}</span>`;
};
/** A moment that somebody typed by their own clock, in microseconds. */
export const typedMoment = (text) => new Date(text).getTime() * 1000;
/** A moment as a field takes it. */
export const fieldMoment = (at) => {
  const time = new Date(at / 1000);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-12-05T19:00".length);
};

/** A page that follows one tournament. */
export class TournamentElement extends PitElement {
  static properties = { ...PitElement.properties, options: { state: true }, record: { state: true } };
  constructor() {
    super();
    this.options = [];
    this.record = words.record ?? null;
  }
  get topic() { return `tournament:${words.house}/${words.name}`; }
  get path() { return `/tournaments/${words.name}`; }
  get session() { return this.seen.sessions[this.seen.view.session - 1]; }
  willUpdate(changed) {
    super.willUpdate?.(changed);
    if (changed.has("seen")) {
      speakOf({ view: { currency: this.seen.currency }, labels: {} });
      if (words.signed_in) this.look();
    }
  }
  /** Ask anew what may be done; only the last answer counts. */
  async look() {
    const { version } = this.seen;
    try {
      const [{ options }, record] = await Promise.all([ask(words.house, `${this.path}/options`), words.record ? ask(words.house, `${this.path}/record`) : null]);
      if (version === this.seen.version) [this.options, this.record] = [options, record];
    } catch { /* it cannot be known now: the next version asks again */ }
  }
  called(name) { return this.seen.names[name] ?? name; }
  /** What may be done now, of that kind and about that entrant or heat. */
  may(command, about = {}) { return this.options.find((each) => each.command === command && Object.entries(about).every(([key, value]) => each[key] === value)); }
  async send(to, command) {
    this.seen = await ask(words.house, `${this.path}/${to}`, { id: newId(), command });
  }

  /** The places so far: equal ones share one. */
  get places() {
    const { standings, entrants } = this.seen.view, of = Object.fromEntries(entrants.map((each) => [each.name, each]));
    let place = 1;
    return standings.flatMap((group) => {
      const here = group.map((name) => ({ place, ...of[name] }));
      place += group.length;
      return here;
    });
  }
  /** The hand that is played where play is least advanced, and how many there are. */
  get hand() {
    const running = this.seen.view.heats.filter(({ table, over }) => table && !over);
    if (!running.length) return null;
    const hand = Math.min(...running.map((heat) => heat.hand)), { hands } = running[0];
    return { hand: hands === null ? hand + 1 : Math.min(hand + 1, hands), hands };
  }
  handSaid(hand) { return hand.hands === null ? say("handNumber", hand) : say("handOf", hand); }
  get lifeSaid() { return say("life", { life: words.lives[this.seen.view.life] }); }
  sessionName(number) { return words.session_names[number - 1]; }

  summary() {
    const { seen, hand } = this, { view } = seen, next = view.session + 1;
    return html`<p class="life"><strong>${this.lifeSaid}</strong></p>
      ${this.session ? html`<p>${say("sessionNow", { session: view.session, sessions: seen.sessions.length, name: this.sessionName(view.session) })}${hand ? html`. ${this.handSaid(hand)}` : nothing}${seen.next_cull ? html`. ${say("nextElimination", { hand: seen.next_cull })}` : nothing}.</p>` : nothing}
      ${seen.when[next - 1] ? html`<p>${say("nextSession", { name: this.sessionName(next), moment: moment(seen.when[next - 1]) })}</p>` : nothing}
      ${["final", "cancelled", "drafted"].includes(view.life) ? nothing : html`<p class=${view.in_charge.length ? "soft" : "call"}>${view.in_charge.length ? say("inCharge", { names: view.in_charge.map((name) => this.called(name)).join(", ") }) : say("nobodyInCharge")}</p>`}`;
  }
  standings(most = Infinity) {
    const { places } = this, own = this.seen.own?.name;
    if (!places.length) return html`<p>${say("noStandings")}</p>`;
    return html`<div class="scroll" tabindex="0" role="group" aria-label=${say("standings")}><table class="standings"><thead><tr><th scope="col">${say("place")}</th><th scope="col">${say("player")}</th><th scope="col" class="figure">${say("chips")}</th><th scope="col">${say("status")}</th></tr></thead>
      <tbody>${places.slice(0, most).map((each) => html`<tr class=${each.name === own ? "own" : ""}><td>${each.place}</td><th scope="row">${this.called(each.name)}</th>
        <td class="figure">${each.chips === null ? html`<span title=${say("hiddenChips")}>?</span>` : chips(each.chips)}</td><td>${words.statuses[each.status]}</td></tr>`)}</tbody></table></div>
      ${places.some((each) => each.chips === null) ? html`<p class="soft">${say("hiddenChips")}</p>` : nothing}`;
  }
  pool() {
    const { pool } = this.seen.view;
    if (!pool) return nothing;
    const row = (name, cents) => cents ? html`<div><dt>${say(name)}</dt><dd>${money(cents)}</dd></div>` : nothing;
    return html`<dl class="pool">${row("poolFees", pool.from_fees_cents)}${row("poolBuyIns", pool.buy_ins_cents)}${row("poolAdded", pool.added_cents)}${row("poolMadeUp", pool.made_up_cents)}
      <div class="whole"><dt>${say("pool")}</dt><dd>${money(pool.pool_cents)}</dd></div></dl>`;
  }
  heats(each = () => nothing) {
    const { heats } = this.seen.view;
    if (!heats.length) return html`<p>${say("noHeats")}</p>`;
    return html`<ul class="people">${heats.map((heat) => html`<li data-heat=${heat.number}><span><strong>${say("heat", heat)}</strong>${heat.play_off ? html` (${say("playOff")})` : nothing}${heat.over ? html` – ${say("heatOver")}` : heat.table ? html` – <a href="/table/${heat.table.replace("table:", "")}">${say("table")} ${heat.table.replace("table:", "").slice(0, 6)}</a>, ${this.handSaid({ hand: heat.hands === null ? heat.hand + 1 : Math.min(heat.hand + 1, heat.hands), hands: heat.hands })}` : html` – ${say("heatWaits")}`}</span>
      <span>${Object.entries(heat.seats).map(([position, name]) => `${position} ${this.called(name)}`).join(" · ")}</span>
      ${heat.hand ? html`<span class="soft">${say("firstBets", { counts: Object.entries(heat.first_bets).map(([name, count]) => `${this.called(name)} ${count}`).join(", ") })}</span>` : nothing}${each(heat)}</li>`)}</ul>`;
  }
  links() {
    const base = `/house/${words.house}/tournaments/${words.name}`;
    return html`<p class="links"><a href="${base}/terms">${say("termsLink")}</a> (<a href="${base}/terms?form=pdf">${say("termsPdf")}</a>) · <a href="${base}/results">${say("resultsLink")}</a> · <a href="${base}/screen">${say("toScreen")}</a>
      · <a href="/house/${words.house}/tournaments">${say("allTournaments")}</a>${words.record ? html` · <a href=${base}>${say("playerPage")}</a>` : words.member ? html` · <a href="${base}/director">${say("toDirector")}</a>` : nothing}</p>`;
  }
  common() {
    return html`${part("standings", say("standings"), this.standings())}${part("heats", say("heats"), this.heats())}${part("pool", say("pool"), this.pool())}`;
  }
}
