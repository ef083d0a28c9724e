// A training table: the console of a table, what happens there, what is marked, and at the end the report.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { MsConsole, cents, drawn } from "./console.js";
import { clause, part } from "./house-parts.js";
import { say, words } from "./words.js";

class MsLesson extends MsConsole {
  static properties = { ...MsConsole.properties, lesson: { state: true }, choice: { state: true } };

  constructor() {
    super();
    ({ console: this.board, lesson: this.lesson } = words.board);
  }

  get path() { return `/lessons/${words.table}/acts`; }
  get list() { return `/house/${words.house}/school`; }

  take({ console: board, lesson }, version) {
    if (this.lesson.choices.length !== lesson.choices.length || this.version !== version) this.choice = undefined;
    this.lesson = lesson;
    super.take(board, version);
  }
  /** A seat that was paid is another duty. */
  key(board) { return `${super.key(board)}${this.version}`; }

  async again(memory) {
    await this.act(async () => {
      const { id } = await ask(words.house, "/lessons", { repeat: words.table, memory });
      location.assign(`/house/${words.house}/lesson/${id}`);
    });
  }

  // What is shown.

  render() { return html`${this.lessonPart(this.lesson)}${super.render()}${this.marked(this.lesson)}`; }

  lessonPart({ aim, clauses, happens, hands, over, own, memory, decks }) {
    return html`<section class="lesson" aria-labelledby="happens"><p>${aim} ${clauses.length ? html`<small>(${clauses.map((each, place) => html`${place ? ", " : nothing}${clause(each)}`)})</small>` : nothing}${memory ? html` <em>${say("memory")}</em>` : nothing}</p>
      <h2 id="happens">${say("happens")}</h2><div role="status">${happens.length ? html`<ul class="happens">${happens.map((each) => html`<li>${each}</li>`)}</ul>` : html`<p>${over ? say("over") : say("nothingHappens")}</p>`}</div>
      ${hands.length ? html`<h2>${say("hands")}</h2><ul class="hands">${hands.map(({ position, cards }) => html`<li>${position ? say("hand", { position }) : say("bonusCards")} ${cards.map(drawn)}</li>`)}</ul>` : nothing}
      ${over || !own ? nothing : html`<p class="acts"><button type="button" class="help" ?disabled=${this.busy} @click=${() => this.give({ command: "ask_help" })}>${say("help")}</button>
        <button type="button" class="leave-lesson" ?disabled=${this.busy} @click=${() => this.act(() => ask(words.house, `/lessons/${words.table}/leave`, {}))}>${say("leaveLesson")}</button></p>
        <details class="stack"><summary>${say("stack")}</summary><ol>${decks.map((cards, place) => html`<li>${say("cardsOfRound", { round: place + 1, cards })}</li>`)}</ol></details>`}</section>`;
  }

  dutyPart(board) {
    if (this.lesson.over) return this.reportPart(this.lesson);
    return this.lesson.own && this.lesson.memory && board.title ? this.recalling(this.lesson) : super.dutyPart(board);
  }

  /** What somebody does who is not told what is due. */
  recalling({ choices }) {
    const choice = choices[this.choice ?? 0] ?? choices[0], pays = choice.command.command === "pay";
    const send = this.enters((fields) => pays ? this.payment(fields) : choice.enters ? { ...choice.command, [choice.enters]: Number(fields.number) } : choice.command);
    return html`<section class="duty" aria-labelledby="next" tabindex="-1"><h2 id="next">${say("whatNow")}</h2><form class="recall" @submit=${send}>
      <p class="field"><select id="choice" aria-labelledby="next" @change=${({ target }) => { this.choice = target.selectedIndex; }}>${choices.map(({ said }, place) => html`<option ?selected=${place === (this.choice ?? 0)}>${said}</option>`)}</select></p>
      ${pays ? this.payFields() : nothing}${choice.enters ? html`${choice.finds === null ? nothing : html`<p>${say("finds", { number: choice.finds })}</p>`}<p class="field"><label for="number">${say(choice.enters)}</label><input id="number" name="number" class="amount" inputmode="numeric" pattern="[0-9]{1,3}" required autocomplete="off"></p>` : nothing}
      <button class="main" ?disabled=${this.busy}><kbd>⏎</kbd> ${say("enter")}</button></form></section>`;
  }

  payFields() {
    return html`<p class="field"><label for="pay-position">${say("payPosition")}</label><input id="pay-position" name="position" class="amount" inputmode="numeric" pattern="[0-9]{1,2}" required autocomplete="off"></p>
      <p class="field"><label for="pay-amount">${say("payAmount")}</label><input id="pay-amount" name="amount" class="amount" inputmode="decimal" pattern="[0-9]{1,7}([.,][0-9]{1,2})?" required autocomplete="off"></p>`;
  }
  payment({ position, amount }) { return { command: "pay", position: Number(position), cents: cents(amount) }; }

  control(duty) {
    if (!this.lesson.own) return nothing;
    if (duty.kind !== "pay") return super.control(duty);
    return html`<form class="paying" @submit=${this.enters((fields) => this.payment(fields))}>${this.payFields()}<button class="main" ?disabled=${this.busy}><kbd>⏎</kbd> ${say("enter")}</button></form>`;
  }

  marked({ marks, over }) {
    return over ? nothing : part("marked", say("marksSoFar"), marks.length ? this.markList(marks) : html`<p>${say("noMarks")}</p>`);
  }
  markList(marks) { return html`<ol class="marks">${marks.map(({ said, should, cite }) => html`<li>${said} ${should} <small>(${clause(cite)})</small></li>`)}</ol>`; }

  reportPart({ marks, right, left, own }) {
    return html`<section class="duty report" aria-labelledby="next" tabindex="-1"><h2 id="next">${say("report")}</h2>
      <p class="said" role="status">${left ? say("wasLeft") : marks.length ? say("over") : say("passed")}</p>
      <p>${say("countRight", { count: right.length })} · ${say("countMarks", { count: marks.length })}</p>
      ${marks.length ? this.markList(marks) : nothing}
      ${own ? html`<p class="acts"><button type="button" class="main repeat" ?disabled=${this.busy} @click=${() => this.again(false)}>${say("repeat")}</button>
        <button type="button" class="repeat-memory" ?disabled=${this.busy} @click=${() => this.again(true)}>${say("repeatMemory")}</button></p>` : nothing}
      <details><summary>${say("wentRight")}</summary><ol class="right">${right.map(({ said, cite }) => html`<li>${said} <small>(${clause(cite)})</small></li>`)}</ol></details></section>`;
  }
}

customElements.define("ms-lesson", MsLesson);
