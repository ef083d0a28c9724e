// A table for its supervisor: what waits for a ruling with all that it does, what waits to be done, and what can be done.
// The server says what may be done and which fields complete it; nothing here knows a rule.
import { html, nothing, repeat } from "./lit.js";
import { house as ask, newId } from "./api.js";
import { part } from "./house-parts.js";
import { PitElement, ago, called, cited, note, overdue } from "./pit-parts.js";
import { serverTime } from "./live.js";
import { cardName, moment, plain, say, speakOf, words } from "./words.js";

const FEW = 3, CENTS = 100, MICROSECONDS = 1_000, MINUTE = 60_000, MONEY = "[0-9]{1,9}([.,][0-9]{1,2})?";
const RANKS = "23456789TJQKA", SUITS = "cdhs";
const PATTERNS = { money: MONEY, positions: "[1-9]( ?,? ?[1-9])*", streets: "[1-3]( ?,? ?[1-3])*", hand: "([2-9TJQKAtjqka][cdhsCDHS] ?){1,2}" };
const numbers = (text) => text.match(/[0-9]+/g)?.map(Number) ?? [];
/** Cards as they are written, As Td, as numbers. */
const cards = (text) => (text.match(/[2-9TJQKAtjqka][cdhsCDHS]/g) ?? []).map((card) => (RANKS.indexOf(card[0].toUpperCase()) << 2) | SUITS.indexOf(card[1].toLowerCase()));
/** What a field says, as the command has it. */
const READ = {
  text: (text) => text.trim(), choice: (text) => text, "yes-no": (text) => text === "yes", number: Number, money: (text) => Math.round(Number(text.replace(",", ".")) * CENTS),
  positions: numbers, streets: (text) => numbers(text).map((place) => place - 1), hand: cards,
  minutes: (text) => Math.round((serverTime() + Number(text) * MINUTE) * MICROSECONDS),
};
/** What tells one act from another, wherever it stands. */
const named = ({ act, about, command }) => `${act} ${about} ${command.call ?? ""}`;
/** A copy of a tree with a value at a path. */
const placed = (tree, [step, ...rest], value) => ({ ...tree, [step]: rest.length ? placed(tree[step] ?? {}, rest, value) : value });

class MsPitTable extends PitElement {
  static properties = { ...PitElement.properties, chosen: { state: true }, foreseen: { state: true } };
  constructor() { super(); this.chosen = {}; this.foreseen = null; }
  get topic() { return `supervision:${words.house}/${words.table}`; }

  /** The command of an act with what its form says. */
  made({ command, fields }, form) {
    const typed = new FormData(form);
    return fields.reduce((tree, { into, kind }) => {
      if (kind === "check") return placed(tree, into.split("."), typed.has(into));
      const text = typed.get(into);
      return text === "" ? tree : placed(tree, into.split("."), READ[kind](text));
    }, command);
  }
  send(act, command) {
    if (act.to === "meters") return ask(words.house, `/pit/${words.table}/meters`, { title: act.about, command });
    if (act.to === "stops") return ask(words.house, `/pit/${words.table}/stops`, command);
    if (act.to === "staff") return ask(words.house, "/staff/commands", { command: { ...command, id: newId() } });
    return ask(words.house, `/tables/${words.table}/commands`, { command });
  }
  does(act) {
    return (event) => {
      event.preventDefault();
      const form = event.target, command = this.made(act, form);
      return this.act(async () => { await this.send(act, command); form.reset(); this.foreseen = null; }, say("done"));
    };
  }
  foresees(act) {
    return ({ currentTarget }) => {
      const form = currentTarget.form;
      if (!form.reportValidity()) return undefined;
      return this.act(async () => { this.foreseen = await ask(words.house, `/pit/${words.table}/previews`, { command: this.made(act, form) }); });
    };
  }

  field(id, { into, kind, label, options, value, optional }) {
    const name = `${id}-${into}`.replaceAll(".", "-");
    if (kind === "check") return html`<p class="field check"><label><input type="checkbox" name=${into} ?checked=${Boolean(value)}> ${label}</label></p>`;
    if (kind === "choice" || kind === "yes-no" || (kind === "number" && options.length)) {
      return html`<p class="field"><label for=${name}>${label}</label><select id=${name} name=${into} ?required=${!optional}>
        ${optional ? html`<option value=""></option>` : nothing}${options.map(([key, text]) => html`<option value=${key} ?selected=${key === value}>${text}</option>`)}</select></p>`;
    }
    const shown = value === null ? "" : kind === "money" ? plain(value) : value, number = kind === "number" || kind === "minutes";
    return html`<p class="field"><label for=${name}>${label}</label><input id=${name} name=${into} type=${number ? "number" : "text"} min=${number ? 0 : nothing} max=${number ? 10000 : nothing}
      pattern=${PATTERNS[kind] ?? nothing} maxlength=${number ? nothing : 500} inputmode=${kind === "money" ? "decimal" : nothing} value=${shown} ?required=${!optional} autocomplete="off" autocapitalize="off" spellcheck="false"></p>`;
  }
  /** The form of an act; `about` says what it is about where several are alike. */
  form(id, act, about = "", look = "") {
    return html`<form class="act act-${act.act} ${look}" aria-label=${about ? `${act.title}: ${about}` : act.title} @submit=${this.does(act)}>
      ${act.fields.map((each) => this.field(id, each))}<span class="acts"><button class=${look} ?disabled=${this.busy} aria-label=${about ? `${act.title}: ${about}` : nothing}>${act.title}</button>${cited(act)}
      ${act.act === "report" ? html`<button type="button" class="preview" ?disabled=${this.busy} @click=${this.foresees(act)}>${say("preview")}</button>` : nothing}</span></form>`;
  }
  forms(id, acts, about) { return repeat(acts, named, (act, place) => this.form(`${id}-${place}`, act, about)); }
  /** A list of things with acts of their own: a button that somebody is about to press never comes to belong to another thing. */
  list(things, key, item) { return html`<ul class="people">${repeat(things, key, item)}</ul>`; }

  effects({ wagers, text }) {
    if (!wagers.length) return html`<p>${say("noWagers")}</p>`;
    return html`<div class="scroll" tabindex="0" role="region" aria-label="${say("wagers")}: ${text}"><table class="effects"><caption>${say("wagers")}</caption>
      <thead><tr><th scope="col">${say("seatColumn")}</th><th scope="col">${say("wager")}</th><th scope="col">${say("stake")}</th><th scope="col">${say("effect")}</th></tr></thead>
      <tbody>${wagers.map((each) => html`<tr class=${each.changed ? "changed" : ""}><th scope="row">${each.position}</th><td>${each.wager}</td><td>${each.stake}</td><td>${each.text}${cited(each)}</td></tr>`)}</tbody></table></div>`;
  }
  ruling(each, look) {
    return html`<div class="ruling"><p><strong>${each.text}</strong>${cited(each)}. ${each.ends_round ? say("endsRound") : say("goesOn")}</p>${this.effects(each)}
      ${each.meters.map((meter) => html`<p>${say("meterMoves", meter)}</p>`)}
      ${each.duties.length ? html`<p>${say("afterwards")}</p><ul>${each.duties.map((duty) => html`<li>${duty}</li>`)}</ul>` : nothing}
      ${each.act ? this.form(`rule-${each.act.act}`, each.act, "", look) : nothing}</div>`;
  }
  question({ question }) {
    if (!question) return html`<p>${say("noQuestion")}</p>`;
    return html`<div class="question"><p><strong>${question.text}</strong>${cited(question)} <span class="time">${ago(question.since)}</span></p>
      ${question.facts ? html`<p>${say("reportedAs", { facts: question.facts })}</p>` : nothing}<p>${say("decidesTitle", { title: question.decides })}</p>
      ${question.proposal ? html`<h3>${say("proposed")}</h3>${this.ruling(question.proposal, "main")}` : nothing}
      ${question.choice ? html`<h3>${say("instead")}</h3>${this.ruling(question.choice, "")}` : nothing}</div>`;
  }
  prompts({ prompts }) {
    if (!prompts.length) return html`<p>${say("noDuties")}</p>`;
    return this.list(prompts, ({ number }) => number, (each) => html`<li data-prompt=${each.number} class=${overdue(each.since) ? "call" : ""}><span>${each.text}${cited(each)} <span class="time">${ago(each.since)}</span></span>
      ${this.forms(`prompt-${each.number}`, each.acts, each.text)}</li>`);
  }
  seats({ seats }) {
    if (!seats.length) return html`<p>${say("noSeats")}</p>`;
    return html`<ul class="people">${seats.map((each) => html`<li><span><strong>${say("seat", { position: each.position })}</strong> <code>${each.player}</code></span>
      ${each.wagers.length ? html`<span>${each.wagers.join("; ")}</span>` : nothing}${each.limits.map((limit) => html`<span class="soft">${limit}</span>`)}</li>`)}</ul>`;
  }
  prizes({ prizes }) {
    return this.list(prizes, ({ position, pays, amount }) => `${position} ${pays} ${amount}`, (each) => html`<li class="call"><span><strong>${each.amount}</strong> ${each.pays} – ${say("seat", { position: each.position })} <code>${each.player}</code>${cited(each)}</span>
      ${each.steps.length ? html`<ol>${each.steps.map((step) => html`<li>${step}</li>`)}</ol>` : nothing}${this.forms(`prize-${each.position}`, each.acts, each.amount)}</li>`);
  }
  withheld({ withheld }) {
    return this.list(withheld, ({ player }) => player, (each) => html`<li><span><strong>${each.amount}</strong> <code>${each.player}</code>${cited(each)}</span>${this.forms(`withheld-${each.player}`, each.acts, each.player)}</li>`);
  }
  disputes({ disputes }) {
    return this.list(disputes, ({ number }) => number, (each) => html`<li><span><strong>${each.number}.</strong> <code>${each.player}</code>, ${say("about", { number: each.round })}, ${moment(each.opened_at)}</span><span>${each.about}</span>
      ${each.decision ? html`<span>${say("decision", { text: each.decision })}</span>` : nothing}${each.review ? html`<span>${say("review", { text: each.review })}</span>` : each.review_asked ? html`<span>${say("reviewAsked")}</span>` : nothing}
      ${each.over ? html`<details class="cards"><summary>${say("cardByCard")}</summary><ol>${each.cards.map(({ card, place }) => html`<li>${cardName(card)} – ${place}</li>`)}</ol></details>` : html`<span class="soft">${say("roundOpen")}</span>`}
      ${this.forms(`dispute-${each.number}`, each.acts, `${each.number}`)}</li>`);
  }
  /** A group of acts: a few as they are, of more the one that is chosen. */
  group({ name, title, acts }) {
    const chosen = Math.max(acts.findIndex((act) => named(act) === this.chosen[name]), 0), id = `group-${name}`;
    const choose = ({ target }) => { this.chosen = { ...this.chosen, [name]: named(acts[target.value]) }; this.foreseen = null; };
    return part(id, title, html`${name === "people" && this.seen.line.on_duty.length ? html`<p>${this.seen.line.on_duty.join(", ")}</p>` : nothing}${name === "cards" && this.seen.decks.length ? html`<p>${this.seen.decks.join("; ")}</p>` : nothing}
      ${acts.length > FEW ? html`<p class="field"><label for="choose-${name}">${say("choose")}</label><select id="choose-${name}" @change=${choose}>${acts.map((act, place) => html`<option value=${place} ?selected=${place === chosen}>${act.title}</option>`)}</select></p>
        ${repeat([acts[chosen]], named, (act) => html`<div class="chosen" data-act="${act.act} ${act.about}">${this.form(`${name}-${chosen}`, act)}</div>`)}` : this.forms(name, acts)}
      ${name === "report" && this.foreseen ? html`<div class="foreseen" role="status">${this.ruling(this.foreseen, "")}</div>` : nothing}`);
  }

  render() {
    const { seen } = this, { line } = seen;
    speakOf({ view: { currency: seen.currency }, labels: {} });
    return html`${this.banner}${this.news}
      <p>${line.round ? html`${say("round", { number: line.round })}, ${line.phase}` : say("betweenRounds")}; ${say("seatsTaken", { taken: line.taken, seats: line.seats })}; ${say("result")} ${line.result}${line.asked.length ? html`; ${say(line.asked.length > 1 ? "asks" : "asksOne", { seats: line.asked.join(", ") })}, <span class="time">${say("still", { time: ago(line.moved_at) })}</span>` : nothing}</p>
      ${line.stopped ? html`<p class="call">${say("stopped", { why: line.stopped })}</p>` : nothing}
      ${seen.official ? html`<p>${say("officialOnly")}</p>` : seen.working ? nothing : html`<p>${say("comeFirst")}</p>`}
      ${line.calls.map((each) => called(each))}
      ${part("question", say("question"), this.question(seen))}
      ${part("duties", say("duties"), this.prompts(seen))}
      ${seen.prizes.length ? part("prizes", say("prizes"), this.prizes(seen)) : nothing}
      ${seen.withheld.length ? part("withheld", say("withheld"), this.withheld(seen)) : nothing}
      ${seen.disputes.length ? part("disputes", say("disputes"), this.disputes(seen)) : nothing}
      ${seen.rulings.length ? part("rulings", say("rulings"), html`<ul>${seen.rulings.map((each) => html`<li>${each.text}${cited(each)}</li>`)}</ul>`) : nothing}
      ${line.notes.length ? part("notices", say("notices"), html`<ul>${line.notes.map((each) => html`<li class="sign">${note(each)}</li>`)}</ul>`) : nothing}
      ${part("seats", say("seats"), this.seats(seen))}
      ${seen.groups.map((each) => this.group(each))}`;
  }
}
customElements.define("ms-pit-table", MsPitTable);
