// The lobby: the tables of a house, filtered by what stands in the address, and one's place in line.
import { LitElement, html, nothing } from "./lit.js";
import { missing, standInLine } from "./api.js";
import { watch } from "./live.js";
import { say, speakOf, short, words } from "./words.js";

const FILTERS = ["book", "most", "speed", "side", "free"];
const plain = (table) => ({ view: table, labels: {} });
/** The different values of the tables, in their order. */
const distinct = (tables, values) => [...new Map(tables.flatMap(values)).entries()];

class MsLobby extends LitElement {
  static properties = { board: { state: true }, wanted: { state: true }, gone: { state: true }, error: { state: true }, busy: { state: true } };
  createRenderRoot() { return this; }
  constructor() {
    super();
    const asked = new URLSearchParams(location.search);
    this.board = words.board;
    this.wanted = Object.fromEntries(FILTERS.map((name) => [name, asked.get(name) ?? ""]));
  }
  connectedCallback() {
    super.connectedCallback();
    this.follow();
  }
  /** Follow the lobby from now on, as whoever one is by now. */
  follow() {
    this.stop?.();
    this.stop = watch({ [`lobby:${words.house}`]: (board) => { this.board = board; }, person: () => {} }, this.away, () => {});
  }
  disconnectedCallback() { this.stop(); super.disconnectedCallback(); }

  choose({ target: { name, type, checked, value } }) {
    this.wanted = { ...this.wanted, [name]: type === "checkbox" ? (checked ? "1" : "") : value };
    const asked = new URLSearchParams(location.search);
    for (const each of FILTERS) asked.delete(each);
    for (const each of FILTERS.filter((filter) => this.wanted[filter])) asked.set(each, this.wanted[each]);
    history.replaceState(null, "", `${location.pathname}${asked.size ? `?${asked}` : ""}`);
  }
  fits({ book, minimum_cents: least, speed, side_wagers: sides, free, seat, place }) {
    const { wanted } = this;
    return (!wanted.book || book === wanted.book) && (!wanted.most || least <= Number(wanted.most)) && (!wanted.speed || speed === wanted.speed)
      && (!wanted.side || sides.some(({ wager }) => wager === wanted.side)) && (!wanted.free || free.length > 0 || seat || place);
  }
  async act(act) {
    this.busy = true;
    this.error = "";
    try { await act(); } catch (error) { this.error = error.message; }
    this.busy = false;
  }
  away = missing((gone) => { this.gone = gone; });
  wait(table, waits) { return this.act(async () => { await standInLine(table.id, waits, this.away); this.follow(); }); }

  select(name, label, all, choices) {
    return html`<p class="field"><label for=${name}>${say(label)}</label> <select id=${name} name=${name} @change=${(event) => this.choose(event)}>
      <option value="">${say(all)}</option>${choices.map(([value, text]) => html`<option value=${value} ?selected=${String(value) === this.wanted[name]}>${text}</option>`)}</select></p>`;
  }
  filters(tables) {
    return html`<form class="filters" @submit=${(event) => event.preventDefault()}>
      ${this.select("book", "filterBook", "allBooks", distinct(tables, ({ book, name }) => [[book, name]]))}
      ${this.select("most", "filterLeast", "anyLimit", distinct(tables.toSorted((one, other) => one.minimum_cents - other.minimum_cents), (table) => { speakOf(plain(table)); return [[table.minimum_cents, say("upTo", { amount: short(table.minimum_cents, 0) })]]; }))}
      ${this.select("speed", "tableSpeed", "anySpeed", distinct(tables, ({ speed }) => [[speed, say(`tableSpeed-${speed}`)]]))}
      ${this.select("side", "sideWagers", "anySide", distinct(tables, ({ side_wagers }) => side_wagers.map(({ wager, name }) => [wager, name])))}
      <p class="field"><label><input type="checkbox" name="free" .checked=${Boolean(this.wanted.free)} @change=${(event) => this.choose(event)}> ${say("freeSeat")}</label></p></form>`;
  }

  line(table) {
    speakOf(plain(table));
    const { id, seat, place, due_at: due, free, edge, meter } = table, [clauseBook, ...clause] = edge.clause.split(" ");
    return html`<li class="line" data-table=${id}><h2>${table.name}</h2><p class="small">${table.title}</p>
      <dl><div><dt>${say("limits")}</dt><dd>${table.maximum_cents ? `${short(table.minimum_cents, 0)} – ${short(table.maximum_cents, 0)}` : say("fromLeast", { amount: short(table.minimum_cents, 0) })}</dd></div>
        <div><dt>${say("seats")}</dt><dd>${say("seatsTaken", { seated: table.seated, seats: table.positions })}${table.bots ? html` <small>${say("andBots", { bots: table.bots })}</small>` : nothing}</dd></div>
        <div><dt>${say("tableSpeed")}</dt><dd>${say(`tableSpeed-${table.speed}`)}</dd></div>
        <div><dt>${say("roundsAnHour")}</dt><dd>${table.rounds_an_hour}</dd></div>
        <div><dt>${say("houseEdge")}</dt><dd><details><summary>${edge.share}</summary>${say("edgeExact", { exact: edge.exact, command: edge.command })}
          <a class="clause" href="/rules/${clauseBook}/clause?id=${encodeURIComponent(clause.join(" "))}">${say("clause", { clause: clause.join(" ") })}</a></details></dd></div>
        ${table.waiting ? html`<div><dt>${say("inLine")}</dt><dd>${table.waiting}${place ? html` <strong>${say("yourPlace", { place })}</strong>` : nothing}</dd></div>` : nothing}
        ${meter ? html`<div><dt>${meter.name}</dt><dd class="meter-value">${short(meter.shown_cents, 0)}</dd></div>` : nothing}
        ${table.side_wagers.length ? html`<div class="wide-entry"><dt>${say("sideWagers")}</dt><dd>${table.side_wagers.map(({ name }) => name).join(", ")}</dd></div>` : nothing}</dl>
      <p class="acts">${!table.sits_down ? html`<span class="note">${say("staffSeats")}</span>`
        : seat ? html`<a class="button main" href="/table/${id}">${say("backToSeat")}</a>`
        : due ? nothing
        : html`<a class=${free.length ? "button main" : "button"} href="/table/${id}">${say(free.length ? "watchOrSit" : "watchTable")}</a>
          ${place ? html`<button type="button" class="plain leave-line" ?disabled=${this.busy} @click=${() => this.wait(table, false)}>${say("leaveLine")}</button>`
            : free.length ? nothing : html`<button type="button" class="main wait" ?disabled=${this.busy} @click=${() => this.wait(table, true)}>${say("waitInLine")}</button>`}`}
        <a class="sign-link" href="/house/${words.house}/sign/${id}">${say("signOfTable")}</a></p></li>`;
  }

  render() {
    const { tables } = this.board, shown = tables.filter((table) => this.fits(table));
    return html`${this.gone ? html`<p class="banner" role="status">${say(this.gone)}</p>` : nothing}${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      ${tables.length ? this.filters(tables) : nothing}
      <p class="count" role="status">${say(tables.length ? (shown.length ? "tablesShown" : "noSuchTables") : "noTablesYet", { shown: shown.length, tables: tables.length })}</p>
      <ul class="lines">${shown.map((table) => this.line(table))}</ul>`;
  }
}
customElements.define("ms-lobby", MsLobby);
