// The big screen of a tournament: clock, hand, standings, next elimination and pool, read from far away.
import { html, nothing } from "./lit.js";
import { serverTime } from "./live.js";
import { TournamentElement, chips } from "./tournament-parts.js";
import { money, say, words } from "./words.js";

const CUT = 5_000, TICK = 250, MINUTE = 60_000, SECOND = 1_000, PHONE = 820, SMALLEST = 0.6, COLUMN = 12, FEW = 6, MOST = 48;
const clock = new Intl.DateTimeFormat(document.documentElement.dataset.locale, { timeStyle: "short", hourCycle: "h23" });
const exact = new Intl.DateTimeFormat(document.documentElement.dataset.locale, { timeStyle: "medium", hourCycle: "h23" });
const two = (number) => String(number).padStart(2, "0");
/** What is left until a moment: hours, minutes and seconds, as far as there are any. */
const left = (at) => {
  const rest = Math.max(0, at / 1000 - serverTime()), hours = Math.floor(rest / MINUTE / 60), minutes = Math.floor(rest / MINUTE) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(rest / SECOND) % 60)}`;
};

class MsTournamentScreen extends TournamentElement {
  static properties = { ...TournamentElement.properties, cut: { state: true }, now: { state: true } };
  constructor() {
    super();
    this.heard = Date.now();
  }
  connectedCallback() {
    super.connectedCallback();
    addEventListener("lag", ({ detail }) => { if (detail !== null) this.heard = Date.now(); });
    this.turning = setInterval(() => {
      this.cut = Date.now() - this.heard >= CUT ? this.heard : 0;
      this.now = Math.floor(serverTime() / SECOND);
    }, TICK);
  }
  disconnectedCallback() { clearInterval(this.turning); super.disconnectedCallback(); }
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("seen")) this.heard = Date.now();
  }
  /** Nobody scrolls a wall: what is too high for its screen is drawn smaller, within reason. */
  updated() {
    const { style } = document.body;
    style.zoom = 1;
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
    return html`<li class=${status}><span class="number">${place}</span> <span class="who">${this.called(name)}</span> <span class="held">${held === null ? "?" : chips(held)}</span></li>`;
  }
  render() {
    const { seen, places, hand } = this, { view } = seen, shown = places.slice(0, MOST);
    const out = seen.next_cull && hand ? (seen.next_cull === hand.hand ? say("eliminationNow") : say("nextElimination", { hand: seen.next_cull })) : "";
    return html`${this.cut ? html`<p class="cut" role="alert">${say("cutOff", { time: exact.format(this.cut) })}</p>` : nothing}
      <header class="wall-head"><h1>${view.title}</h1><p>${this.session ? say("sessionNow", { session: view.session, sessions: seen.sessions.length, name: this.sessionName(view.session) }) : this.lifeSaid}</p></header>
      <div class="screen-body"><section class="screen-facts">${this.time()}
        ${hand ? html`<p class="screen-hand">${this.handSaid(hand)}</p>` : this.session ? html`<p class="screen-hand">${this.lifeSaid}</p>` : nothing}
        ${view.life === "final" && view.standings.length ? html`<p class="screen-left">${say("winners", { names: view.standings[0].map((name) => this.called(name)).join(", ") })}</p>` : nothing}
        ${out ? html`<p class="screen-out">${out}</p>` : nothing}
        ${view.pool ? html`<div class="wall-meter"><p>${say("pool")}</p><output>${money(view.pool.pool_cents)}</output></div>` : nothing}
        ${view.in_charge.length || ["final", "cancelled", "drafted"].includes(view.life) ? nothing : html`<p class="screen-out">${say("nobodyInCharge")}</p>`}</section>
      <section class="screen-places"><h2>${say("standings")}</h2>
        ${shown.length ? html`<ol class=${shown.length > COLUMN ? "many" : shown.length > FEW ? "" : "few"}>${shown.map((each) => this.place(each))}</ol>${places.length > MOST ? html`<p>${say("moreRows", { count: places.length - MOST })}</p>` : nothing}`
          : html`<p>${view.entrants.length ? html`${say("entrantsCount", { count: view.entrants.filter(({ status }) => ["in", "applied"].includes(status)).length })} ` : nothing}${say("screenWaits")}</p>`}</section></div>`;
  }
}
customElements.define("ms-tournament-screen", MsTournamentScreen);
