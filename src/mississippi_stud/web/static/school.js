// The lessons of a house: those that come with the program, one of one's own, and those that were taken.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { AccountElement } from "./account-form.js";
import { day, part } from "./house-parts.js";
import { say, words } from "./words.js";

const ENDED = ["runOpen", "", "runLeft"];

class MsSchool extends AccountElement {
  /** Begin a lesson and go there. */
  async begin(lesson) {
    const { id } = await ask(words.house, "/lessons", lesson);
    location.assign(`/house/${words.house}/lesson/${id}`);
  }

  render() {
    return html`<p class="training">${say("training")}</p>${this.news}<p>${say("about")} ${say("memoryAbout")}</p>
      ${part("lessons", say("lessons"), words.lessons.length ? html`<ul class="lessons">${words.lessons.map((each) => this.lesson(each))}</ul>` : html`<p>${say("noLessons")}</p>`)}
      ${part("own", say("ownFile"), this.form())}
      ${part("runs", say("runs"), words.runs.length ? html`<ul class="runs">${words.runs.map((each) => this.run(each))}</ul>` : html`<p>${say("noRuns")}</p>`)}`;
  }

  lesson({ begin, name, title, aim, book, clauses }) {
    const button = (look, text, memory) => html`<button type="button" class=${look} aria-label="${text}: ${title}" ?disabled=${this.busy} @click=${() => this.act(() => this.begin({ ...begin, memory }))}>${text}</button>`;
    return html`<li data-lesson=${name}><h3>${title} <small>(${book})</small></h3>${aim ? html`<p>${aim}</p>` : nothing}${clauses.length ? html`<p><small>${say("teaches", { clauses: clauses.join(", ") })}</small></p>` : nothing}
      <p class="acts">${button("main begin", say("begin"), false)}${button("begin-memory", say("beginMemory"), true)}</p></li>`;
  }

  form() {
    const send = (event) => {
      event.preventDefault();
      const form = event.target, [file] = form.elements.file.files, memory = event.submitter?.value === "memory";
      this.act(async () => this.begin({ name: file.name.replace(/\.toml$/, "").slice(0, 80), text: await file.text(), memory }));
    };
    return html`<p>${say("ownFileAbout")}</p><form class="own-file" @submit=${send}><p class="field"><label for="own-scenario">${say("file")}</label><input id="own-scenario" name="file" type="file" accept=".toml,text/plain" required></p>
      <p class="acts"><button class="main" ?disabled=${this.busy}>${say("begin")}</button> <button value="memory" ?disabled=${this.busy}>${say("beginMemory")}</button></p></form>`;
  }

  run({ id, at, title, person, marks, ended }) {
    const result = [ENDED[ended] && say(ENDED[ended]), marks ? say("runMarks", { count: marks }) : ended === 1 && say("runClean")].filter(Boolean).join(", ");
    const name = say("run", { name: title, person });
    return html`<li><span><strong>${name}</strong> – ${day(at)}${result ? ` – ${result}` : nothing}</span> <a href="/house/${words.house}/lesson/${id}" aria-label="${say("open")}: ${name}, ${day(at)}">${say("open")}</a></li>`;
  }
}

customElements.define("ms-school", MsSchool);
