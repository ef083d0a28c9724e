// What the pages of a tournament share: its topic, what may be done now, standings, tables in play and the pool.
import { html, nothing, repeat } from "./lit.js";
import { house as ask } from "./api.js";
import { part } from "./house-parts.js";
import { PitElement } from "./pit-parts.js";
import { moment, money, say, speakOf, words } from "./words.js";

const locale = document.documentElement.dataset.locale, CHIP = 100, SHORT = 6;
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
/** Tournament chips, which are counted in hundredths: their number alone, and with the word. */
export const bare = (hundredths) => whole.format(hundredths / CHIP);
export const chips = (hundredths) => say(hundredths === CHIP ? "chipOne" : "chipCount", { count: bare(hundredths) });
/** So many chips or more: as no wager is a part of one, the next whole number. */
export const wholeChips = (hundredths) => Math.ceil(hundredths / CHIP) * CHIP;
/** A clause as a link, where the site has the page of its book. */
export const ruled = (clause) => {
  const [book, ...rest] = clause.split(" "), text = rest.join(" ");
  return words.games.includes(book) ? html` <a class="clause" href="/rules/${book}/clause?id=${encodeURIComponent(clause)}">${text}</a>` : html` <span class="clause">${text}</span>`;
};
const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase(locale);
const BEFORE = ["drafted", "announced", "entries-open", "entries-closed", "briefed"], PLACES = 25, HEATS = 12;
/** A moment that somebody typed by their own clock, in microseconds. */
export const typedMoment = (text) => new Date(text).getTime() * 1000;
/** A moment as a field takes it. */
export const fieldMoment = (at) => {
  const time = new Date(at / 1000);
  const told = new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-12-05T19:00:00".length);
  return told.replace(/:00$/, "");
};

const tableId = (table) => table.replace("table:", "");

/** A page that follows one tournament. */
export class TournamentElement extends PitElement {
  static properties = { ...PitElement.properties, names: { state: true }, looking: { state: true }, options: { state: true }, record: { state: true } };
  constructor() {
    super();
    this.options = [];
    this.record = words.record ?? null;
    [this.names, this.looking] = [words.names, {}];
  }
  get topic() { return `tournament:${words.house}/${words.name}`; }
  get path() { return `/tournaments/${words.name}`; }
  get session() { return this.seen.sessions[this.seen.view.session - 1]; }
  willUpdate(changed) {
    super.willUpdate?.(changed);
    if (changed.has("seen")) {
      const { entrants, in_charge: officials } = this.seen.view, people = `${entrants.length} ${officials}`;
      this.entrants = new Map(entrants.map((each) => [each.name, each]));
      if (this.known !== undefined && this.known !== people) this.learn();
      this.known = people;
      speakOf({ view: { currency: this.seen.currency }, labels: {} });
      if (words.signed_in) this.look();
    }
  }
  /** What the server objects to speaks of people by their ids. */
  update(changed) {
    if (changed.has("error") && this.entrants) this.error = this.error.replaceAll(/[\w-]+/g, (word) => (this.entrant(word) ? this.called(word) : word));
    super.update(changed);
  }
  /** Ask anew what may be done; only the last answer counts. */
  async look() {
    const { version } = this.seen;
    try {
      const [{ options }, record] = await Promise.all([ask(words.house, `${this.path}/options`), words.record ? ask(words.house, `${this.path}/record`) : null]);
      if (version === this.seen.version) [this.options, this.record] = [options, record];
    } catch { /* it cannot be known now: the next version asks again */ }
  }
  /** What somebody is called: by the name that they gave, or by the number of their entry. */
  called(name) {
    const entrant = this.entrant(name);
    return this.names[name] ?? (entrant ? say(entrant.bot ? "botNumber" : "playerNumber", entrant) : name);
  }
  entrant(name) { return this.entrants.get(name); }
  async learn() {
    try { ({ names: this.names } = await ask(words.house, `${this.path}/names`)); } catch { this.known = ""; /* the next version asks again */ }
  }

  /**
   * A long list, so many at a time and searched by `text`; `draw` shows those that are to be seen, and `open` is the
   * one whose page is opened first.
   */
  paged(id, title, every, { text, size, open, draw }) {
    const { asked = "", page: chosen } = this.looking[id] ?? {}, terms = folded(asked).split(" ").filter(Boolean);
    const found = terms.length ? every.filter((each) => { const own = folded(text(each)); return terms.every((word) => own.includes(word)); }) : every;
    const last = Math.max(0, Math.ceil(found.length / size) - 1), first = asked ? 0 : Math.floor(Math.max(0, every.findIndex(open ?? (() => false))) / size);
    const page = Math.min(chosen ?? first, last), from = page * size, shown = found.slice(from, from + size);
    const look = (change) => { this.looking = { ...this.looking, [id]: { asked, page: chosen, ...change } }; };
    const turn = (to, name) => html`<button type="button" class=${name} aria-disabled=${to < 0 || to > last} aria-label="${say(name)}: ${title}" @click=${() => { if (to >= 0 && to <= last) look({ page: to }); }}>${say(name)}</button>`;
    return html`${every.length > size ? html`<div class="paged" role="search" aria-label=${title}><input id="find-${id}" type="search" .value=${asked} placeholder=${say("find")} aria-label="${say("find")}: ${title}" autocomplete="off" spellcheck="false" @input=${({ target }) => look({ asked: target.value, page: undefined })}>
        <span role="status">${found.length ? say("shownOf", { first: from + 1, last: from + shown.length, count: found.length }) : say("nobodyFound")}</span>${turn(page - 1, "pageBack")}${turn(page + 1, "pageOn")}</div>` : nothing}${draw(shown)}`;
  }
  /** What may be done now, of that kind and about that entrant or heat. */
  may(command, about = {}) { return this.options.find((each) => each.command === command && Object.entries(about).every(([key, value]) => each[key] === value)); }
  async send(to, command) {
    this.seen = await ask(words.house, `${this.path}/${to}`, { command });
  }

  /** The places so far: equal ones share one. */
  get places() {
    let place = 1;
    return this.seen.view.standings.flatMap((group) => {
      const here = group.map((name) => ({ place, ...this.entrant(name) }));
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
  standings() {
    const { places } = this, own = this.seen.own?.name;
    if (!places.length) return html`<p>${say("noStandings")}</p>`;
    const left = places.some(({ status }) => status !== "in"), held = ({ chips: hundredths }) => (hundredths === null ? html`<span title=${say("hiddenChips")}>?</span>` : chips(hundredths));
    return html`${this.paged("places", say("standings"), places, { text: ({ name, place }) => `${place} ${this.called(name)}`, size: PLACES, open: ({ name }) => name === own, draw: (shown) => html`<div class="scroll" tabindex="0" role="group" aria-label=${say("standings")}><table class="standings"><thead><tr><th scope="col">${say("place")}</th><th scope="col">${say("player")}</th><th scope="col" class="figure">${say("chips")}</th>${left ? html`<th scope="col">${say("status")}</th>` : nothing}</tr></thead>
      <tbody>${shown.map((each) => html`<tr class=${each.name === own ? "own" : ""}><td>${each.place}</td><th scope="row">${this.called(each.name)}</th>
        <td class="figure">${held(each)}</td>${left ? html`<td>${words.statuses[each.status]}</td>` : nothing}</tr>`)}</tbody></table></div>` })}
      ${places.some((each) => each.chips === null) ? html`<p class="soft">${say("hiddenChips")}</p>` : nothing}`;
  }
  pool() {
    const { pool } = this.seen.view;
    if (!pool) return nothing;
    const row = (name, cents) => cents ? html`<div><dt>${say(name)}</dt><dd>${money(cents)}</dd></div>` : nothing;
    return html`<dl class="pool">${row("poolFees", pool.from_fees_cents)}${row("poolBuyIns", pool.buy_ins_cents)}${row("poolAdded", pool.added_cents)}${row("poolMadeUp", pool.made_up_cents)}
      <div class="whole"><dt>${say("pool")}</dt><dd>${money(pool.pool_cents)}</dd></div></dl>`;
  }
  /** What is being played first, then what waits, then what is over. */
  heats(more = () => nothing) {
    const { heats } = this.seen.view, own = this.seen.own?.name, state = ({ over, table }) => (over ? 2 : table ? 0 : 1);
    if (!heats.length) return html`<p>${say("noHeats")}</p>`;
    const text = ({ number, table, seats }) => `${number} ${tableId(table).slice(0, SHORT)} ${Object.values(seats).map((name) => this.called(name)).join(" ")}`;
    return this.paged("heats", say("heats"), heats.toSorted((one, other) => state(one) - state(other) || one.number - other.number), { text, size: HEATS,
      open: ({ seats, over }) => !over && Object.values(seats).includes(own), draw: (shown) => html`<ul class="people heats">${repeat(shown, ({ number }) => number, (heat) => this.heat(heat, more))}</ul>` });
  }
  heat(heat, more) { return this.seated(heat, say("heat", heat), more); }
  /** Some players at a table, or waiting for one. */
  seated(heat, title, more = () => nothing) {
    const { number, table, hand, hands, over, time_over_at: ends } = heat;
    return html`<li data-heat=${number}><span><strong>${title}</strong>${heat.play_off ? html` (${say("playOff")})` : nothing}${over ? html` – ${say("heatOver")}` : table ? html` – <a href="/table/${tableId(table)}">${say("table")} ${tableId(table).slice(0, SHORT)}</a>, ${this.handSaid({ hand: hands === null ? hand + 1 : Math.min(hand + 1, hands), hands })}${ends ? html`. ${say("noHandAfter", { moment: moment(ends) })}` : nothing}` : html` – ${say("heatWaits")}`}</span>
      <span>${Object.entries(heat.seats).map(([position, name]) => `${position} ${this.called(name)}`).join(" · ")}</span>
      ${hand ? html`<details class="first-bets"><summary>${say("firstBetsTitle")}</summary><span class="soft">${say("firstBets", { counts: Object.entries(heat.first_bets).map(([name, count]) => `${this.called(name)} ${count}`).join(", ") })}</span></details>` : nothing}${more(heat)}</li>`;
  }
  links() {
    const base = `/house/${words.house}/tournaments/${words.name}`;
    return html`<p class="links"><a href="${base}/terms">${say("termsLink")}</a> (<a href="${base}/terms?form=pdf">${say("termsPdf")}</a>) · <a href="${base}/results">${say("resultsLink")}</a> · <a href="${base}/screen">${say("toScreen")}</a>
      · <a href="/house/${words.house}/tournaments">${say("allTournaments")}</a>${words.record ? html` · <a href=${base}>${say("playerPage")}</a>${BEFORE.includes(this.seen.view.life) ? html` · <a href="${base}/revise">${say("revise")}</a>` : nothing}` : words.member ? html` · <a href="${base}/director">${say("toDirector")}</a>` : nothing}</p>`;
  }
  common() {
    return html`${part("standings", say("standings"), this.standings())}${part("heats", say("heats"), this.heats())}${part("pool", say("pool"), this.pool())}`;
  }
}
