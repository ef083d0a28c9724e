// The promoter's console: terms and what they lack, submission, entries by staff and from a file, the draw, winners and claims.
// What may be done now is what the server says; a refusal is told with its clause.
import { html, nothing } from "./lit.js";
import { Problem, house as ask } from "./api.js";
import { chosen, part, typed } from "./house-parts.js";
import { serverTime } from "./live.js";
import { OVER, PromotionElement } from "./promotion-parts.js";
import { fieldMoment, ruled, typedMoment } from "./tournament-parts.js";
import { moment, money, say, typed as amount, words } from "./words.js";

const CENTS = { inputmode: "decimal", pattern: "[0-9]{1,9}([.,][0-9]{1,2})?", required: false };

class MsPromotionPromoter extends PromotionElement {
  static properties = { ...PromotionElement.properties, record: { state: true }, held: { state: true }, kept: { state: true } };
  constructor() {
    super();
    [this.record, this.held, this.kept] = [words.record, words.terms_now, {}];
  }
  willUpdate(changed) {
    super.willUpdate(changed);
    if (changed.has("seen") && this.seen.version !== this.record.version) this.learn();
  }
  /** What may be done changes by itself when the time of something has come. */
  updated() {
    const next = Math.min(...this.record.due.map(({ until }) => until ?? Infinity).concat(this.seen.draw_at || Infinity).filter((at) => at > (this.asked ?? serverTime() * 1000)));
    this.asked ??= serverTime() * 1000;
    if (this.passed(next)) { this.asked = next; this.learn(); }
  }
  may(command, of = 0) { return this.record.options.find((each) => each.command === command && each.of === of); }
  /** Ask anew what the house sees besides; only the last answer counts. */
  async learn() {
    const { version, view } = this.seen;
    try {
      const [record, held] = await Promise.all([ask(words.house, `${this.path}/record`), view.version === this.held.version ? this.held : ask(words.house, `${this.path}/terms`)]);
      if (version === this.seen.version) [this.record, this.held] = [record, held];
    } catch { /* it cannot be known now: the next version asks again */ }
  }
  passed(at) { return at && at / 1000 <= serverTime(); }
  why(command, about = "", more = {}) { return this.form(command, typed(`${command}${about}`, "why", say("reason")), (fields) => ({ ...fields, ...more }), { about }); }

  /** What the next step takes, by the life of the promotion. */
  next() {
    const { seen, life, held, record } = this, { view } = seen, act = (command) => this.may(command) ? html`<p class="acts">${this.button(command, { look: "main" })}</p>` : nothing;
    if (life === "postponed") return this.form("validate_promotion", typed("validate", "finding", say("finding")));
    if (life === "drafted") return held.lacking.length ? html`<div class="call"><p>${say("lacking")}</p><ul class="lacking">${held.lacking.map(([item, clause]) => html`<li>${words.items[item] ?? item}${ruled(clause)}</li>`)}</ul></div>` : html`<p>${say(this.may("submit_promotion") ? "submitAbout" : "submitLate")}</p>${act("submit_promotion")}`;
    if (life === "submitted") return html`<p>${say("beginAbout", { moment: moment(seen.begins_at) })}</p>${view.seed_commitment || words.public_value ? nothing : html`<p class="call">${say("sealWaits")}</p>`}${act("begin_promotion")}`;
    if (life === "running") return html`<p>${say("closeAbout", { moment: moment(view.closes_at) })}</p>${act("close_promotion")}`;
    if (life === "closed") return this.drawing();
    return html`${["call_winner", "confirm_presence", "pass_call"].map(act)}${seen.results_published ? nothing : act("publish_results")}${act("end_promotion")}
      ${seen.overseen && !seen.attested && !OVER.includes(life) ? html`<p class="call">${say("attestWaits", { name: record.scrutineer })}</p>` : nothing}`;
  }
  drawing() {
    const { seen } = this;
    if (!this.passed(seen.draw_at)) return html`<p>${say("drawWaits", { moment: moment(seen.draw_at) })}</p>`;
    if (!words.public_value) return html`<p>${say("scrutineerDraws", { name: this.record.scrutineer })}</p><p>${seen.scrutineer_present ? say("scrutineerThere") : say("scrutineerAway")}</p>`;
    return this.form("draw_prizes", typed("draw", "seed", say("valueOf", { source: words.public_value })));
  }
  due() {
    return html`${this.next()}${this.record.due.length ? html`<ul class="duties">${this.record.due.map((each) => this.duty(each))}</ul>` : nothing}`;
  }

  terms() {
    const { terms } = this.held, begins = terms["place-date-and-time"], awarded = terms["when-and-where-awarded"], started = !["drafted", "submitted"].includes(this.life);
    const approval = started ? typed("terms", "approval", say("approval"), { hint: say("approvalHint") }) : nothing;
    const at = (name, label, value) => html`<p class="field"><label for="terms-${name}">${say(label)}</label><input id="terms-${name}" name=${name} type="datetime-local" step="1" required value=${value ? fieldMoment(value) : nothing}></p>`;
    const text = (name, label, value) => html`<p class="field"><label for="terms-${name}">${say(label)}</label><input id="terms-${name}" name=${name} required maxlength="200" autocomplete="off" value=${value ?? ""}></p>`;
    const changed = ({ title, place, where, begin, close, draw, ...more }) => ({ ...more, terms: { ...terms, title, "place-date-and-time": { place, at: typedMoment(begin) }, "closing-date-and-time": typedMoment(close), "when-and-where-awarded": { place: where, at: typedMoment(draw) } } });
    return html`<details class="amend"><summary>${say("whenAndWhere")}</summary>${this.form("amend_promotion", html`${text("title", "titleField", terms.title)}${text("place", "placeField", begins?.place)}${at("begin", "begins", begins?.at)}${at("close", "closes", terms["closing-date-and-time"])}${text("where", "drawPlaceField", awarded?.place)}${at("draw", "drawAt", awarded?.at)}${approval}`, changed, { about: say("whenAndWhere") })}</details>
      <p><a href="${this.page}/revise">${say("allTerms")}</a></p>`;
  }
  scrutineer() {
    const { record, seen } = this;
    return html`<p>${record.scrutineer ? html`${say("scrutineerIs")} <strong>${record.scrutineer}</strong>${seen.scrutineer_present ? ` (${say("scrutineerThere")})` : nothing}` : seen.overseen ? say("scrutineerNeeded") : say("scrutineerForSeed")}</p>
      ${this.may("nominate_scrutineer") ? this.form("nominate_scrutineer", typed("scrutineer", "person", say("personField"), { hint: say("scrutineerHint") })) : nothing}`;
  }

  entries() {
    const lines = async ({ file }) => ({ file: file.name, entries: (await file.text()).split(/\r?\n/).map((line) => line.trim()).filter(Boolean).map((line, place) => {
      const [, player = "", weight = "1"] = /^([^,;\t]+)(?:[,;\t]\s*(\d+))?$/.exec(line) ?? [];
      if (!player.trim() || !Number(weight)) throw new Problem(say("lineWrong", { number: place + 1 }));
      return [player.trim(), Number(weight)];
    }) });
    return html`${this.may("add_entry") ? html`${this.form("add_entry", html`${typed("entry", "player", say("personField"))}${typed("entry", "reason", say("reason"))}<p class="field"><label for="entry-weight">${say("weight")}</label><input id="entry-weight" name="weight" type="number" min="1" max="1000000" value="1" required></p>`, ({ weight, ...fields }) => ({ ...fields, weight: Number(weight) }))}
      ${this.form("import_entries", html`<p class="field"><label for="import-file">${say("file")}</label><input id="import-file" name="file" type="file" accept=".csv,.txt,text/plain,text/csv" required aria-describedby="import-hint"><span class="hint" id="import-hint">${say("fileHint")}</span></p>`, lines)}` : nothing}
      ${this.seen.check_in_from && ["running", "closed"].includes(this.life) ? this.form("check_in", typed("check-in", "player", say("personField"))) : nothing}
      ${this.may("bar_entrant") ? this.form("bar_entrant", html`${typed("bar", "player", say("personField"))}${typed("bar", "reason", say("reason"))}`) : nothing}
      ${this.record.barred.length ? html`<p>${say("barred", { names: this.record.barred.join(", ") })}</p>` : nothing}`;
  }

  winner(each) {
    const { prize, holder, status } = each, about = this.prizeNamed(prize), attempts = this.record.attempts.filter((attempt) => attempt.prize === prize);
    return html`<li data-winner=${prize}><span><strong>${about}</strong> – ${say("wonBy", { name: holder, entry: each.entry })} (${say(`prize-${status}`)})</span>
      ${attempts.map(({ way, at, reached, in_time: timely }) => html`<span class="soft">${say(reached ? "reachedBy" : "triedBy", { way: words.ways[way] ?? way, moment: moment(at) })}${timely ? nothing : ` – ${say("late")}`}</span>`)}
      ${!this.seen.presence && this.may("note_attempt", prize) ? this.form("note_attempt", html`${chosen(`attempt-${prize}`, "way", say("way"), Object.entries(words.ways))}<p class="check"><label><input type="checkbox" name="reached"> <span>${say("reached")}</span></label></p>`, ({ way, reached }) => ({ prize, way, reached: Boolean(reached) }), { about }) : nothing}
      <span class="acts">${["lapse_prize", "redraw_prize"].filter((command) => this.may(command, prize)).map((command) => this.button(command, { more: { prize }, about }))}</span>
      ${this.may("lodge_claim", prize) ? html`<details><summary>${say("claimAtDesk")}</summary>${this.form("lodge_claim", html`${typed(`desk-${prize}`, "claimant", say("personField"))}${typed(`desk-${prize}`, "name", say("claimantName"), { required: false })}${typed(`desk-${prize}`, "address", say("claimantAddress"), { required: false })}`, (fields) => ({ ...fields, prize }), { about })}</details>` : nothing}</li>`;
  }
  claim(each) {
    const { number, prize, claimant, status } = each, about = say("claimNamed", { number, name: claimant }), { kind, value_cents: value, cash_alternative_cents: instead } = this.seen.prizes[prize - 1], known = this.kept[number];
    const look = () => this.act(async () => { this.kept = { ...this.kept, [number]: await ask(words.house, `${this.path}/claims/${number}`) }; });
    const parts = (fields) => Object.fromEntries(words.payments.map(([way]) => [way, amount(fields[way] ?? "")]).filter(([, cents]) => cents));
    return html`<li class=${status === "open" ? "call" : ""} data-claim=${number}><span><strong>${about}</strong>: ${this.prizeNamed(prize)} – ${say(`claim-${status}`)}${each.reason ? `: ${each.reason}` : nothing}</span>
      <span class="acts"><button type="button" class="look" ?disabled=${this.busy} aria-label="${say("claimDetails")}: ${about}" @click=${look}>${say("claimDetails")}</button>${this.may("inform_claimant", number) ? this.button("inform_claimant", { more: { claim: number }, about, look: "main" }) : nothing}</span>
      ${known ? html`<span>${known.name || "–"}, ${known.address || "–"}</span>` : nothing}
      ${this.may("pay_claim", number) ? this.form("pay_claim", html`${instead ? html`<p class="check"><label><input type="checkbox" name="alternative"> <span>${say("orCash", { amount: money(instead) })}</span></label></p>` : nothing}
          ${(kind === "cash" ? value : instead ?? 0) > words.choice_over ? html`<fieldset><legend>${say("payParts")}</legend>${words.payments.map(([way, name]) => typed(`pay-${number}`, way, name, CENTS))}</fieldset>` : nothing}`, (fields) => ({ claim: number, alternative: Boolean(fields.alternative), parts: parts(fields) }), { about }) : nothing}
      ${this.may("deny_claim", number) ? html`<details><summary>${say("deny_claim")}</summary>${this.form("deny_claim", html`${typed(`deny-${number}`, "reason", say("reason"))}${typed(`deny-${number}`, "name", say("claimantName"), { required: false, hint: say("detailsHint") })}${typed(`deny-${number}`, "address", say("claimantAddress"), { required: false })}`, (fields) => ({ ...fields, claim: number }), { about })}</details>` : nothing}</li>`;
  }
  dispute({ number, person, about, decision, advised }) {
    const named = say("disputeBy", { number, name: person });
    return html`<li class=${decision ? "" : "call"}><span><strong>${named}</strong> ${about}</span>
      ${decision ? html`<span>${decision}</span>${advised ? html`<span class="soft">${say("advisedSaid")}</span>` : !this.may("advise_of_complaint", number) ? nothing : this.button("advise_of_complaint", { more: { dispute: number }, about: named })}` : this.form("decide_promotion_dispute", typed(`dispute-${number}`, "decision", say("decision")), (fields) => ({ ...fields, dispute: number }), { about: named })}</li>`;
  }
  interrupt() {
    return html`<p>${say("interruptAbout")}</p>${["postpone_promotion", "cancel_draw"].filter((command) => this.may(command)).map((command) => this.why(command))}`;
  }

  render() {
    const { life, record, seen } = this, list = (items, draw) => html`<ul class="people">${items.map(draw)}</ul>`, live = !OVER.includes(life);
    return html`${this.banner}${this.news}${this.summary()}${this.links()}
      ${part("due", say("due"), this.due())}
      ${record.claims.length ? part("claims", say("claims"), list(record.claims, (each) => this.claim(each))) : nothing}
      ${record.disputes.length ? part("disputes", say("disputes"), list(record.disputes, (each) => this.dispute(each))) : nothing}
      ${seen.view.winners.length ? part("winners", say("winners"), list(seen.view.winners, (each) => this.winner(each))) : part("prizes", say("prizes"), this.prizes())}
      ${live && seen.view.commitment ? part("entries", say("entries"), this.entries()) : nothing}
      ${this.may("amend_promotion") ? part("terms", say("terms"), this.terms()) : nothing}
      ${part("scrutineer-title", say("scrutineerPart"), this.scrutineer())}
      ${seen.view.commitment ? part("proof", say("proof"), this.proof()) : nothing}
      ${this.may("postpone_promotion") || this.may("cancel_draw") ? part("interrupt", say("interrupt"), this.interrupt()) : nothing}`;
  }
}
customElements.define("ms-promotion-promoter", MsPromotionPromoter);
