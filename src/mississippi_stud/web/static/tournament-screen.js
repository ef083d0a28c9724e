// The big screen of a tournament: clock, hand, standings, next elimination and pool, read from far away.
import { html, nothing } from "./lit.js";
import { serverTime } from "./live.js";
import { TournamentElement, bare } from "./tournament-parts.js";
import { clock, left, onWall } from "./wall.js";
import { money, say, words } from "./words.js";

const PHONE = 820, SMALLEST = 0.6, COLUMN = 12, FEW = 6, MOST = 44, LEADERS = 10, REST = 30, TURN = 10;

class MsTournamentScreen extends onWall(TournamentElement) {
  static properties = { ...super.properties, held: { state: true } };
  /** Nobody scrolls a wall: what is too high for its screen is drawn smaller, within reason. */
  updated() {
    const { style } = document.body;
    style.zoom = 1;
    style.setProperty("--rows", Math.min(MOST, this.places.length) / 2);
    if (innerWidth > PHONE) style.zoom = Math.min(1, Math.max(SMALLEST, innerHeight / document.documentElement.scrollHeight));
  }
  time() {
    const { seen } = this, next = seen.when[seen.view.session];
    const waits = next && seen.view.life !== "in-play" && next / 1000 > serverTime();
    const ends = Math.max(...seen.view.heats.filter(({ over, table }) => table && !over).map(({ time_over_at: at }) => at ?? 0), 0);
    return html`<p class="screen-clock">${clock.format(serverTime())}</p>${waits ? html`<p class="screen-left">${say("startsIn", { left: left(next) })}</p>` : nothing}
      ${ends ? html`<p class="screen-left">${ends / 1000 > serverTime() ? say("timeLeft", { left: left(ends) }) : say("timeOver")}</p>` : nothing}`;
  }
  place({ place, name, chips: held, status }) {
    return html`<li class=${status}><span class="number">${place}</span> <span class="who">${this.called(name)}</span> <span class="held">${held === null ? "?" : bare(held)}</span></li>`;
  }
  /** All places if they fit; else the leaders, and the others page by page, which somebody can hold where it is. */
  standings() {
    const { places } = this, list = (shown, look) => html`<ol class=${look}>${shown.map((each) => this.place(each))}</ol>`;
    if (places.length <= MOST) return list(places, places.length > COLUMN ? "many" : places.length > FEW ? "" : "few");
    const pages = Math.ceil((places.length - LEADERS) / REST), page = this.held ?? Math.floor(this.now / TURN) % pages, from = LEADERS + page * REST, shown = places.slice(from, from + REST);
    return html`${list(places.slice(0, LEADERS), "many leaders")}<p class="screen-range">${say("placesOf", { first: from + 1, last: from + shown.length, count: places.length })}
      <button type="button" aria-pressed=${this.held !== undefined} @click=${() => { this.held = this.held === undefined ? page : undefined; }}>${say("hold")}</button></p>${list(shown, "many")}`;
  }
  render() {
    const { seen, places, hand } = this, { view } = seen, running = view.heats.filter(({ table, over }) => table && !over).length;
    const out = seen.next_cull && hand ? (seen.next_cull === hand.hand ? say("eliminationNow") : say("nextElimination", { hand: seen.next_cull })) : "";
    return html`${this.cutSaid}
      <header class="wall-head"><h1>${view.title}</h1><p>${this.session ? say("sessionNow", { session: view.session, sessions: seen.sessions.length, name: this.sessionName(view.session) }) : this.lifeSaid}</p></header>
      <div class="screen-body"><section class="screen-facts">${this.time()}
        ${hand ? html`<p class="screen-hand">${this.handSaid(hand)}</p>` : this.session ? html`<p class="screen-hand">${this.lifeSaid}</p>` : nothing}
        ${view.life === "final" && view.standings.length ? html`<p class="screen-left">${say("winners", { names: view.standings[0].map((name) => this.called(name)).join(", ") })}</p>` : nothing}
        ${out ? html`<p class="screen-out">${out}</p>` : nothing}
        ${view.heats.length > 1 && running ? html`<p class="screen-tables">${say("tablesInPlay", { count: running, all: view.heats.length })}</p>` : nothing}
        ${view.pool ? html`<div class="wall-meter"><p>${say("pool")}</p><output>${money(view.pool.pool_cents)}</output></div>` : nothing}
        ${view.in_charge.length || ["final", "cancelled", "drafted"].includes(view.life) ? nothing : html`<p class="screen-out">${say("nobodyInCharge")}</p>`}</section>
      <section class="screen-places"><h2>${say("standings")} <span>${places.length ? say("chips") : nothing}</span></h2>
        ${places.length ? this.standings()
          : html`<p>${view.entrants.length ? html`${say("entrantsCount", { count: view.entrants.filter(({ status }) => ["in", "applied"].includes(status)).length })} ` : nothing}${say("screenWaits")}</p>`}</section></div>`;
  }
}
customElements.define("ms-tournament-screen", MsTournamentScreen);
