// What big screens share: a clock, what is left until a moment, and that a screen which is cut off says so.
import { html, nothing } from "./lit.js";
import { serverTime } from "./live.js";
import { say } from "./words.js";

const CUT = 5_000, TICK = 250, MINUTE = 60_000, SECOND = 1_000, { locale } = document.documentElement.dataset;
const exact = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" });
const two = (number) => String(number).padStart(2, "0");
/** The time of day. */
export const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short", hourCycle: "h23" });
/** What is left until a moment: hours, minutes and seconds, as far as there are any. */
export const left = (at) => {
  const rest = Math.max(0, at / 1000 - serverTime()), hours = Math.floor(rest / MINUTE / 60), minutes = Math.floor(rest / MINUTE) % 60;
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(Math.floor(rest / SECOND) % 60)}`;
};
/** A page of that kind, on a wall. */
export const onWall = (Page) => class extends Page {
  static properties = { ...Page.properties, cut: { state: true }, now: { state: true } };
  constructor() {
    super();
    [this.heard, this.now] = [Date.now(), Math.floor(serverTime() / SECOND)];
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
  get cutSaid() { return this.cut ? html`<p class="cut" role="alert">${say("cutOff", { time: exact.format(this.cut) })}</p>` : nothing; }
};
