// What the pages of a promotion share: its topic, its prizes and winners, and what was published for the draw.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { flawOf } from "./draw-proof.js";
import { PitElement } from "./pit-parts.js";
import { ruled } from "./tournament-parts.js";
import { moment, money, say, speakOf, words } from "./words.js";

const PUBLISHED = ["commitment", "seed_commitment", "root"];
export const OVER = ["ended", "cancelled"];

/** A page that follows one promotion. */
export class PromotionElement extends PitElement {
  static properties = { ...PitElement.properties, checked: { state: true } };
  get topic() { return `promotion:${words.house}/${words.name}`; }
  get path() { return `/promotions/${words.name}`; }
  get page() { return `/house/${words.house}/promotions/${words.name}`; }
  get life() { return this.seen.view.life; }
  get lifeSaid() { return say("life", { life: words.lives[this.life] }); }
  willUpdate(changed) {
    super.willUpdate(changed);
    if (!changed.has("seen")) return;
    speakOf({ view: { currency: this.seen.currency }, labels: {} });
    this.note();
  }
  /** Keep what is published, as this browser saw it first: a draw is held against it. */
  note() {
    const { view } = this.seen, name = `draw:${words.house}/${words.name}`;
    try {
      const kept = JSON.parse(localStorage.getItem(name)) ?? {};
      // Both seals may be made anew until entries close; only then is what was published final.
      this.noted = view.root && !kept.root ? Object.fromEntries(PUBLISHED.map((each) => [each, view[each]])) : kept;
      if (this.noted !== kept) localStorage.setItem(name, JSON.stringify(this.noted));
    } catch { this.noted ??= {}; /* nothing can be kept: the draw is held against what it says of itself */ }
  }
  async send(to, command) { this.seen = await ask(words.house, `${this.path}/${to}`, { command }); }
  command(command, more = {}, to = "commands") { return this.act(() => this.send(to, { command, ...more }), say("done")); }
  button(command, { more = {}, to = "commands", text = say(command), look = "", about = "" } = {}) {
    return html`<button type="button" class="${look} do-${command}" ?disabled=${this.busy} aria-label=${about ? `${text}: ${about}` : nothing} @click=${() => this.command(command, more, to)}>${text}</button>`;
  }
  form(command, fields, make = (typedFields) => typedFields, { to = "commands", about = "" } = {}) {
    const named = about ? `${say(command)}: ${about}` : say(command);
    return html`<form class="act-${command}" aria-label=${named} @submit=${this.sends(async (values) => this.send(to, { command, ...await make(values) }), say("done"))}>${fields}
      <button ?disabled=${this.busy} aria-label=${about ? named : nothing}>${say(command)}</button></form>`;
  }

  prizeNamed(number) { return `${number}. ${this.seen.prizes[number - 1].description}`; }
  winnerOf(prize) { return this.seen.view.winners.find((each) => each.prize === prize); }
  summary() {
    const { seen } = this, { view } = seen, row = (name, value) => value ? html`<div><dt>${say(name)}</dt><dd>${value}</dd></div>` : nothing;
    return html`<p class="life"><strong>${this.lifeSaid}</strong></p>
      <dl class="pool when">${row("begins", seen.begins_at ? moment(seen.begins_at) : say("notKnown"))}${row("closes", view.closes_at ? moment(view.closes_at) : say("notKnown"))}
      ${row("drawAt", seen.draw_at ? `${moment(seen.draw_at)}, ${seen.place}` : say("notKnown"))}${row("entriesNow", String(view.entries))}${seen.check_in_from ? row("checkInFrom", moment(seen.check_in_from)) : nothing}${seen.check_in_from ? row("checkedIn", String(seen.checked_in)) : nothing}</dl>
      ${view.call ? html`<p class="call">${say("calledNow", { name: view.call.holder, prize: this.prizeNamed(view.call.prize), moment: moment(view.call.until) })}</p>` : nothing}`;
  }
  prizes() {
    const line = (each) => {
      const winner = this.winnerOf(each.prize), own = words.person && winner?.holder === words.person;
      return html`<li class=${own ? "own" : ""} data-prize=${each.prize}><span><strong>${this.prizeNamed(each.prize)}</strong> – ${say("worth", { amount: money(each.value_cents) })}${each.cash_alternative_cents ? `; ${say("orCash", { amount: money(each.cash_alternative_cents) })}` : nothing}</span>
        ${winner ? html`<span>${say("wonBy", { name: winner.holder, entry: winner.entry })} (${say(`prize-${winner.status}`)})</span>` : nothing}</li>`;
    };
    return this.seen.prizes.length ? html`<ul class="people">${this.seen.prizes.map(line)}</ul>` : html`<p>${say("noPrizes")}</p>`;
  }
  /** What was published before the draw and opened at it, and whether the draw follows from it. */
  proof() {
    const { view } = this.seen, row = (name) => view[name] ? html`<div><dt>${say(`shown-${name}`)}</dt><dd><code>${view[name]}</code></dd></div>` : nothing;
    return html`<p>${say("proofAbout")}</p><dl class="published">${["commitment", "seed_commitment", "root", "secret", "seed"].map(row)}</dl>
      ${view.secret ? html`<p class="acts"><button type="button" class="check-draw" ?disabled=${this.busy} @click=${() => this.check()}>${say("checkDraw")}</button><a class="button" href="/api/houses/${words.house}${this.path}/draw" download="draw.json">${say("drawFile")}</a></p>
        <p class="checked ${this.checked === "drawProved" ? "good" : "bad"}" role="status">${this.checked ? say(this.checked) : nothing}</p><p class="soft">${say("byProgram")} <code>mstud verify draw draw.json --root ${view.root}</code></p>` : nothing}`;
  }
  check() {
    return this.act(async () => {
      this.checked = "";
      const flaw = await flawOf(await ask(words.house, `${this.path}/draw`), this.noted, this.seen.view.winners);
      this.checked = flaw ?? "drawProved";
    });
  }
  links() {
    const { page } = this, drafted = this.life === "drafted", link = (to, name) => html` · <a href=${to}>${say(name)}</a>`;
    return html`<p class="links"><a href="/house/${words.house}/promotions">${say("allPromotions")}</a>${words.script === "promotion" ? nothing : link(page, "patronPage")}
      ${drafted && !words.member ? nothing : html`${link(`${page}/terms`, "termsLink")} (<a href="${page}/terms?form=pdf">${say("termsPdf")}</a>)`}${link(`${page}/screen`, "toScreen")}
      ${words.member && words.script !== "promotion-promoter" ? link(`${page}/promoter`, "toPromoter") : nothing}${this.seen.role && words.script !== "promotion-scrutineer" ? link(`${page}/scrutineer`, "toScrutineer") : nothing}</p>
      <p class="soft hash">${say("version", { version: this.seen.view.version })} – SHA-256 ${this.seen.view.terms}</p>`;
  }
  duty({ due, clause, until, of }) {
    return html`<li><span>${say(`due-${due}`)}${of ? ` (${of})` : nothing}${ruled(clause)}</span> <span class="soft">${until ? say("until", { moment: moment(until) }) : say("atOnce")}</span></li>`;
  }
}
