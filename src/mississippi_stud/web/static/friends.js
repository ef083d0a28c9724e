// Opening a table for several people.
import { LitElement, html, nothing } from "./lit.js";
import { openCompany } from "./api.js";
import { say, words } from "./words.js";

const SPEEDS = ["untimed", "slow", "normal", "quick"], USUAL = 6;

class MsFriends extends LitElement {
  static properties = { book: { state: true }, error: { state: true }, busy: { state: true } };
  createRenderRoot() { return this; }
  constructor() {
    super();
    this.book = words.books.some(({ id }) => id === words.chosen) ? words.chosen : words.books[0].id;
  }
  get most() { return words.books.find(({ id }) => id === this.book).seats; }

  async open(event) {
    event.preventDefault();
    const typed = Object.fromEntries(new FormData(event.target));
    this.busy = true;
    this.error = "";
    try {
      const { id } = await openCompany({ book: typed.book, seats: Number(typed.seats), speed: typed.speed }, (gone) => { this.error = gone ? say(gone) : ""; });
      location.assign(`/table/${id}`);
    } catch (error) {
      this.error = error.message;
      this.busy = false;
    }
  }

  render() {
    const numbers = Array.from({ length: this.most - 1 }, (_, place) => place + 2);
    return html`<form class="friends" @submit=${(event) => this.open(event)}>
      <p class="field"><label for="book">${say("filterBook")}</label> <select id="book" name="book" @change=${({ target }) => { this.book = target.value; }}>
        ${words.books.map(({ id, title }) => html`<option value=${id} ?selected=${id === this.book}>${title}</option>`)}</select></p>
      <p class="field"><label for="seats">${say("seats")}</label> <select id="seats" name="seats">${numbers.map((number) => html`<option ?selected=${number === Math.min(USUAL, this.most)}>${number}</option>`)}</select></p>
      <p class="field"><label for="speed">${say("tableSpeed")}</label> <select id="speed" name="speed">${SPEEDS.map((speed) => html`<option value=${speed}>${say(`tableSpeed-${speed}`)}</option>`)}</select></p>
      ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      <button class="main" ?disabled=${this.busy}>${say("openTable")}</button></form>`;
  }
}
customElements.define("ms-friends", MsFriends);
