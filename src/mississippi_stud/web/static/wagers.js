// The wagers before the deal: chips that are laid, doubled, taken back and laid again, and amounts that are typed.
import { html, nothing, live as bound } from "./lit.js";
import { tellMeter } from "./api.js";
import { face } from "./chips.js";
import { capital, fieldsOf, label, money, plain, say, short, typed, words } from "./table.js";

/** On a phone "done" takes the amount over; the cards are dealt by the button that says so. */
const taken = (event) => {
  if (event.key !== "Enter" || !matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  event.target.blur();
};
export const sum = (wagers) => Object.values(wagers).reduce((total, each) => total + each, 0);
const most = (area) => area.maximum_cents ?? Infinity;
const takes = (area, amount) => amount <= most(area) && (!amount || !area.choices_cents.length || area.choices_cents.includes(amount));

export class Wagers {
  amounts = {};
  faults = {};
  typing = {};
  past = [];

  constructor(table, changed) {
    this.changed = changed;
    this.look(table, 0);
    this.amounts = this.last;
    this.choose();
    this.chip = words.start;
  }

  /** Let the next chip go where the first wager goes. */
  choose() { [{ wager: this.active }] = this.areas; }

  /** Take over what the table offers and what there is to wager. */
  look(table, placed) {
    this.table = table;
    this.areas = fieldsOf(table.view);
    this.funds = table.balance_cents + sum(placed);
  }

  /** The wagers of the last time, within what the areas take. */
  get last() {
    const saved = JSON.parse(localStorage.getItem(`wagers ${this.table.book}`) ?? "{}");
    return Object.fromEntries(this.areas.map((area) => {
      const wanted = saved[area.wager] ?? (area.kind === "side" ? 0 : Math.max(words.start, area.minimum_cents ?? 0));
      return [area.wager, area.choices_cents.length && !area.choices_cents.includes(wanted) ? 0 : Math.min(wanted, most(area))];
    }));
  }
  keep() { localStorage.setItem(`wagers ${this.table.book}`, JSON.stringify(this.amounts)); }

  get total() { return sum(this.amounts); }
  get wrong() { return this.areas.find(({ wager }) => this.faults[wager])?.wager; }
  get activeArea() { return this.areas.find(({ wager }) => wager === this.active) ?? this.areas[0]; }

  /** Change what is laid, so that it can be undone; `from` is where the chips come from. */
  put(amounts, from = null) {
    this.past = [...this.past, this.amounts];
    this.amounts = { ...this.amounts, ...amounts };
    this.faults = this.typing = {};
    this.changed(from);
  }

  set(area, amount, { typed = null, from = null } = {}) {
    const { wager } = area, others = this.total - (this.amounts[wager] ?? 0);
    this.active = wager;
    const fault = amount === null ? say("noAmount") : amount > most(area) ? say("over", { limit: money(most(area)) })
      : amount + others > this.funds ? say("noMoney", { amount: money(this.funds) }) : "";
    if (!fault && amount !== this.amounts[wager]) this.put({ [wager]: amount }, from);
    this.faults = { ...this.faults, [wager]: fault };
    this.typing = { ...this.typing, [wager]: fault ? typed : null };
    this.changed(from);
  }

  fault(wager, told) { this.faults = { ...this.faults, [wager]: told }; this.changed(null); }

  /** A tap on the felt lays the chip that was used last, or the next amount that the area takes. */
  lay(wager) {
    const area = this.areas.find((each) => each.wager === wager);
    if (!area) return;
    const amount = this.amounts[wager] ?? 0;
    const next = area.choices_cents.length ? area.choices_cents.find((choice) => choice > amount) ?? 0 : amount + this.chip;
    this.active = wager;
    if (next <= most(area)) this.set(area, next);
  }

  /** Twice each wager; one that takes fixed amounts only stays as it is, unless twice of it is among them. */
  get doubled() {
    const twice = ({ wager, choices_cents: choices }, amount = this.amounts[wager] ?? 0) => !choices.length || choices.includes(amount + amount) ? amount + amount : amount;
    return Object.fromEntries(this.areas.map((area) => [area.wager, twice(area)]));
  }
  get can() {
    const twice = this.doubled, { last } = this;
    return {
      undo: this.past.length > 0, clear: this.total > 0 || Boolean(this.wrong),
      double: sum(twice) > this.total && sum(twice) <= this.funds && this.areas.every((area) => takes(area, twice[area.wager])),
      again: sum(last) <= this.funds && this.areas.some(({ wager }) => last[wager] !== (this.amounts[wager] ?? 0)),
    };
  }
  do(what) {
    if (!this.can[what]) return;
    if (what === "undo") { this.amounts = this.past.at(-1); this.past = this.past.slice(0, -1); this.faults = this.typing = {}; this.changed(null); }
    else this.put({ double: this.doubled, again: this.last, clear: Object.fromEntries(this.areas.map(({ wager }) => [wager, 0])) }[what]);
  }

  // What is drawn of it.

  field(area) {
    const { wager, choices_cents: choices } = area, id = `wager-${wager}`, fault = this.faults[wager], amount = this.amounts[wager] ?? 0;
    const limit = (cents) => short(cents, this.areas.length > 2 ? 0 : undefined), { minimum_cents: least, maximum_cents: highest } = area;
    const meter = this.areas.length === 2 && tellMeter.last?.name === capital(label(wager)) ? say("meterNow", { amount: short(Math.floor(tellMeter.last.shown_cents / 100) * 100, 0) }) : "";
    const hint = choices.length ? [choices.map(money).join(" / "), meter].filter(Boolean).join("; ") : highest === null ? "" : least >= words.chips[0] ? `${limit(least)} – ${limit(highest)}` : say("atMost", { limit: limit(highest) });
    return html`<div class=${wager === this.activeArea.wager ? "field active" : "field"}><label for=${id}>${capital(label(wager))}</label>
      <input id=${id} inputmode="decimal" autocomplete="off" enterkeyhint="done" .value=${bound(this.typing[wager] ?? plain(amount))}
        aria-invalid=${fault ? "true" : "false"} aria-describedby="${id}-hint ${id}-fault" @keydown=${taken}
        @focus=${(event) => { this.active = wager; event.target.select(); this.changed(null); }}
        @input=${({ target: { value } }) => { this.typing = { ...this.typing, [wager]: value }; }}
        @change=${({ target: { value } }) => this.set(area, value.trim() ? typed(value) : 0, { typed: value })}>
      <span class="hint" id="${id}-hint">${hint}</span>${fault ? html`<p class="fault" id="${id}-fault" role="alert">${fault}</p>` : nothing}</div>`;
  }

  fields() { return html`<div class=${this.areas.length > 2 ? "fields many" : "fields"}>${this.areas.map((area) => this.field(area))}</div>`; }

  /** The rack: chips for the area that was chosen last. */
  chips() {
    const area = this.activeArea, name = capital(label(area.wager)), amount = this.amounts[area.wager] ?? 0;
    const chips = area.choices_cents.length ? area.choices_cents.map((choice) => [choice, choice]) : words.chips.map((chip) => [chip, amount + chip]);
    const add = (chip, total) => (event) => { this.chip = chip; this.set(area, total, { from: event.currentTarget.getBoundingClientRect() }); };
    return html`<div class="chips" role="group" aria-label=${name}>${chips.map(([chip, total]) => html`<button type="button" class="chip" data-chip=${chip}
      ?disabled=${total > most(area)} @click=${add(chip, total)} aria-label="${name}: ${say("add", { amount: money(chip) })}">${face(chip)}</button>`)}</div>`;
  }

  tools() {
    const { can } = this;
    return html`<div class="tools" role="group" aria-label=${say("wagers")}>${[["undo", "undo", "↶"], ["clear", "clearAll", "×"], ["double", "double", "×2"], ["again", "again", "↻"]]
      .map(([what, name, sign]) => html`<button type="button" class="tool ${what}" ?disabled=${!can[what]} @click=${() => this.do(what)}><span aria-hidden="true">${sign}</span> <small>${say(name)}</small></button>`)}</div>`;
  }

  /** Wagers that are taken only with others which do not lie there yet, and those. */
  get lonely() {
    const missing = ({ needs }) => needs.filter((other) => !this.amounts[other]);
    return this.areas.filter((area) => this.amounts[area.wager] && missing(area).length).map((area) => ({ wager: area.wager, others: missing(area) }));
  }

  /** What is missing at these wagers, and where a cap of the house would bite. */
  notes() {
    const cut = words.ceilings.filter(({ cents: ceiling, weights }) =>
      Object.entries(weights).reduce((total, [wager, weight]) => total + weight * (this.amounts[wager] ?? 0), 0) > ceiling);
    const meter = this.areas.length > 2 && !words.company && tellMeter.last; // two fields have it under them, a table with others on its felt
    return [...this.lonely.map(({ wager, others }) => say("needs", { wager: capital(label(wager)), others: others.map(label).join(", ") })),
      ...cut.map(({ cents: ceiling, clause }) => say("mayCut", { amount: money(ceiling), clause }))].map((told) => html`<p class="note">${told}</p>`)
      .concat(meter ? html`<p class="note to-meter">${say("meter", { wager: meter.name })} <b>${money(meter.shown_cents)}</b></p>` : []);
  }
}
