// The form in which terms are revised, made from what the server says may be said; it knows no item.
import { html, nothing } from "./lit.js";
import { house as ask, overlook } from "./api.js";
import { fieldMoment, ruled, typedMoment } from "./tournament-parts.js";
import { say, words } from "./words.js";

const PAUSE = 400, equal = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A page on which terms are revised: `save` and `lacking` are of its kind. */
export const TermsForm = (Page) => class extends Page {
  static properties = { ...Page.properties, terms: { state: true }, found: { state: true } };
  constructor() {
    super();
    [this.saved, this.found, this.terms] = [words.written, words.written, words.written.terms];
  }
  connectedCallback() {
    super.connectedCallback();
    addEventListener("beforeunload", (event) => { if (this.changed) event.preventDefault(); });
  }
  get changed() { return !equal(this.terms, this.saved.terms); }
  /** Say something at a place of the terms, and have what they lack then told. */
  put(path, value) {
    const terms = structuredClone(this.terms), last = path.at(-1);
    path.slice(0, -1).reduce((at, key) => at[key], terms)[last] = value;
    this.terms = terms;
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(), PAUSE);
  }
  async check() {
    const asked = this.terms;
    try {
      const found = await ask(words.house, `${this.path}/terms`, { terms: asked });
      if (asked === this.terms) [this.found, this.error] = [found, ""];
    } catch (error) { overlook(error); this.error = error.message; }
  }
  /** Take terms that the server has now. */
  async kept() {
    this.saved = this.found = await ask(words.house, `${this.path}/terms`);
    this.terms = this.saved.terms;
  }

  /** A labelled control of what may be said at a place. */
  control(path, label, control, value, beside) {
    const id = `term-${path.join("-")}`, field = (content) => html`<p class="field"><label for=${id}>${label}</label>${content}</p>`;
    const { kind } = control;
    if (kind === "struct") return html`<div class="parts">${control.fields.map(([name, title, inner]) => this.control([...path, name], title, inner, value[name], value))}</div>`;
    if (kind === "statement") return html`<p class="check"><label><input id=${id} type="checkbox" .checked=${value} @change=${({ target }) => this.put(path, target.checked)}> <span>${label}</span></label></p>`;
    if (kind === "choice") return field(this.choice(path, id, "none" in control ? [[control.none, say("nothingSaid")], ...control.words] : control.words, value));
    if (kind === "text") return field(html`<input id=${id} .value=${value} maxlength="2000" autocomplete="off" @change=${({ target }) => this.put(path, target.value.trim())}>`);
    if (kind === "moment") return field(html`<input id=${id} type="datetime-local" step="1" .value=${value > 1 ? fieldMoment(value) : ""} required @change=${({ target }) => this.put(path, target.value ? typedMoment(target.value) : control.none ?? 0)}>`);
    if (kind === "number") return this.number(path, control, value, beside, id, field);
    if (kind === "details") return this.details(path, control, value, beside);
    if (kind === "list") return this.list(path, label, control, value);
    return this.union(path, label, control, value, id, field);
  }
  /** What is asked by what another field says, and what was said when it said something else. */
  details(path, control, value, beside) {
    const asked = control.fields[beside[control.by]] ?? [], left = Object.keys(value).filter((name) => !asked.some(([each]) => each === name)).map((name) => [name, name]);
    const put = (name, text) => this.put(path, Object.fromEntries(Object.entries({ ...value, [name]: text }).filter(([, told]) => told)));
    return html`${[...asked, ...left].map(([name, title]) => html`<p class="field"><label for="term-${path.join("-")}-${name}">${title}</label><input id="term-${path.join("-")}-${name}" .value=${value[name] ?? ""} maxlength="2000" autocomplete="off" @change=${({ target }) => put(name, target.value.trim())}></p>`)}`;
  }
  choice(path, id, options, value) {
    return html`<select id=${id} @change=${({ target }) => this.put(path, options[target.selectedIndex][0])}>${options.map(([each, text]) => html`<option ?selected=${equal(each, value)}>${text}</option>`)}</select>`;
  }
  number(path, control, value, beside, id, field) {
    const scale = control.scale ?? control.scales[beside[control.by]], { none, least, most } = control;
    if (!scale) return nothing;
    const put = ({ target }) => {
      if (target.value === "" && none !== undefined) this.put(path, none);
      else if (target.reportValidity() && target.value !== "") this.put(path, Math.round(target.valueAsNumber * scale));
    };
    return field(html`<input id=${id} type="number" min=${(least ?? 0) / scale} max=${most === null ? nothing : most / scale} step=${1 / scale} ?required=${none === undefined} .value=${value === null || value === false ? "" : String(value / scale)} @change=${put}>`);
  }
  list(path, label, control, value) {
    const change = (make) => this.put(path, make(structuredClone(value)));
    return html`<fieldset class="rows"><legend>${label}</legend><ol>${value.map((each, place) => html`<li>${this.control([...path, place], `${label} ${place + 1}`, control.of, each, value)}
        <button type="button" class="remove" aria-label="${say("removeRow")}: ${label} ${place + 1}" @click=${() => change((rows) => rows.toSpliced(place, 1))}>${say("removeRow")}</button></li>`)}</ol>
      ${value.length < control.most ? html`<button type="button" class="add" aria-label="${say("addRow")}: ${label}" @click=${() => change((rows) => [...rows, structuredClone(rows.at(-1) ?? control.fresh)])}>${say("addRow")}</button>` : nothing}</fieldset>`;
  }
  /** Nothing, one of some words, or something that is said more closely. */
  union(path, label, control, value, id, field) {
    const none = equal(value, control.none), word = control.words.find(([each]) => equal(each, value)), more = !none && !word;
    const options = [[control.none, say("nothingSaid")], ...control.words, [more ? value : control.fresh, say("asFollows")]];
    if (control.of.kind === "text") options.at(-1)[0] = more ? value : " ";
    return html`${field(this.choice(path, id, options, value))}${more ? html`<div class="closer">${this.control(path, label, control.of, value)}</div>` : nothing}`;
  }

  item([name, title, clause, control]) {
    const lacks = this.lacking.some(([item]) => item === name);
    const label = control.kind === "statement" ? say("said") : control.label ?? title;
    return html`<section id="item-${name}" class="item ${lacks ? "lacks" : ""} ${label === title ? "one" : ""}" tabindex="-1"><h2>${title} ${clause ? ruled(clause) : nothing}</h2>${this.control([name], label, control, this.terms[name])}</section>`;
  }
  get saving() {
    return html`<p class="acts"><button type="button" class="main save" ?disabled=${this.busy || !this.changed} @click=${() => this.act(() => this.save(), say("termsSaved"))}>${say("saveTerms")}</button></p>`;
  }
  get versions() {
    return html`<p class="soft hash">${say("termsVersion", { version: this.saved.version, hash: this.saved.digest })}</p>${this.changed ? html`<p class="hash">${say("unsaved")} ${say("termsNext", { hash: this.found.digest })}</p>` : nothing}`;
  }
};
