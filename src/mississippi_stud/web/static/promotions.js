// The promotions of a house, and the form that drafts one.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { AccountElement } from "./account-form.js";
import { chosen, part, typed } from "./house-parts.js";
import { typedMoment } from "./tournament-parts.js";
import { moment, say, words } from "./words.js";

class MsPromotions extends AccountElement {
  line({ name, title, life, begins_at: begins, closes_at: closes }) {
    const page = `/house/${words.house}/promotions/${name}`, at = (time) => (time ? moment(time) : say("notKnown"));
    return html`<li class="line" data-promotion=${name}><h2><a href=${page}>${title || name}</a></h2><p class="small">${words.lives[life]}</p>
      <dl><div><dt>${say("begins")}</dt><dd>${at(begins)}</dd></div><div><dt>${say("closes")}</dt><dd>${at(closes)}</dd></div></dl>
      <p class="acts"><a class="button main" href=${page}>${say("openPage")}</a> <a class="button" href="${page}/screen">${say("toScreen")}</a>${words.list.drafts ? html` <a class="button" href="${page}/promoter">${say("toPromoter")}</a>` : nothing}</p></li>`;
  }
  drafting() {
    const send = this.sends(async ({ name, title, template, book, place, begin, close, draw }) => {
      await ask(words.house, "/promotions", { name, book, template, terms: { title, "place-date-and-time": { place, at: typedMoment(begin) }, "closing-date-and-time": typedMoment(close), "when-and-where-awarded": { place, at: typedMoment(draw) } } });
      location.assign(`/house/${words.house}/promotions/${name}/promoter`);
    }, say("drafted"));
    const at = (name, label) => html`<p class="field"><label for="draft-${name}">${say(label)}</label><input id="draft-${name}" name=${name} type="datetime-local" required></p>`;
    return html`<p>${say("draftAbout")}</p><form class="draft" @submit=${send}>
      ${typed("draft", "name", say("shortName"), { pattern: "[a-z0-9][a-z0-9\\-]{0,27}", hint: say("shortNameHint") })}${typed("draft", "title", say("titleField"))}
      ${chosen("draft", "template", say("templateField"), words.templates)}${chosen("draft", "book", say("bookField"), words.books)}${typed("draft", "place", say("placeField"))}
      ${at("begin", "begins")}${at("close", "closes")}${at("draw", "drawAt")}<button class="main" ?disabled=${this.busy}>${say("draftButton")}</button></form>`;
  }
  render() {
    const { promotions, drafts } = words.list;
    return html`${this.news}${promotions.length ? html`<ul class="lines">${promotions.map((each) => this.line(each))}</ul>` : html`<p>${say("noPromotions")}</p>`}
      ${drafts && words.templates.length ? part("draft", say("draftOne"), this.drafting()) : nothing}`;
  }
}
customElements.define("ms-promotions", MsPromotions);
