// Opening a table for several people.
import { LitElement, html, nothing } from "./lit.js";
import { openCompany } from "./api.js";
import { say, words } from "./words.js";

const SPEEDS = ["untimed", "slow", "normal", "quick"], USUAL = 6, CENTS = 100;
const upTo = (first, last) => Array.from({ length: last - first + 1 }, (_, place) => place + first);

class MsFriends extends LitElement {
  static properties = { book: { state: true }, seats: { state: true }, error: { state: true }, busy: { state: true } };
  createRenderRoot() { return this; }
  constructor() {
    super();
    this.book = words.books.some(({ id }) => id === words.chosen) ? words.chosen : words.books[0].id;
    this.seats = Math.min(USUAL, this.chosen.seats);
  }
  get chosen() { return words.books.find(({ id }) => id === this.book); }
  change(book) {
    this.book = book;
    this.seats = Math.min(this.seats, this.chosen.seats);
  }

  async open(event) {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.target)), cents = (name) => Math.round(Number(typed[name] ?? 0) * CENTS);
    this.busy = true;
    this.error = "";
    try {
      const asked = { book: typed.book, seats: Number(typed.seats), speed: typed.speed, bots: Number(typed.bots), listed: Boolean(typed.listed), minimum_cents: cents("least"), maximum_cents: cents("most") };
      const { id } = await openCompany(asked, (gone) => { this.error = gone ? say(gone) : ""; });
      location.assign(`/table/${id}`);
    } catch (error) {
      this.error = error.message;
      this.busy = false;
    }
  }

  number(name, cents) {
    return html`<p class="field"><label for=${name}>${say(name)}</label> <input id=${name} name=${name} type="number" inputmode="numeric" min="1" max="1000000" step="1" required .value=${String(cents / CENTS)}></p>`;
  }
  render() {
    const { chosen } = this;
    return html`<form class="friends" @submit=${(event) => this.open(event)}>
      <p class="field"><label for="book">${say("filterBook")}</label> <select id="book" name="book" @change=${({ target }) => this.change(target.value)}>
        ${words.books.map(({ id, title }) => html`<option value=${id} ?selected=${id === this.book}>${title}</option>`)}</select></p>
      ${this.number("least", chosen.least)}${this.number("most", chosen.most)}
      <p class="field"><label for="seats">${say("seats")}</label> <select id="seats" name="seats" @change=${({ target }) => { this.seats = Number(target.value); }}>${upTo(2, chosen.seats).map((number) => html`<option ?selected=${number === this.seats}>${number}</option>`)}</select></p>
      <p class="field"><label for="speed">${say("tableSpeed")}</label> <select id="speed" name="speed">${SPEEDS.map((speed) => html`<option value=${speed}>${say(`tableSpeed-${speed}`)}</option>`)}</select></p>
      <p class="field"><label for="bots">${say("bots")}</label> <select id="bots" name="bots" aria-describedby="botsHint">${upTo(0, this.seats - 1).map((number) => html`<option value=${number}>${number || say("noBots")}</option>`)}</select></p>
      <p class="small" id="botsHint">${say("botsHint")}</p>
      <label class="switch"><input type="checkbox" name="listed" value="1"> <span>${say("listed")}</span></label>
      ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      <button class="main" ?disabled=${this.busy}>${say("openTable")}</button></form>`;
  }
}
customElements.define("ms-friends", MsFriends);
