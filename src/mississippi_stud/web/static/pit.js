// The map of a house for its supervisors: every table, and first of all those that need somebody.
import { html, nothing, repeat } from "./lit.js";
import { PitElement, ago, called, note, overdue } from "./pit-parts.js";
import { say, short, speakOf, words } from "./words.js";

const SHORT = 6;
/** How urgently a table needs somebody: a question or a call that nobody has answered first, then overdue duties, prizes and disputes. */
const urgency = ({ question, calls, prompts, prompted_at: since, prizes, disputes }) =>
  question || calls.some(({ answered }) => !answered) ? 4 : prompts && overdue(since) ? 3 : prizes ? 2 : disputes ? 1 : 0;
/** Since when it has needed somebody; tables whom nobody waits for keep their places. */
const since = (table) => {
  const level = urgency(table), waits = table.calls.filter(({ answered }) => !answered).map((each) => each.since);
  return level === 4 ? Math.min(...waits, ...(table.question ? [table.asked_at] : [])) : level === 3 ? table.prompted_at : 0;
};

class MsPit extends PitElement {
  static properties = { ...PitElement.properties, calls: { state: true } };
  constructor() { super(); this.calls = false; }
  get topic() { return `pit:${words.house}`; }

  line(table) {
    const level = urgency(table), { id, meter } = table;
    if (meter) speakOf({ view: meter, labels: {} });
    const asks = table.asked.length ? say(table.asked.length > 1 ? "asks" : "asksOne", { seats: table.asked.join(", ") }) : "";
    return html`<li class="level-${level}" data-table=${id}><h2><a href="/house/${words.house}/pit/${id}" aria-label="${say("openTable")}: ${table.name} ${id.slice(0, SHORT)}">${table.name} <code>${id.slice(0, SHORT)}</code></a></h2>
      <p>${table.round ? html`${say("round", { number: table.round })}, ${table.phase}` : say("betweenRounds")}; ${say("seatsTaken", { taken: table.taken, seats: table.seats })}</p>
      ${asks ? html`<p>${asks}; <span class="time">${say("still", { time: ago(table.moved_at) })}</span></p>` : nothing}
      ${table.question ? html`<p class="call"><strong>${say("questionOpen")}</strong> ${table.question} <span class="time">${ago(table.asked_at)}</span></p>` : nothing}
      ${table.calls.map((each) => called(each))}
      ${table.prompts ? html`<p class=${overdue(table.prompted_at) ? "call" : ""}>${say("promptsWait", { count: table.prompts })} – ${table.prompt} <span class="time">${say("promptOverdue", { time: ago(table.prompted_at) })}</span></p>` : nothing}
      ${table.prizes ? html`<p class="call">${say("prizesWait", { count: table.prizes })}</p>` : nothing}
      ${table.disputes ? html`<p>${say("disputesOpen", { count: table.disputes })}</p>` : nothing}
      ${table.rulings ? html`<p>${say("incidents", { count: table.rulings })}</p>` : nothing}
      ${table.stopped ? html`<p class="call">${say("stopped", { why: table.stopped })}</p>` : nothing}
      ${table.notes.map((each) => html`<p class="sign">${note(each)}</p>`)}
      <dl><div><dt title=${say("resultAbout")}>${say("result")}</dt><dd>${table.result}</dd></div>
        ${table.limits.map(({ name, least, most }) => html`<div><dt>${name}</dt><dd>${least}${most ? ` – ${most}` : ""}</dd></div>`)}
        ${meter ? html`<div><dt>${meter.name}</dt><dd>${short(meter.shown_cents, 0)}</dd></div>` : nothing}
        <div><dt>${say("onDuty")}</dt><dd>${table.on_duty.join(", ") || say("nobodyOnDuty")}</dd></div></dl></li>`;
  }

  render() {
    const { tables } = this.seen, order = tables.toSorted((one, other) => urgency(other) - urgency(one) || since(one) - since(other)), shown = this.calls ? order.filter(urgency) : order;
    return html`${this.banner}${tables.length ? html`<p class="filters"><label><input type="checkbox" class="calls" .checked=${this.calls} @change=${({ target }) => { this.calls = target.checked; }}> ${say("filterCalls")}</label></p>
      <p class="count">${say("shown", { shown: shown.length, tables: tables.length })}</p>
      <ul class="map">${repeat(shown, ({ id }) => id, (table) => this.line(table))}</ul>` : html`<p>${say("noTables")}</p>`}`;
  }
}
customElements.define("ms-pit", MsPit);
