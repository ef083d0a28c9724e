// The terms of a tournament, revised in the form that is made from what they may say.
import { html, nothing } from "./lit.js";
import { TermsForm } from "./terms-form.js";
import { TournamentElement, ruled } from "./tournament-parts.js";
import { say, words } from "./words.js";

class MsTournamentTerms extends TermsForm(TournamentElement) {
  get lacking() { return this.found.missing; }
  async save() {
    await this.send("commands", { command: "revise_terms", terms: this.terms, revises: this.saved.digest });
    await this.kept();
  }
  state() {
    const { missing, faults } = this.found, title = Object.fromEntries(words.form);
    const told = (heading, list) => html`<div class="call"><p>${say(heading)}</p><ul>${list}</ul></div>`;
    return html`${missing.length ? told("lacks", missing.map(([item, clause]) => html`<li><a href="#item-${item}">${title[item]}</a>${ruled(clause)}</li>`))
      : faults.length ? told("cannot", faults.map(([code, clause]) => html`<li>${words.faults[code]}${ruled(clause)}</li>`)) : html`<p><strong>${say("whole")}</strong></p>`}`;
  }
  render() {
    const back = `/house/${words.house}/tournaments/${words.name}/director`, { view } = this.seen;
    return html`${this.banner}${this.news}<p>${say("reviseAbout")}</p><p class="links"><a href=${back}>${say("toDirector")}</a> · <a href="/house/${words.house}/tournaments/${words.name}/terms">${say("termsLink")}</a></p>
      <aside class="terms-state" aria-live="polite">${this.saving}${this.state()}${this.versions}
        ${this.changed && view.life !== "drafted" ? html`<p>${say("announceAgain")}</p>` : nothing}</aside>
      <div class="items">${words.form.map((each) => this.item(each))}</div>`;
  }
}
customElements.define("ms-tournament-terms", MsTournamentTerms);
