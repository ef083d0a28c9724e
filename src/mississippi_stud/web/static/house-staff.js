// A house for its staff: what waits for them, their titles and what each may do, the tables, and what they may do here.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { HouseElement, chosen, clause, part, rules, somebody, typed } from "./house-parts.js";
import { say, words } from "./words.js";

class MsHouseStaff extends HouseElement {
  get path() { return "/staff"; }

  render() {
    const { seen } = this;
    return html`${this.news}${seen ? html`${this.link ? this.once() : nothing}
      ${part("proposals", say("proposals"), this.proposals(seen))}
      ${part("titles", say("ownTitles"), this.titles(seen))}
      ${part("tables", say("tables"), this.tables(seen))}
      ${seen.exclusions.length ? part("exclude", say("excludeTitle"), this.exclusion(seen)) : nothing}
      ${seen.proposes.length ? part("money", say("money"), html`<p>${say("moneyAbout")}</p>${this.forms(seen)}${this.admission(seen)}`) : nothing}
      ${seen.exclusions.length ? part("recover", say("recovery"), this.recovery(say("recoveryAbout"))) : nothing}${this.known(seen)}` : nothing}`;
  }

  titles({ titles }) {
    if (!titles.length) return html`<p>${say("noTitleYet")}</p>`;
    return html`${titles.map((one) => html`<h3>${one.name} (${rules(one.book)})</h3>
      ${one.may.length ? html`<ul>${one.may.map((power) => html`<li>${power.name} (${clause(power)})</li>`)}</ul>` : html`<p>${say("noPower")}</p>`}`)}`;
  }

  /** Under which title, by which clause: one choice, as every title has its own clauses. */
  rights(exclusions) {
    return exclusions.flatMap((right) => right.clauses.map((each) => [`${right.book}\n${right.title}\n${each.clause}`, `${right.name} (${each.cited})`]));
  }

  exclusion({ exclusions }) {
    const send = this.sends(async ({ person, right, grounds }) => {
      const [book, title, by] = right.split("\n");
      this.seen = await ask(words.house, "/staff/exclusions", { person, book, title, clause: by, grounds });
    }, say("excluded"));
    return html`<p>${say("excludeAbout")} ${[...new Map(exclusions.flatMap(({ clauses }) => clauses).map((each) => [each.clause, each])).values()].map((each, place) => html`${place ? ", " : ""}${clause(each)}`)}.</p>
      <form class="exclude" aria-label=${say("excludeTitle")} @submit=${send}>${somebody("exclude")}
        ${chosen("exclude", "right", say("byClause"), this.rights(exclusions))}${typed("exclude", "grounds", say("grounds"))}
        <button class="fold" ?disabled=${this.busy}>${say("exclude")}</button></form>`;
  }

  admission({ exclusions }) {
    if (!exclusions.length) return nothing;
    const titles = exclusions.map(({ book, title, name }) => [`${book}\n${title}`, `${name} (${book})`]);
    const make = ({ person, right }) => { const [book, title] = right.split("\n"); return { command: "admit_again", person, book, title }; };
    return html`<form class="admit" aria-label=${say("admit")} @submit=${this.proposing(make)}><h3>${say("admit")}</h3>${somebody("admit")}
      ${chosen("admit", "right", say("underTitle"), titles)}${typed("admit", "why", say("why"))}<button ?disabled=${this.busy}>${say("propose")}</button></form>`;
  }
}

customElements.define("ms-house-staff", MsHouseStaff);
