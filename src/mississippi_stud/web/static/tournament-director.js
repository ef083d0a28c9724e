// The Director's console: what is due, entries, tables, sessions, order, disputes, officials and interruptions. What may
// be done now is what the server says; a refusal is told with its clause.
import { html, nothing, repeat } from "./lit.js";
import { house as ask } from "./api.js";
import { chosen, part, typed } from "./house-parts.js";
import { serverTime } from "./live.js";
import { TournamentElement, fieldMoment, ruled, typedMoment } from "./tournament-parts.js";
import { capital, moment, money, say, words } from "./words.js";

const MICROSECONDS = 1_000, BREACHES = ["conduct", "late-arrival", "absence", "mobile-phones"];
const DRAFTS = ["drafted", "announced", "entries-open", "entries-closed", "briefed"], ENDED = ["final", "cancelled"], ENTRANTS = 20;

class MsTournamentDirector extends TournamentElement {
  static properties = { ...TournamentElement.properties, someone: { state: true }, breach: { state: true } };
  constructor() {
    super();
    [this.someone, this.breach] = ["", BREACHES[0]];
  }
  get life() { return this.seen.view.life; }
  get needsTables() { return ["entries-open", "entries-closed"].includes(this.life) && !this.seen.view.tables.length; }
  get there() { return this.record.present.includes(words.person); }
  command(command) { return this.act(() => this.send("commands", command), say("done")); }
  sending(make) { return this.sends((fields) => this.send("commands", make(fields)), say("done")); }
  button(command, { more = {}, text = say(command), look = "", clause = "", about = "" } = {}) {
    return html`<button type="button" class="${look} do-${command}" ?disabled=${this.busy} aria-label=${about ? `${text}: ${about}` : nothing} @click=${() => this.command({ command, ...more })}>${text}</button>${clause ? ruled(clause) : nothing}`;
  }
  /** A button for what may be done now; nothing for what may not. */
  allowed(command, { more = {}, ...look } = {}) {
    const may = this.may(command, more);
    return may ? html`<span class="act">${this.button(command, { more, clause: may.clause, ...look })}</span>` : nothing;
  }
  form(command, fields, make = (typedFields) => typedFields, about = "") {
    return html`<form class="act-${command}" aria-label=${about ? `${say(command)}: ${about}` : say(command)} @submit=${this.sending((values) => ({ command, ...make(values) }))}>${fields}
      <button ?disabled=${this.busy} aria-label=${about ? `${say(command)}: ${about}` : nothing}>${say(command)}</button></form>`;
  }

  /** What is due, each under a name of its own: a button that somebody is about to press never comes to be another. */
  due() {
    const { life, record } = this, due = {}, may = (command) => { if (this.may(command)) due[command] = this.allowed(command, { look: "main" }); };
    const act = (command, more = {}, clause = "") => html`<span class="act">${this.button(command, { look: "main", more, clause })}</span>`;
    if (DRAFTS.includes(life) && !record.steps.includes("terms-available-to-patrons")) {
      due.terms = words.missing.length ? html`<div class="call"><p>${say("missing")}</p><ul>${words.missing.map(([item, clause]) => html`<li>${item}${ruled(clause)}</li>`)}</ul><p><a href="/house/${words.house}/tournaments/${words.name}/revise">${say("revise")}</a></p></div>`
        : html`${act("make_terms_available")} <span class="soft">${say("advised")}</span>`;
    }
    if (DRAFTS.includes(life) && !record.director) due.director = this.form("appoint_director", typed("director", "person", say("personId"), { list: "people" }));
    if (life === "announced" && record.director) due.open = act("open_entries", { commitment: "" });
    for (const command of ["take_charge", "resume_tournament", "close_entries"]) may(command);
    if (this.needsTables) due.tables = this.designating();
    const briefs = this.may("brief_players"), playing = record.entrants.filter(({ status }) => status === "in").map(({ name }) => name);
    if (briefs) due.brief = act("brief_players", { understood: playing }, briefs.clause);
    if (life === "briefed") due.waits = html`<p>${say("drawWaits")}</p>`;
    if (["briefed", "between-sessions"].includes(life) && this.there && this.seen.when[this.seen.view.session] <= serverTime() * MICROSECONDS) due.draw = act("draw_seats", { secret: "", commitment: "" });
    for (const command of ["end_session", "declare_results"]) may(command);
    const entries = Object.entries(due);
    return entries.length ? html`<div class="due">${repeat(entries, ([name]) => name, ([, shown]) => html`<div>${shown}</div>`)}</div>` : html`<p>${say("nothingDue")}</p>`;
  }
  designating() {
    const send = this.sends(async ({ count }) => { this.seen = await ask(words.house, `${this.path}/tables`, { count: Number(count) }); }, say("done"));
    return html`<form class="designate" @submit=${send}><p class="field"><label for="table-count">${say("tablesCount")}</label><input id="table-count" name="count" type="number" min="1" max="200" value="1" required></p><button ?disabled=${this.busy}>${say("designate")}</button></form>`;
  }

  line(each) {
    const { name, player } = each, called = this.called(name), breaches = Object.entries(each.breaches).map(([breach, count]) => `${say(`breach-${breach}`)} ${count}`).join(", ");
    const facts = [each.paid_cents ? say("paid", { amount: money(each.paid_cents) }) : "", each.refunded_cents ? say("refunded", { amount: money(each.refunded_cents) }) : "", each.employee ? say("employee", { by: each.approved_by || "–" }) : "",
      each.signed ? say("signedTerms") : "", breaches ? say("breaches", { breaches }) : "", each.missing_hands ? say("missesHands", { hands: each.missing_hands }) : "", each.away ? say("away") : "", player === name ? "" : say("substituteFor", { player: this.called(player), name: called })];
    return html`<li data-entrant=${name}><span><strong>${each.number}. ${called}</strong> – ${words.statuses[each.status]}</span><span class="acts">${["admit_entrant", "turn_away", "note_return"].map((command) => this.allowed(command, { more: { name }, about: called }))}
        ${this.may("note_breach", { name }) ? html`<button type="button" class="discipline" ?disabled=${this.busy} aria-expanded=${this.someone === name} aria-label="${say("note_breach")}: ${called}" @click=${() => { this.someone = this.someone === name ? "" : name; }}>${say("note_breach")}…</button>` : nothing}</span>
      <span class="soft facts">${facts.filter(Boolean).join("; ")} <code>${name}</code></span>
      ${this.someone === name ? this.order(each, called) : nothing}</li>`;
  }
  /** Breaches with the rung of the ladder that comes next, and the grounds that the terms name. */
  order(each, called) {
    const ladder = words.ladders[this.breach], rung = ladder[Math.min(each.breaches[this.breach] ?? 0, ladder.length - 1)];
    return html`<div class="order">${this.form("note_breach", html`<p class="field"><label for="breach-${each.number}">${say("breach")}</label><select id="breach-${each.number}" name="breach" @change=${({ target }) => { this.breach = target.value; }}>
        ${BREACHES.map((breach) => html`<option value=${breach} ?selected=${breach === this.breach}>${say(`breach-${breach}`)}</option>`)}</select></p><p class="ladder" role="status">${say("ladder", { sanction: rung })}</p>
        ${typed(`breach-${each.number}`, "grounds", say("grounds"))}`, (fields) => ({ ...fields, name: each.name }), called)}
      ${this.form("disqualify_player", chosen(`ground-${each.number}`, "ground", say("ground"), words.grounds), (fields) => ({ ...fields, name: each.name }), called)}</div>`;
  }
  people() {
    const { entrants } = this.record, bots = this.may("fill_with_bots") ? this.form("fill_with_bots", html`<p class="field"><label for="bots">${say("botsCount")}</label><input id="bots" name="count" type="number" min="1" max="100" value="1" required></p>`, ({ count }) => ({ count: Number(count) })) : nothing;
    if (!entrants.length) return html`<p>${say("noEntrants")}</p>${bots}`;
    const of = Object.groupBy(entrants, ({ status }) => status), text = ({ name, number, status }) => `${number} ${this.called(name)} ${name} ${words.statuses[status]}`;
    return html`<p>${Object.entries(of).map(([status, some]) => `${words.statuses[status]} ${some.length}`).join(" · ")}</p>
      ${this.paged("people", say("people"), entrants, { text, size: ENTRANTS, draw: (shown) => html`<ul class="people entrants">${repeat(shown, ({ name }) => name, (each) => this.line(each))}</ul>` })}${bots}`;
  }

  acts(heat) {
    const [free] = this.seen.free_tables, begin = free && !heat.table && this.may("begin_heat", { heat: heat.number }), more = { heat: heat.number }, about = say("heat", heat);
    return html`<span class="acts">${begin ? this.button("begin_heat", { more: { ...more, table: `table:${free}` }, text: say("begin_heat", { table: free.slice(0, 6) }), clause: begin.clause, about }) : nothing}
      ${this.allowed("conclude_heat", { more, about })}${this.allowed("decline_conclusion", { more, about })}</span>
      ${heat.agreed.length && !heat.over ? html`<span>${say("agreedNames", { names: heat.agreed.map((name) => this.called(name)).join(", ") })}</span>` : nothing}`;
  }
  tables() {
    const { free_tables: free } = this.seen;
    return html`${this.session?.balance ? html`<p class="soft">${say("balances")}</p>` : nothing}${this.heats((heat) => this.acts(heat))}
      <p>${this.seen.view.tables.length ? say("freeTables", { tables: free.map((id) => id.slice(0, 6)).join(", ") || "–" }) : say("noTables")}</p>
      <p class="acts">${free.length && !ENDED.includes(this.life) ? free.map((id) => this.button("release_table", { more: { table: `table:${id}` }, text: say("release_table", { table: id.slice(0, 6) }) })) : nothing}</p>
      ${ENDED.includes(this.life) || this.life === "finished" || this.needsTables ? nothing : this.designating()}`;
  }

  sessions() {
    const { seen, there } = this, { view } = seen;
    return html`<ul class="people">${seen.sessions.map((each, place) => html`<li><span><strong>${place + 1}. ${this.sessionName(place + 1)}</strong> – ${seen.when[place] ? moment(seen.when[place]) : say("noStart")}</span>
      ${there && place + 1 > view.session && seen.when[place] ? html`<details><summary>${say("move_session")}</summary>${this.form("move_session", html`<p class="field"><label for="start-${place}">${say("newTime")}</label>
        <input id="start-${place}" name="at" type="datetime-local" required value=${fieldMoment(seen.when[place])}><span class="hint">${say("notice", { minutes: words.notice })}</span></p>`, ({ at }) => ({ session: place + 1, starts_at: typedMoment(at) }), this.sessionName(place + 1))}</details>
        ${each.field === "out" && (words.director_skips || seen.when[place] <= Date.now() * 1000) ? this.button("skip_session", { more: { session: place + 1 } }) : nothing}` : nothing}</li>`)}</ul>
      ${this.may("practise_hands") ? this.form("practise_hands", html`<p class="field"><label for="practice">${say("practiceCount")}</label><input id="practice" name="hands" type="number" min="1" max="100" value="1" required></p>`, ({ hands }) => ({ hands: Number(hands) })) : nothing}
      ${view.practice.length ? html`<h3>${say("practiceTitle")}</h3><ul class="people heats">${view.practice.map((group) => this.seated(group, say("practiceGroup", group)))}</ul>${this.allowed("end_practice")}` : nothing}`;
  }
  /** The latest acts of officials, the latest first: what nothing was built upon can be taken back. */
  latest() {
    const told = ({ event, name, heat, life }) => [words.acts[event], name ? this.called(name) : "", heat ? say("heat", { number: heat }) : "", life ? words.lives[life] : ""].filter(Boolean).join(", ");
    return html`<ul class="people">${this.record.acts.toReversed().map((each) => html`<li data-act=${each.number}><span><strong>${capital(told(each))}</strong></span><span class="soft">${moment(each.at)}, ${this.called(each.by)}${each.built_on ? ` – ${say("builtOn", { act: words.acts[each.built_on] })}` : ""}</span>
      ${this.allowed("undo_act", { more: { act: each.number }, about: told(each) })}</li>`)}</ul>`;
  }
  get openDisputes() { return this.record.disputes.some(({ decision }) => !decision); }
  disputes() {
    const { disputes } = this.record;
    if (!disputes.length) return html`<p>${say("noDisputes")}</p>`;
    return html`<ul class="people">${disputes.map((each) => html`<li class=${each.decision ? "" : "call"}><strong>${say("disputeBy", { number: each.number, name: this.called(each.by) })}</strong><span>${each.about}</span>
      ${each.decision ? html`<span>${say("decided", each)}</span>` : this.there ? this.form("decide_tournament_dispute", typed(`dispute-${each.number}`, "decision", say("decision")), (fields) => ({ ...fields, dispute: each.number }), `${each.number}`) : nothing}</li>`)}</ul>`;
  }
  /** A sentence with names in it that are more than text. */
  naming(sentence, names) {
    const [before, after] = say(sentence, { names: "\n" }).split("\n");
    return html`${before}${names}${after}`;
  }
  officials() {
    const { record } = this, director = record.director === words.person, here = (person) => record.present.includes(person) ? html` (${say("present")})` : nothing;
    const shown = (person) => html`<strong>${this.called(person)}</strong>${here(person)}`;
    return html`<p>${this.naming("directorIs", record.director ? shown(record.director) : say("noneYet"))}</p>
      <p>${this.naming("deputiesAre", record.deputies.length ? record.deputies.map((each) => html`${shown(each)} ${director ? this.button("dismiss_deputy", { more: { person: each }, about: this.called(each) }) : nothing} `) : say("noneYet"))}</p>
      <p class="acts">${this.allowed("take_charge")}${this.allowed("step_away")}</p>
      ${director && !ENDED.includes(this.life) ? this.form("appoint_deputy", typed("deputy", "person", say("personId"), { list: "people" })) : nothing}
      <datalist id="people">${words.people.map(([person, name]) => html`<option value=${person} label=${name}></option>`)}</datalist>`;
  }
  interrupt() {
    const why = (command) => this.form(command, typed(command, "why", say("grounds")));
    return html`${this.may("postpone_tournament") ? why("postpone_tournament") : nothing}${this.allowed("resume_tournament")}${ENDED.includes(this.life) || this.life === "finished" ? nothing : why("cancel_tournament")}`;
  }

  render() {
    const { view } = this.seen;
    return html`${this.banner}${this.news}${this.summary()}${this.links()}
      ${part("due", say("now"), this.due())}
      ${this.openDisputes ? part("disputes", say("disputes"), this.disputes()) : nothing}
      ${part("tables", say("tables"), this.tables())}
      ${part("people-title", say("people"), this.people())}
      ${part("standings", say("standings"), this.standings())}
      ${part("sessions", say("sessions"), this.sessions())}
      ${this.record.acts.length ? part("acts", say("acts"), this.latest()) : nothing}
      ${part("officials", say("officials"), this.officials())}
      ${view.pool ? part("pool", say("pool"), this.pool()) : nothing}
      ${this.openDisputes ? nothing : part("disputes", say("disputes"), this.disputes())}
      ${ENDED.includes(this.life) ? nothing : part("interrupt", say("interrupt"), this.interrupt())}`;
  }
}
customElements.define("ms-tournament-director", MsTournamentDirector);
