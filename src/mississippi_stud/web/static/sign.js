// The sign of a table, for a screen on the wall: what the server says, notices that count down, the meter as an odometer.
import { LitElement, html, nothing } from "./lit.js";
import { serverTime, watch } from "./live.js";
import { money, say, short, speakOf, words } from "./words.js";

const CUT = 5_000, TICK = 250, ROLL = 900, MINUTE = 60_000, PHONE = 820, SMALLEST = 0.7;
const locale = document.documentElement.dataset.locale;
const clock = new Intl.DateTimeFormat(locale, { timeStyle: "medium", hourCycle: "h23" });

/** An amount that rolls up to what the server has told and is never above it; a smaller one stands there at once. */
class MsOdometer extends LitElement {
  static properties = { cents: { attribute: false }, shown: { state: true } };
  createRenderRoot() { return this; }
  disconnectedCallback() { cancelAnimationFrame(this.rolling); super.disconnectedCallback(); }
  willUpdate(changed) {
    if (!changed.has("cents")) return;
    cancelAnimationFrame(this.rolling);
    const from = this.shown ?? this.cents, still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (from >= this.cents || still) { this.shown = this.cents; return; }
    const began = performance.now();
    const roll = (now) => {
      const part = Math.min(1, Math.max(0, now - began) / ROLL);
      this.shown = Math.min(this.cents, Math.floor(from + (this.cents - from) * part));
      if (part < 1) this.rolling = requestAnimationFrame(roll);
    };
    this.rolling = requestAnimationFrame(roll);
  }
  render() { return html`<output aria-live="off">${money(this.shown)}</output>`; }
}
customElements.define("ms-odometer", MsOdometer);

class MsSign extends LitElement {
  static properties = { sign: { state: true }, meter: { state: true }, cut: { state: true }, now: { state: true } };
  createRenderRoot() { return this; }
  constructor() {
    super();
    this.sign = words.sign;
    this.meter = this.sign.meter;
    this.heard = Date.now();
  }
  connectedCallback() {
    super.connectedCallback();
    const heard = () => { this.heard = Date.now(); };
    addEventListener("lag", ({ detail }) => { if (detail !== null) heard(); });
    this.stop = watch({
      [words.topic]: (sign) => { heard(); this.sign = sign; if (!this.meter) this.meter = sign.meter; },
      ...(this.meter ? { [`meter:${this.meter.house}`]: ({ meters }) => { heard(); this.meter = meters[this.meter.meter] ?? this.meter; } } : {}),
    }, () => {}, () => {});
    this.ticking = setInterval(() => {
      this.cut = Date.now() - this.heard >= CUT ? this.heard : 0;
      this.now = Math.floor(serverTime() / 1000);
    }, TICK);
  }
  disconnectedCallback() { this.stop(); clearInterval(this.ticking); super.disconnectedCallback(); }
  /** Nobody scrolls a wall: what is too high for its screen is drawn smaller, within reason; a phone is scrolled. */
  updated() {
    const { style } = document.body;
    style.zoom = 1;
    if (innerWidth > PHONE) style.zoom = Math.min(1, Math.max(SMALLEST, innerHeight / document.documentElement.scrollHeight));
  }

  left(due) {
    const rest = due / 1000 - serverTime();
    if (rest <= 0) return say("signNow");
    return say("inMinutes", { left: `${Math.floor(rest / MINUTE)}:${String(Math.floor((rest % MINUTE) / 1000)).padStart(2, "0")}` });
  }
  notice({ text, clause, due_at: due, hands }) {
    return html`<li><strong>${text}</strong> ${due ? html`<span class="time">${this.left(due)}</span>` : hands ? html`<span class="time">${say("afterHands", { hands })}</span>` : nothing} <small>${clause}</small></li>`;
  }
  board({ wager, name, price, clause, rows }) {
    return html`<table class="pays" data-wager=${wager}><caption>${price ? say("signPrice", { name, price }) : name} <small>${clause}</small></caption>
      <tbody>${rows.map(([hand, pays]) => html`<tr><th scope="row">${hand}</th><td>${pays}</td></tr>`)}</tbody></table>`;
  }
  render() {
    const { sign, meter } = this, { table } = sign;
    speakOf(table);
    const taken = table.view.seats.length, seats = table.view.positions;
    return html`${this.cut ? html`<p class="cut" role="alert">${say("signCutOff", { time: clock.format(this.cut) })}</p>` : nothing}
      <header class="wall-head"><h1>Mississippi Stud</h1><p>${sign.title}</p><p class="wall-seats">${sign.closed ? say("signClosed") : say("signSeats", { free: Math.max(0, seats - taken), seats })}</p></header>
      ${sign.notices.length ? html`<ul class="wall-notices" role="status">${sign.notices.map((notice) => this.notice(notice))}</ul>` : nothing}
      <div class="wall-body"><section class="wall-limits"><ul>${sign.lines.map(({ text, clause }) => html`<li><span>${text}</span> <small>${clause}</small></li>`)}</ul>
        ${meter ? html`<div class="wall-meter"><p>${meter.name}</p><ms-odometer .cents=${meter.shown_cents}></ms-odometer><p><small>${say("meterGrows", { wager: meter.name, rate: meter.rate, seed: short(meter.seed_cents, 0) })}</small></p></div>` : nothing}</section>
        <section class="wall-boards">${sign.boards.map((board) => this.board(board))}</section></div>
      ${sign.conduct.length ? html`<ul class="wall-conduct">${sign.conduct.map(({ text, clause }) => html`<li>${text} <small>${clause}</small></li>`)}</ul>` : nothing}`;
  }
}
customElements.define("ms-sign", MsSign);
