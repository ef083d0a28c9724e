// What the map of a house and one of its tables share: how long something waits, clauses, signs that count down.
import { html, nothing } from "./lit.js";
import { AccountElement } from "./account-form.js";
import "./countdown.js";
import { SIGNED_OUT, serverTime, watch } from "./live.js";
import { duration, moment, say, words } from "./words.js";

const TICK = 1_000, MINUTE = 60_000;
/** How long ago a moment was: in seconds, then in minutes. */
export const ago = (at) => {
  const milliseconds = Math.max(0, serverTime() - at / 1000);
  return milliseconds < 2 * MINUTE ? `${Math.floor(milliseconds / 1000)} s` : duration(Math.floor(milliseconds / MINUTE));
};
/** A duty that waits longer than this is overdue. */
export const overdue = (at) => serverTime() - at / 1000 >= MINUTE;

/** A call for somebody above: who called, how long ago, and who is on the way. */
export const called = ({ name, about, since, answered }) => html`<p class="call floor-call"><strong>${say("floorCalled", { name })}</strong>${about ? html` – ${about}` : nothing} <span class="time">${ago(since)}</span> ${answered ? say("floorComing", { name: answered }) : nothing}</p>`;

/** A clause as a link, where the site has the page of its book. */
export const cited = ({ clause, cited: text }) => {
  if (!clause) return nothing;
  const [book] = clause.split(" ");
  return words.games.includes(book) ? html` <a class="clause" href="/rules/${book}/clause?id=${encodeURIComponent(clause)}">${text}</a>` : html` <span class="clause">${text}</span>`;
};
/** What stands on a sign, with the minutes that are left. */
export const note = ({ text, due_at: due }) => html`${text.replace("{time}", due ? moment(due) : "")}${due ? html` (<ms-countdown .due=${due}></ms-countdown>)` : nothing}`;

/** A page that follows one topic, and draws what waits anew every second. */
export class PitElement extends AccountElement {
  static properties = { ...AccountElement.properties, seen: { state: true }, gone: { state: true } };
  constructor() {
    super();
    this.seen = words.seen;
    this.gone = "";
  }
  connectedCallback() {
    super.connectedCallback();
    this.stop = watch({ [this.topic]: (seen) => { this.seen = seen; } }, (gone) => { this.gone = gone ? say(gone) : ""; if (!gone) this.back(); },
      (topic, code) => { if (topic === this.topic) this.gone = say("ended"); else if (code === SIGNED_OUT) location.reload(); });
    this.ticking = setInterval(() => this.requestUpdate(), TICK);
  }
  disconnectedCallback() {
    this.stop();
    clearInterval(this.ticking);
    super.disconnectedCallback();
  }
  get banner() { return this.gone ? html`<p class="banner" role="status">${this.gone}</p>` : nothing; }
}
