// The rule books of a house: every edition, and for owners a form to check a custom book and put it in force.
import { html, nothing } from "./lit.js";
import { Problem, house as ask } from "./api.js";
import { field } from "./account-form.js";
import { HouseElement, changes, day, part, reason, rules } from "./house-parts.js";
import { say, words } from "./words.js";

const KB = 1024;

class MsHouseBooks extends HouseElement {
  static properties = { ...HouseElement.properties, faults: { state: true }, checked: { state: true }, text: { state: true } };

  constructor() {
    super();
    [this.faults, this.checked, this.text, this.file] = [[], null, "", ""];
  }

  get path() { return "/books"; }

  updated(changed) {
    super.updated(changed);
    if (changed.has("faults") && this.faults.length) this.querySelector(".faults").focus();
    if (changed.has("checked") && this.checked) this.querySelector(".checked").focus();
  }

  render() {
    const { seen } = this;
    return html`${this.news}${seen ? html`
      ${words.owner ? html`${part("new", say("bookNew"), this.form())}` : html`<p>${say("bookReadOnly")}</p>`}
      ${part("books", say("books"), html`<ul class="people">${seen.editions.map((each) => html`<li class=${each.in_force ? "in-force" : "off"}>${this.edition(each)}
        <span class="soft">${say("bookBy", { date: day(each.at), name: this.named(each.by) })}</span>${words.owner ? this.acts(each) : nothing}</li>`)}</ul>`)}` : nothing}`;
  }

  edition(each) {
    return html`<span><strong>${each.title}</strong> (${each.at ? html`<a href="/rules/${each.content}">${each.book}</a>` : rules(each.book)}), ${say("bookVersion", each)}${each.date ? html`, ${each.date}` : nothing}</span>
      ${each.at ? html`<span>${say(each.in_force ? "bookInForce" : "bookNotInForce")}</span>` : nothing}
      <span class="soft">${say("bookHash")} <code>${each.content}</code></span>
      ${each.extends ? html`<span>${say(each.own.length ? "bookExtends" : "bookSame", { base: each.extends })}</span>
        ${each.own.length ? html`<ul class="own">${each.own.map(({ path, value, clause }) => html`<li><code>${path}</code> = <strong>${value}</strong> (${clause})</li>`)}</ul>` : nothing}` : nothing}`;
  }

  acts({ book, version, content, in_force: inForce }) {
    const change = (to, told) => this.because(async (why) => {
      await ask(words.house, "/commands", { command: { command: "change_book", book, content: to, why } });
      await this.look();
    }, say(told, { book }));
    const label = say(inForce ? "bookRemove" : "bookAdopt");
    return changes(`${book} ${version}`, html`${reason(`book-${content}`)}<button type="button" class=${inForce ? "remove" : "adopt"} aria-label="${label}: ${book} ${version}"
      ?disabled=${this.busy} @click=${inForce ? change("", "bookRemoved") : change(content, "bookAdopted")}>${label}</button>`);
  }

  /** Send the text; what is wrong with a book is told under the form, all at once. */
  async send(path, body = {}) {
    [this.faults, this.checked] = [[], null];
    try {
      return await ask(words.house, path, { text: this.text, file: this.file, ...body });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const [said, ...faults] = error.message.split("\n");
      this.faults = faults;
      throw Object.assign(error, { message: said });
    }
  }

  async read(file) {
    if (!file) return;
    if (file.size > words.most * KB) throw new Problem(say("bookFileLarge", words));
    try {
      this.text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      throw new Problem(say("bookFileWrong"));
    }
    [this.file, this.faults, this.checked] = [file.name.slice(-200), [], null];
  }

  form() {
    const check = (event) => {
      event.preventDefault();
      this.act(async () => { this.checked = await this.send("/books/check"); });
    };
    const adopt = () => this.act(async () => {
      this.seen = await this.send("/books", { why: this.querySelector("#why").value.trim() });
      [this.text, this.file] = ["", ""];
      this.querySelector("#file").value = "";
    }, say("bookAdopted", { book: this.checked.book }));
    return html`<p>${say("bookNewAbout")}</p><p class="soft">${say("bookGuide")}</p>
      <form class="new-book" @submit=${check}>
        <p class="field"><label for="file">${say("bookFile")}</label><input id="file" type="file" accept=".toml" @change=${({ target }) => this.act(() => this.read(target.files[0]))}></p>
        <p class="field"><label for="text">${say("bookText")}</label><textarea id="text" required rows="12" spellcheck="false" autocapitalize="off" aria-describedby="text-hint"
          .value=${this.text} @input=${({ target }) => { this.text = target.value; this.checked = null; }}></textarea>
          <span class="hint" id="text-hint">${say("bookTextHint", words)}</span></p>
        ${field("why", say("why"), { required: false })}
        <button class="main check" ?disabled=${this.busy}>${say("bookCheck")}</button></form>
      ${this.faults.length ? html`<section class="shown faults" tabindex="-1" aria-labelledby="faults"><h3 id="faults">${say("bookFaults")}</h3>
        <ul>${this.faults.map((each) => html`<li>${each.trim()}</li>`)}</ul></section>` : nothing}
      ${this.checked ? html`<section class="shown checked" tabindex="-1" aria-labelledby="checked"><h3 id="checked">${say("bookSound", this.checked)}</h3>
        <div class="sound">${this.edition(this.checked)}</div><button type="button" class="main adopt-new" ?disabled=${this.busy} @click=${adopt}>${say("bookAdopt")}</button></section>` : nothing}`;
  }
}

customElements.define("ms-house-books", MsHouseBooks);
