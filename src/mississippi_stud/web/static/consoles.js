// The tables of a house that people run: a way to each console, and a form that opens another one.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { AccountElement } from "./account-form.js";
import { chosen, part, tableName } from "./house-parts.js";
import { say, words } from "./words.js";

const HOW = { chips: { dealt: "physical", chips: true }, elsewhere: { dealt: "physical" }, dealer: { dealt: "dealer" } };
const cents = (text) => Math.round(Number(text) * 100);
const upTo = (most) => Array.from({ length: most }, (_, place) => [place + 1, place + 1]);

class MsConsoles extends AccountElement {
  static properties = { ...AccountElement.properties, as: { state: true }, dealing: { state: true } };

  render() {
    return html`${this.news}${part("tables", say("tables"), words.tables.length ? html`<ul class="people">${words.tables.map(({ id, name }) => html`<li><span><strong>${tableName(id)}</strong> – ${name}</span>
      <a class="open-console" href="/house/${words.house}/table/${id}/console" aria-label="${say("openConsole")}: ${tableName(id)}">${say("openConsole")}</a></li>`)}</ul>` : html`<p>${say("noStaffed")}</p>`)}
      ${words.opens.length ? part("opening", say("openStaffed"), this.form()) : nothing}`;
  }

  form() {
    const open = words.opens.find(({ key }) => key === this.as) ?? words.opens[0], method = open.methods.find(({ dealing }) => dealing === this.dealing) ?? open.methods[0];
    const send = this.sends(async ({ how, least, most, seats, shuffling }) => {
      const limits = { [words.wager]: { minimum_cents: cents(least), maximum_cents: cents(most) } };
      const command = { command: "open_table", by: open.title, book: open.book, dealing: method.dealing, shuffling, positions: Number(seats), limits, meters: open.meters, ...HOW[how] };
      const { id } = await ask(words.house, "/tables", { command });
      location.assign(`/house/${words.house}/table/${id}/console`);
    });
    const field = (name, value) => html`<p class="field"><label for="open-${name}">${say(name)}</label><input id="open-${name}" name=${name} type="number" min="1" max="1000000" step="1" required value=${value}></p>`;
    const select = (name, options, now, take) => html`<p class="field"><label for="open-${name}">${say(name)}</label><select id="open-${name}" name=${name} @change=${({ target }) => take(target.value)}>${options.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}</select></p>`;
    return html`<p>${say("openStaffedAbout")}</p><form class="open-staffed" aria-label=${say("openStaffed")} @submit=${send}>
      ${select("as", words.opens.map(({ key, name }) => [key, name]), open.key, (value) => { this.as = value; })}
      ${chosen("open", "how", say("how"), Object.keys(HOW).map((how) => [how, say(`how-${how}`)]))}
      ${select("dealing", open.methods.map(({ dealing, name }) => [dealing, name]), method.dealing, (value) => { this.dealing = value; })}
      ${chosen("open", "shuffling", say("shuffling"), method.shuffled.map((each) => [each, say(each)]))}
      ${select("seats", upTo(open.seats), open.usual, () => {})}${field("least", open.least / 100)}${field("most", open.most / 100)}<button class="main" ?disabled=${this.busy}>${say("openIt")}</button></form>`;
  }
}

customElements.define("ms-consoles", MsConsoles);
