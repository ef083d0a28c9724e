// What the pages of owners and of staff share: proposals, tables, meters, and the forms of what needs a second person.
import { html, nothing } from "./lit.js";
import { Problem, house as ask, newId } from "./api.js";
import { AccountElement } from "./account-form.js";
import { say, words } from "./words.js";

const locale = document.documentElement.dataset.locale, SHORT = 6, AMOUNT = "[0-9]{1,9}([.,][0-9]{1,2})?", CORRECTION = "[+\\-]?[0-9]{1,9}([.,][0-9]{1,10})?";
export const day = (microseconds) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(microseconds / 1000);
export const part = (id, title, content) => html`<section aria-labelledby=${id}><h2 id=${id}>${title}</h2>${content}</section>`;
const SPEEDS = ["normal", "quick", "slow", "untimed"], CENTS = 100, upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, place) => [place + first, place + first]);
const cents = (text) => Math.round(Number(text.replace(",", ".")) * 100);
/** An amount in dollars as an exact fraction of cents: -0.125 is -12500/1000. */
const exactCents = (text) => {
  const [whole, rest = ""] = text.replace("+", "").split(/[.,]/);
  return `${whole}${rest}00/1${"0".repeat(rest.length)}`;
};

/** The id of a book, as a link where the site has its page. */
export const rules = (book) => words.games.includes(book) ? html`<a href="/rules/${book}">${book}</a>` : html`${book}`;

/** A labelled field of one of several forms. */
export const typed = (form, name, label, { pattern, inputmode, hint, list, required = true, most = 200 } = {}) => html`<p class="field"><label for="${form}-${name}">${label}</label>
  <input id="${form}-${name}" name=${name} ?required=${required} maxlength=${most} autocomplete="off" autocapitalize="off" spellcheck="false" list=${list ?? nothing}
    pattern=${pattern ?? nothing} inputmode=${inputmode ?? nothing} aria-describedby=${hint ? `${form}-${name}-hint` : nothing}>
  ${hint ? html`<span class="hint" id="${form}-${name}-hint">${hint}</span>` : nothing}</p>`;

/** A labelled choice; each of `options` is a value and a text. */
export const chosen = (form, name, label, options) => html`<p class="field"><label for="${form}-${name}">${label}</label>
  <select id="${form}-${name}" name=${name} required>${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></p>`;

/** Whom a form is about: an id, typed or chosen from those whom the page shows. */
export const somebody = (form, name = "person") => typed(form, name, say("player"), { list: "known", hint: say("playerHint") });

/** The reason of what the buttons beside it do. */
export const reason = (form) => typed(form, "why", say("whyOptional"), { required: false });

/** What can be done, opened by whoever wants to do it; `about` says with what. */
export const changes = (about, content) => html`<details><summary aria-label="${say("change")}: ${about}">${say("change")}</summary>${content}</details>`;

/** The id of a table is long: its beginning tells it from the others. */
export const short = (id) => id.slice(0, SHORT);
export const tableName = (id) => `${say("table")} ${short(id)}`;

/** A clause as a link, where the site has the page of the book that the clause is of. */
export const clause = ({ clause: id, cited }) => {
  const [book] = id.split(" ");
  return words.games.includes(book) ? html`<a href="/rules/${book}/clause?id=${encodeURIComponent(id)}">${cited}</a>` : html`${cited}`;
};

/** A house as somebody sees it; `path` is where their commands go. */
export class HouseElement extends AccountElement {
  static properties = { ...AccountElement.properties, seen: { state: true }, link: { state: true } };

  constructor() {
    super();
    this.link = null;
    this.act(() => this.look());
  }

  get path() { return ""; }
  async look() { this.seen = await ask(words.house, this.path); }

  updated(changed) { if (changed.has("link") && this.link) this.querySelector(".shown")?.focus(); }

  async give(command) {
    this.seen = await ask(words.house, `${this.path}/commands`, { command });
    if (this.seen.refused) throw new Problem(say("refusedThere", { why: this.seen.refused }));
  }

  propose(act) { return this.give({ command: "propose", id: newId(), act }); }
  /** What a form does that proposes an act made of its fields. */
  proposing(make) { return this.sends((fields) => this.propose({ why: fields.why, ...make(fields) }), say("proposed")); }

  /** What a button does, for the reason that stands beside it, which goes into the log. */
  because(work, told = say("changed")) {
    return ({ currentTarget }) => {
      const typed = currentTarget.closest(".people > li, section").querySelector("[name=why]");
      return this.act(async () => { await work(typed.value.trim()); typed.value = ""; }, told);
    };
  }

  once() {
    const address = location.origin + this.link.path;
    return html`<section class="shown" tabindex="-1" aria-labelledby="link-title"><h2 id="link-title">${say("link")}</h2><code class="link">${address}</code>
      <p>${this.link.proposed ? say("linkProposed") : say("linkAbout", { date: day(this.link.expires_at) })}</p>
      <p class="acts">${this.copying(address)}
        <button type="button" class="main had" @click=${() => { this.link = null; }}>${say("done")}</button></p></section>`;
  }

  named(person) { return person === "console" ? say("console") : person; }

  proposals({ proposals }) {
    if (!proposals.length) return html`<p>${say("noProposals")}</p>`;
    const decide = (command, id, told) => this.because((why) => this.give({ command, id, why }), told);
    return html`<ul class="people">${proposals.map((each) => html`<li><strong>${each.said}</strong>
      <dl class="change"><dt>${say("before")}</dt><dd>${each.before}</dd><dt>${say("after")}</dt><dd>${each.after}</dd></dl>
      <span>${say("proposedBy", { name: this.named(each.by), why: each.why })}; ${say("lapses", { date: day(each.lapses_at) })}</span>
      ${each.own ? html`<span class="soft">${say("ownProposal")}</span>` : nothing}
      ${each.own || each.may_approve ? reason(`proposal-${each.id}`) : nothing}
      <span class="acts">${each.may_approve ? html`<button type="button" class="main approve" ?disabled=${this.busy} aria-label="${say("approve")}: ${each.said}"
          @click=${decide("approve", each.id, say("approved"))}>${say("approve")}</button>` : nothing}
        ${each.own || each.may_approve ? html`<button type="button" class="decline" ?disabled=${this.busy} aria-label="${say(each.own ? "takeBack" : "decline")}: ${each.said}"
          @click=${decide("decline", each.id, say(each.own ? "takenBack" : "declined"))}>${say(each.own ? "takeBack" : "decline")}</button>` : nothing}</span></li>`)}</ul>`;
  }

  tables({ tables, opens }) {
    const close = (id) => this.act(async () => { await ask(words.house, `/lobby-tables/${id}/close`, {}); await this.look(); }, say("closingTold"));
    return html`${tables.length ? html`<ul class="people">${tables.map((table) => html`<li><span><strong>${tableName(table.id)}</strong> (${rules(table.book)})${table.listed ? html` – <a href="/table/${table.id}">${say("inLobby")}</a>` : nothing}</span>
      ${table.stopped ? html`<span><strong>${say("tableStopped", { why: table.stopped })}</strong></span>` : nothing}
      <span>${table.round ? say("inRound", { number: table.round }) : say("betweenRounds")}; ${say("seated", { count: table.seated })}</span>
      ${table.on_duty.length ? html`<span>${say("onDuty", { names: table.on_duty.join(", ") })}</span>` : nothing}
      ${table.players.length ? html`<span>${say("playersHere")} ${table.players.map((id) => html`<code>${id}</code> `)}</span>` : nothing}
      ${table.closing ? html`<span>${say("closes")}</span>` : table.may_close ? changes(tableName(table.id), html`<p>${say("closeTableAbout")}</p>
        <button type="button" class="close-table" aria-label="${say("closeTable")}: ${short(table.id)}" ?disabled=${this.busy} @click=${() => close(table.id)}>${say("closeTable")}</button>`) : nothing}</li>`)}</ul>` : html`<p>${say("noTables")}</p>`}
      ${opens.length ? this.opening(opens) : nothing}`;
  }

  /** The form that opens a table for the lobby of the house, with the usual limits of the book that is chosen. */
  opening(opens) {
    const book = opens.find((each) => each.book === this.book) ?? opens[0], send = this.sends(async ({ least, most, seats, bots, speed }) => {
      await ask(words.house, "/lobby-tables", { book: book.book, minimum_cents: cents(least), maximum_cents: cents(most), seats: Number(seats), bots: Number(bots), speed });
      await this.look();
    }, say("openedForLobby"));
    const limit = (name) => html`<p class="field"><label for="lobby-${name}">${say(name)}</label><input id="lobby-${name}" name=${name} type="number" min="1" max="1000000" step="1" required value=${book[name] / CENTS}></p>`;
    return html`<form class="open-table" aria-label=${say("openForLobby")} @submit=${send}><h3>${say("openForLobby")}</h3><p>${say("openForLobbyAbout")} <a href="/house/${words.house}/lobby">${say("seeLobby")}</a></p>
      <p class="field"><label for="lobby-book">${say("filterBook")}</label><select id="lobby-book" name="book" @change=${({ target }) => { this.book = target.value; this.requestUpdate(); }}>${opens.map((each) => html`<option value=${each.book} ?selected=${each === book}>${each.name}</option>`)}</select></p>
      ${limit("least")}${limit("most")}${chosen("lobby", "seats", say("seats"), upTo(2, book.seats))}
      ${chosen("lobby", "speed", say("tableSpeed"), SPEEDS.map((speed) => [speed, say(`tableSpeed-${speed}`)]))}
      ${chosen("lobby", "bots", say("bots"), [[0, say("noBots")], ...upTo(1, book.seats - 1)])}<button ?disabled=${this.busy}>${say("openTable")}</button></form>`;
  }

  /** The form that makes a recovery link for somebody who cannot sign in. */
  recovery(about) {
    const send = this.sends(async (fields) => { const made = await ask(words.house, `${this.path}/recoveries`, fields); await this.look(); this.link = made; });
    return html`<p>${about}</p><form class="recover" aria-label=${say("recovery")} @submit=${send}>${somebody("recover")}
      ${typed("recover", "why", say("why"))}<button ?disabled=${this.busy}>${say("makeLink")}</button></form>`;
  }

  /** Those whom the forms may be about. */
  known({ members = [], tables }) {
    const seated = tables.flatMap(({ id, players }) => players.map((person) => [person, tableName(id)]));
    return html`<datalist id="known">${[...members.map(({ person, name }) => [person, name]), ...seated].map(([value, label]) => html`<option value=${value} label=${label}></option>`)}</datalist>`;
  }

  /** The forms of what somebody may propose. */
  forms({ proposes, meters }) {
    const may = new Set(proposes), button = html`<button ?disabled=${this.busy}>${say("propose")}</button>`, why = (form) => typed(form, "why", say("why"));
    const form = (name, title, make, fields) => html`<form class=${name} aria-label=${title} @submit=${this.proposing(make)}><h3>${title}</h3>${fields}${why(name)}${button}</form>`;
    return html`${may.has("give_money") ? form("money", say("giveMoney"), ({ person, amount }) => ({ command: "give_money", person, cents: cents(amount) }),
      html`${somebody("money")}${typed("money", "amount", say("amount"), { inputmode: "decimal", pattern: AMOUNT })}`) : nothing}
      ${may.has("correct_house_meter") ? this.correction(meters, form) : nothing}
      ${may.has("erase_somebody") ? form("erase", say("erase"), ({ person }) => ({ command: "erase_somebody", person }), somebody("erase")) : nothing}`;
  }

  correction(meters, form) {
    if (!meters.length) return html`<h3>${say("correctMeter")}</h3><p>${say("noMeters")}</p>`;
    const make = ({ meter, amount, corrects }) => ({ command: "correct_house_meter", meters: meters[meter].meters, meter: meters[meter].meter, amount_exact: exactCents(amount), corrects });
    return form("meter", say("correctMeter"), make, html`${chosen("meter", "meter", say("meter"), meters.map((each, index) => [index, `${each.meters}, ${each.meter} (${each.value})`]))}
      ${typed("meter", "amount", say("correction"), { pattern: CORRECTION, hint: say("correctionHint") })}${typed("meter", "corrects", say("corrects"))}`);
  }
}
