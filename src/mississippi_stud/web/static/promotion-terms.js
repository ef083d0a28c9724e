// The terms of a promotion, revised in the form that is made from what they may say.
import { html, nothing } from "./lit.js";
import { typed } from "./house-parts.js";
import { PromotionElement } from "./promotion-parts.js";
import { TermsForm } from "./terms-form.js";
import { ruled } from "./tournament-parts.js";
import { say, words } from "./words.js";

class MsPromotionTerms extends TermsForm(PromotionElement) {
  get lacking() { return this.found.lacking; }
  get begun() { return !["drafted", "submitted"].includes(this.life); }
  async save() {
    const approval = this.querySelector("#revise-approval")?.value ?? "";
    await this.send("commands", { command: "amend_promotion", terms: this.terms, approval, revises: this.saved.digest });
    await this.kept();
  }
  state() {
    const shown = new Set(words.form.map(([name]) => name)), place = (item) => (shown.has(item) ? item : "prizes-and-their-value");
    return this.lacking.length ? html`<div class="call"><p>${say("lacking")}</p><ul class="lacking">${this.lacking.map(([item, clause]) => html`<li><a href="#item-${place(item)}">${words.items[item] ?? item}</a>${ruled(clause)}</li>`)}</ul></div>` : html`<p><strong>${say("whole")}</strong></p>`;
  }
  render() {
    return html`${this.banner}${this.news}<p>${say("reviseAbout")}</p><p class="links"><a href="${this.page}/promoter">${say("toPromoter")}</a> · <a href="${this.page}/terms">${say("termsLink")}</a></p>
      <aside class="terms-state" aria-live="polite">${this.begun ? typed("revise", "approval", say("approval"), { hint: say("approvalHint") }) : nothing}${this.saving}${this.state()}${this.versions}
        ${this.changed && this.life === "submitted" ? html`<p>${say("submitAgain")}</p>` : nothing}</aside>
      <div class="items">${words.form.map((each) => this.item(each))}</div>`;
  }
}
customElements.define("ms-promotion-terms", MsPromotionTerms);
