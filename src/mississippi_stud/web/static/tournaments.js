// The tournaments of a house, and the form that drafts one.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { AccountElement } from "./account-form.js";
import { chosen, part, typed } from "./house-parts.js";
import { typedMoment } from "./tournament-parts.js";
import { moment, say, words } from "./words.js";

class MsTournaments extends AccountElement {
  static properties = { ...AccountElement.properties, template: { state: true } };
  constructor() {
    super();
    this.template = words.templates[0]?.name;
  }
  line({ name, title, life, starts_at: at, entrants }) {
    const page = `/house/${words.house}/tournaments/${name}`;
    return html`<li class="line" data-tournament=${name}><h2><a href=${page}>${title || name}</a></h2><p class="small">${words.lives[life]}</p>
      <dl><div><dt>${say("begins")}</dt><dd>${at ? moment(at) : say("noStart")}</dd></div><div><dt>${say("entrants")}</dt><dd>${entrants}</dd></div></dl>
      <p class="acts"><a class="button main" href=${page}>${say("openPage")}</a> <a class="button" href="${page}/screen">${say("toScreen")}</a>${words.list.drafts ? html` <a class="button" href="${page}/director">${say("toDirector")}</a>` : nothing}</p></li>`;
  }
  drafting() {
    const { sessions } = words.templates.find(({ name }) => name === this.template);
    const send = this.sends(async ({ name, title, template, book, location: place, where, ...starts }) => {
      const when = sessions.map((_, number) => typedMoment(starts[`start-${number}`]));
      await ask(words.house, "/tournaments", { name, book, template, terms: { title, location: place, "where-terms-are-found": where, when } });
      location.assign(`/house/${words.house}/tournaments/${name}/director`);
    }, say("drafted"));
    return html`<p>${say("draftAbout")}</p><form class="draft" @submit=${send}>
      ${typed("draft", "name", say("shortName"), { pattern: "[a-z0-9][a-z0-9\\-]{0,27}", hint: say("shortNameHint") })}${typed("draft", "title", say("titleField"))}
      <p class="field"><label for="draft-template">${say("templateField")}</label><select id="draft-template" name="template" @change=${({ target }) => { this.template = target.value; }}>${words.templates.map((each) => html`<option value=${each.name} ?selected=${each.name === this.template}>${each.name}: ${each.about}</option>`)}</select></p>
      ${chosen("draft", "book", say("bookField"), words.books)}${typed("draft", "location", say("locationField"))}${typed("draft", "where", say("whereField"))}
      <fieldset><legend>${say("startsLegend")}</legend>${sessions.map((name, number) => html`<p class="field"><label for="start-${number}">${say("startField", { number: number + 1 })}: ${name}</label><input id="start-${number}" name="start-${number}" type="datetime-local" required></p>`)}</fieldset>
      <button class="main" ?disabled=${this.busy}>${say("draftButton")}</button></form>`;
  }
  render() {
    const { tournaments, drafts } = words.list;
    return html`${this.news}${tournaments.length ? html`<ul class="lines">${tournaments.map((each) => this.line(each))}</ul>` : html`<p>${say("noTournaments")}</p>`}
      ${drafts && words.templates.length ? part("draft", say("draftOne"), this.drafting()) : nothing}`;
  }
}
customElements.define("ms-tournaments", MsTournaments);
