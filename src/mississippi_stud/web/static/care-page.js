// The page of care: a person's own limits, breaks and exclusions. The server decides; every command is sent under one id.
import { LitElement, html, nothing } from "./lit.js";
import { careNow, newId, takeCare } from "./api.js";
import { houseBreaks, notice, obstacle } from "./care.js";
import { regain } from "./focus.js";
import { duration, money, moment, say, signed, speakOf, words } from "./words.js";

speakOf({ labels: {} }, { currency: words.currency });
const MINUTE = 60_000_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const KINDS = ["deposit", "loss", "wager", "time"], PERIODS = ["day", "week", "month"], REALITY = [0, 15, 30, 60];
const PAUSES = { hour1: HOUR, day1: DAY, week1: 7 * DAY, week6: 42 * DAY };
const EXCLUSIONS = { day1: DAY + MINUTE, week6: 42 * DAY, month6: 183 * DAY, year1: 365 * DAY, year5: 1826 * DAY, forever: null };
const per = (period) => say(`per${period[0].toUpperCase()}${period.slice(1)}`);
const amountOf = (kind, most) => (kind === "time" ? duration(most) : money(most));
const titleOf = (kind) => say(kind === "time" ? "timeLimit" : kind);
const options = (values, label, chosen) => values.map((value) => html`<option value=${value} ?selected=${value === chosen}>${label(value)}</option>`);

/** What somebody wrote as an amount, in cents or minutes; null if it is none. */
export function read(kind, text) {
  const written = text.trim().replace(/[\s\u00a0\u202f$]/g, "").replace(",", ".");
  if (kind === "time") return /^\d{1,5}$/.test(written) ? Number(written) : null;
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(written)) return null;
  const [whole, part = ""] = written.split(".");
  return Number(whole) * 100 + Number(part.padEnd(2, "0"));
}

/** A command that holds from now on for so long, or for ever (null); the page may have been open for hours. */
const lasting = async (command, length) => ({ ...command, until: length === null ? null : (await careNow()).now + length });

class MsCare extends LitElement {
  static properties = { found: { state: true }, busy: { state: true }, told: { state: true }, error: { state: true }, wrong: { state: true } };

  constructor() {
    super();
    this.told = this.error = "";
    this.wrong = {};
    this.look = () => document.visibilityState === "visible" && this.load();
  }

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.look); // another tab or device may have changed it
    this.load();
  }

  disconnectedCallback() {
    document.removeEventListener("visibilitychange", this.look);
    super.disconnectedCallback();
  }

  async load() {
    try { this.found = await careNow(); } catch (error) { this.fail(error); }
  }

  fail(error) { this.error = error.code === "offline" ? say("lost") : error.message; }

  /** Send a command, once, as soon as it is known; what is told of it may depend on what is found afterwards. */
  async ask(command, told = () => say("done")) {
    if (this.busy) return false;
    const refocus = regain("fieldset, section");
    [this.busy, this.told, this.error, this.wrong] = [true, "", "", {}];
    try {
      this.found = await takeCare({ id: newId(), command: await command });
      this.told = told(this.found.care);
      return true;
    } catch (error) {
      this.fail(error);
      await careNow().then((found) => { this.found = found; }, () => {});
      return false;
    } finally {
      this.busy = false;
      this.updateComplete.then(refocus);
    }
  }

  render() {
    if (!this.found) return html`<p role="status">${this.error || say("working")}</p>`;
    const { care } = this.found, kept = obstacle({ ...care, house_breaks: [] }); // a house keeps nobody from the tables of others
    return html`${kept ? notice(kept) : nothing}
      <p class="news" role="status">${this.busy ? say("working") : this.told}</p><p class=${this.error ? "error" : "nothing"} role="alert">${this.error}</p>
      ${this.played()}
      <section class="limits" aria-labelledby="limits"><h2 id="limits">${say("limits")}</h2><p>${say("limitsAbout")}</p>${KINDS.map((kind) => this.limits(kind))}</section>
      ${this.reality(care)}${this.breaks(care)}${this.timeOut()}${this.exclusion()}
      <p>${say("needHelp")}</p>`;
  }

  played() {
    return html`<section aria-labelledby="played"><h2 id="played">${say("played")}</h2>
      <div class="scroll" tabindex="0" role="group" aria-labelledby="played"><table class="sums"><thead><tr><th scope="col">${say("periodLabel")}</th>${["time", "rounds", "wagered", "net"].map((name) => html`<th scope="col">${say(name)}</th>`)}</tr></thead>
      <tbody>${this.found.played.map((span) => html`<tr data-period=${span.period}><th scope="row">${say(span.period)}</th><td>${duration(span.minutes)}</td><td>${span.rounds}</td><td>${money(span.wagered_cents)}</td><td>${signed(span.net_cents)}</td></tr>`)}</tbody></table></div>
      <p class="small">${say("playedNote")}</p></section>`;
  }

  limits(kind) {
    const own = this.found.care.limits.filter((limit) => limit.kind === kind), wrong = this.wrong[kind];
    return html`<fieldset class="limit" data-kind=${kind}><legend>${titleOf(kind)}</legend><p>${say(`${kind}About`)}</p>
      ${own.length ? own.map((limit) => this.limit(limit)) : html`<p class="small">${say("noLimit")}</p>`}
      <form @submit=${(event) => this.set(event, kind)} novalidate>
        <p class="field"><label for="most-${kind}">${say(kind === "time" ? "minutes" : "amount")}</label>
          <input id="most-${kind}" name="most" inputmode=${kind === "time" ? "numeric" : "decimal"} autocomplete="off" maxlength="14" aria-invalid=${wrong ? "true" : "false"} aria-describedby="wrong-${kind}">
          <span class="fault" id="wrong-${kind}" role="alert">${wrong ?? ""}</span></p>
        <p class="field"><label for="period-${kind}">${say("periodLabel")}</label><select id="period-${kind}" name="period">${options(PERIODS, per, "day")}</select></p>
        <button ?disabled=${this.busy}>${say("set")}<span class="sr">: ${titleOf(kind)}</span></button></form></fieldset>`;
  }

  limit(limit) {
    const { kind, period, most, left, renews_at: renewed, wanted, confirm_from: from } = limit, soon = from > this.found.now;
    const text = say("limitLeft", { left: amountOf(kind, left), most: amountOf(kind, most), period: per(period), until: moment(renewed) });
    const asked = say(wanted === null ? "wantedNone" : "wanted", { most: wanted === null ? "" : amountOf(kind, wanted), period: per(period), from: moment(from) });
    return html`<div class="own" data-period=${period}><p id="left-${kind}-${period}">${text}</p>
      <progress max=${Math.max(1, most)} value=${left} aria-labelledby="left-${kind}-${period}"></progress>
      ${from ? html`<p class="asked">${asked}</p><p class="ways"><button type="button" class="confirm" ?disabled=${this.busy || soon} @click=${() => this.ask({ command: "confirm_limit", kind, period }, () => say("limitSet"))}>${say("confirm")}</button>
          <button type="button" class="plain keep" ?disabled=${this.busy} @click=${() => this.ask({ command: "set_limit", kind, period, most })}>${say("keepLimit")}</button></p>`
        : html`<p class="ways"><button type="button" class="plain remove" ?disabled=${this.busy} @click=${() => this.ask({ command: "set_limit", kind, period, most: null }, (care) => this.changed(care, kind, period))}>${say("removeLimit")}<span class="sr">: ${titleOf(kind)}, ${per(period)}</span></button></p>`}</div>`;
  }

  /** What became of a wish for a limit. */
  changed(care, kind, period) {
    const limit = care.limits.find((each) => each.kind === kind && each.period === period);
    return limit?.confirm_from ? say("limitWanted", { from: moment(limit.confirm_from) }) : say("limitSet");
  }

  async set(event, kind) {
    event.preventDefault();
    const form = event.target, { most: text, period } = Object.fromEntries(new FormData(form)), most = read(kind, text);
    if (most === null) {
      this.wrong = { [kind]: say(kind === "time" ? "badMinutes" : "badAmount") };
      form.elements.most.focus();
      return;
    }
    if (await this.ask({ command: "set_limit", kind, period, most }, (care) => this.changed(care, kind, period))) form.reset();
  }

  reality({ reality }) {
    const now = reality?.minutes ?? 0;
    return html`<section aria-labelledby="reality"><h2 id="reality">${say("reality")}</h2><p>${say("realityAbout")}</p>
      <p class="field"><label for="minutes">${say("realityEvery")}</label><select id="minutes" ?disabled=${this.busy} @change=${(event) => this.ask({ command: "set_reality_check", minutes: Number(event.target.value) })}>
        ${options(REALITY, (minutes) => (minutes ? say("every", { minutes }) : say("never")), now)}</select></p></section>`;
  }

  breaks({ breaks, breaks_until: until, house_breaks: asked }) {
    return html`<section aria-labelledby="breaks"><h2 id="breaks">${say("breaks")}</h2><p>${say("breaksAbout")}</p>
      <label class="switch"><input type="checkbox" name="breaks" ?disabled=${this.busy} .checked=${breaks && !until} @change=${(event) => this.ask({ command: "set_breaks", on: event.target.checked })}> <span>${say("breaksOn")}</span></label>
      ${breaks && until ? html`<p>${say("breaksEnd", { until: moment(until) })}</p>` : nothing}
      ${asked.map((each) => html`<p class="asked" data-house=${each.house}>${houseBreaks(each)} ${each.until ? say("houseBreakUntil", { until: moment(each.until) }) : say("houseBreakBegins", { from: moment(each.begins_at) })}</p>`)}</section>`;
  }

  timeOut() {
    const begin = (event) => {
      event.preventDefault();
      this.ask(lasting({ command: "time_out" }, PAUSES[new FormData(event.target).get("length")]));
    };
    return html`<section aria-labelledby="time-out"><h2 id="time-out">${say("timeOut")}</h2><p>${say("timeOutAbout")}</p>
      <form class="time-out" @submit=${begin}><p class="field"><label for="out">${say("howLong")}</label><select id="out" name="length">${options(Object.keys(PAUSES), say, "hour1")}</select></p>
        <button ?disabled=${this.busy}>${say("begin")}</button></form></section>`;
  }

  exclusion() {
    const exclude = async (event) => {
      event.preventDefault();
      const form = event.target, { length, word } = Object.fromEntries(new FormData(form));
      if (await this.ask(lasting({ command: "exclude_self", word }, EXCLUSIONS[length]), () => say("excluded"))) form.reset();
    };
    return html`<section aria-labelledby="exclusion"><h2 id="exclusion">${say("exclusion")}</h2><p>${say("exclusionAbout")}</p>
      <form class="exclusion" @submit=${exclude}><p class="field"><label for="exclude">${say("howLong")}</label><select id="exclude" name="length">${options(Object.keys(EXCLUSIONS), say, "month6")}</select></p>
        <p class="field"><label for="word">${say("excludeWord", { word: words.word })}</label><input id="word" name="word" maxlength="40" autocomplete="off" autocapitalize="off" spellcheck="false" required></p>
        <button class="fold" ?disabled=${this.busy}>${say("exclude")}</button></form></section>`;
  }
}

customElements.define("ms-care", MsCare);
