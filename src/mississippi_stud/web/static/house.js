// A house for its owners: what waits for a second person, owners and staff, invitations, settings.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { AccountElement, field } from "./account-form.js";
import { say, words } from "./words.js";

const locale = document.documentElement.dataset.locale, ID_BYTES = 8;
const day = (microseconds) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(microseconds / 1000);
const part = (id, title, content) => html`<section aria-labelledby=${id}><h2 id=${id}>${title}</h2>${content}</section>`;
const key = ({ book, title }) => `${book}:${title}`;
const shown = ({ book, name }) => `${name} (${book})`;
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(ID_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

class MsHouse extends AccountElement {
  static properties = { ...AccountElement.properties, seen: { state: true }, link: { state: true } };

  constructor() {
    super();
    this.link = null;
    this.act(async () => { this.seen = await ask(words.house); });
  }

  updated(changed) { if (changed.has("link") && this.link) this.querySelector(".shown")?.focus(); }

  /** The reason that somebody has typed, which goes into the log with what they do. */
  get why() { return this.querySelector("#why")?.value.trim() ?? ""; }

  async give(command, told) {
    this.seen = await ask(words.house, "/commands", { command });
    return told;
  }

  does(command, values, told = say("changed")) { return () => this.act(() => this.give({ command, why: this.why, ...values }), told); }
  proposes(act) { return () => this.act(() => this.give({ command: "propose", id: fresh(), act: { why: this.why, ...act } }), say("proposed")); }
  links(path, body) { return () => this.act(async () => { this.link = await ask(words.house, path, { why: this.why, ...body }); this.seen = await ask(words.house); }); }

  render() {
    const { seen } = this;
    return html`${this.news}${seen ? html`${this.link ? this.once() : nothing}
      ${part("proposals", say("proposals"), this.proposals(seen))}
      ${part("staff", say("staff"), html`${field("why", say("why"), { required: false })}<ul class="people">${seen.members.map((each) => this.member(each, seen))}</ul>`)}
      ${part("invite", say("invite"), this.invite(seen))}
      ${part("open", say("open"), this.open(seen))}
      ${part("money", say("money"), this.money())}
      ${part("settings", say("settings"), seen.settings.map((each) => this.setting(each)))}
      ${part("books", say("books"), html`<ul>${Object.keys(seen.books).map((book) => html`<li><a href="/rules/${book}">${book}</a></li>`)}</ul>`)}
      ${part("tables", say("tables"), this.tables(seen))}` : nothing}`;
  }

  once() {
    const address = location.origin + this.link.path;
    return html`<section class="shown" tabindex="-1" aria-labelledby="link-title"><h2 id="link-title">${say("link")}</h2><code class="link">${address}</code>
      <p>${this.link.proposed ? say("linkProposed") : say("linkAbout", { date: day(this.link.expires_at) })}</p>
      <p class="acts"><button type="button" class="copy" @click=${async () => { await navigator.clipboard.writeText(address); this.told = say("copied"); }}>${say("copy")}</button>
        <button type="button" class="main had" @click=${() => { this.link = null; }}>${say("done")}</button></p></section>`;
  }

  proposals({ proposals }) {
    if (!proposals.length) return html`<p>${say("noProposals")}</p>`;
    return html`<ul class="people">${proposals.map((each) => html`<li><strong>${each.said}</strong>
      <span>${say("proposedBy", { name: this.named(each.by), why: each.why })}; ${say("lapses", { date: day(each.lapses_at) })}</span>
      <span class="acts">${each.own ? html`<span class="soft">${say("ownProposal")}</span>` : html`<button type="button" class="main approve" ?disabled=${this.busy} aria-label="${say("approve")}: ${each.said}"
          @click=${() => this.act(() => this.approve(each.id))}>${say("approve")}</button>`}
        <button type="button" class="decline" ?disabled=${this.busy} aria-label="${say(each.own ? "takeBack" : "decline")}: ${each.said}"
          @click=${this.does("decline", { id: each.id }, say("declined"))}>${say(each.own ? "takeBack" : "decline")}</button></span></li>`)}</ul>`;
  }

  async approve(id) {
    await this.give({ command: "approve", id, why: this.why });
    if (this.seen.refused) throw new Error(say("refusedThere", { code: this.seen.refused }));
  }

  named(person) { return person === "console" ? say("console") : person; }

  member(each, { titles }) {
    const { person, name } = each, held = new Set(each.titles.map(key)), free = titles.filter((one) => !held.has(key(one)));
    const button = (label, act, look = "") => html`<button type="button" class=${look} aria-label="${label}: ${name}" ?disabled=${this.busy} @click=${act}>${label}</button>`;
    return html`<li class=${each.disabled ? "off" : ""}><span><strong>${name}</strong> ${each.you ? html`(${say("you")})` : nothing} <code class="soft">${person}</code></span>
      <ul class="held">${each.disabled ? html`<li>${say("disabled")}</li>` : nothing}${each.owner ? html`<li>${say("owner")}${each.you ? nothing : button(say("noOwner"), this.does("withdraw_ownership", { person }), "plain")}</li>` : nothing}
        ${each.titles.map((one) => html`<li>${shown(one)} <button type="button" class="plain" aria-label="${say("withdraw")}: ${shown(one)}, ${name}" ?disabled=${this.busy}
          @click=${this.does("withdraw_title", { person, book: one.book, title: one.title })}>${say("withdraw")}</button></li>`)}
        ${!each.owner && !each.titles.length ? html`<li class="soft">${say("noTitle")}</li>` : nothing}</ul>
      ${each.second_factor ? nothing : html`<span class="soft">${say("noSecondFactor")}</span>`}
      ${each.you ? nothing : html`<span class="acts">
        ${each.owner || each.disabled ? nothing : html`<label>${say("titleToGrant")}<select id="grant-${person}">${free.map((one) => html`<option value=${key(one)}>${shown(one)}</option>`)}</select></label>
          ${button(say("grant"), () => this.grant(person), "grant")}`}
        ${each.disabled ? button(say("enable"), each.owner ? this.proposes({ command: "enable_member", person }) : this.does("enable_member", { person }), "enable")
          : button(say("disable"), this.does("disable_member", { person }), "disable")}
        ${each.owner || each.disabled || each.titles.length ? nothing : button(say("makeOwner"), this.proposes({ command: "grant_ownership", person }))}
        ${button(say("recovery"), this.links("/recoveries", { person }), "recovery")}</span>`}</li>`;
  }

  grant(person) {
    const [book, title] = this.querySelector(`#grant-${CSS.escape(person)}`).value.split(":");
    return this.does("grant_title", { person, book, title })();
  }

  invite({ titles }) {
    const send = (event) => {
      event.preventDefault();
      const form = event.target, typed = new FormData(form), wanted = {};
      for (const each of typed.getAll("title")) { const [book, title] = each.split(":"); (wanted[book] ??= []).push(title); }
      const owner = typed.has("owner");
      this.act(async () => {
        const made = await ask(words.house, "/invitations", { name: typed.get("name"), titles: owner ? {} : wanted, owner, why: typed.get("reason") });
        form.reset();
        this.link = made;
        this.seen = await ask(words.house);
      });
    };
    return html`<p>${say("inviteAbout")}</p><form class="invite" @submit=${send}>${field("name", say("name"), { most: 60 })}
      <fieldset><legend>${say("titles")}</legend>${titles.map((one) => html`<label><input type="checkbox" name="title" value=${key(one)}> ${shown(one)}</label>`)}</fieldset>
      <label><input type="checkbox" name="owner"> ${say("asOwner")}</label>
      ${field("reason", say("why"), { required: false })}<button class="main" ?disabled=${this.busy}>${say("makeLink")}</button></form>`;
  }

  open({ invitations }) {
    if (!invitations.length) return html`<p>${say("noneOpen")}</p>`;
    return html`<ul class="people">${invitations.map((each) => html`<li><span><strong>${each.name}</strong>: ${each.owner ? say("owner") : each.titles.map(shown).join(", ") || say("noTitle")}</span>
      <span class="soft">${say("invitedBy", { name: this.named(each.by), date: day(each.expires_at) })}</span>
      <span class="acts"><button type="button" class="revoke" aria-label="${say("revoke")}: ${each.name}" ?disabled=${this.busy} @click=${this.does("revoke", { mark: each.mark })}>${say("revoke")}</button></span></li>`)}</ul>`;
  }

  money() {
    const propose = (make) => this.sends(async (typed) => { await this.give({ command: "propose", id: fresh(), act: make(typed) }); }, say("proposed"));
    const cents = (text) => Math.round(Number(text.replace(",", ".")) * 100);
    return html`<p>${say("moneyAbout")}</p>
      <form class="money" aria-label=${say("giveMoney")} @submit=${propose((typed) => ({ command: "give_money", person: typed.person, cents: cents(typed.amount), why: typed.why }))}><h3>${say("giveMoney")}</h3>
        ${this.named_field("money", "person", say("player"))}${this.named_field("money", "amount", say("amount"), { inputmode: "decimal", pattern: "[0-9]{1,9}([.,][0-9]{1,2})?" })}${this.named_field("money", "why", say("why"))}
        <button ?disabled=${this.busy}>${say("propose")}</button></form>
      <form class="erase" aria-label=${say("erase")} @submit=${propose((typed) => ({ command: "erase_somebody", person: typed.person, why: typed.why }))}><h3>${say("erase")}</h3>
        ${this.named_field("erase", "person", say("player"))}${this.named_field("erase", "why", say("why"))}<button class="fold" ?disabled=${this.busy}>${say("propose")}</button></form>`;
  }

  named_field(form, name, label, { pattern, inputmode } = {}) {
    return html`<p class="field"><label for="${form}-${name}">${label}</label><input id="${form}-${name}" name=${name} required maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false"
      pattern=${pattern ?? nothing} inputmode=${inputmode ?? nothing}></p>`;
  }

  setting({ name, label, about, value, least, most, choices }) {
    const number = typeof value === "number", id = `setting-${name}`;
    const save = (event) => {
      event.preventDefault();
      const typed = new FormData(event.target).get("value");
      this.act(() => this.give({ command: "change_setting", name, value: number ? Number(typed) : typed, why: this.why }), say("saved"));
    };
    return html`<form class="setting" @submit=${save}><p class="field"><label for=${id}>${label}</label>
      ${choices.length ? html`<select id=${id} name="value" aria-describedby="${id}-hint">${choices.map((one) => html`<option value=${one} ?selected=${one === value}>${one === "" ? "–" : one === "yes" || one === "no" ? say(one) : one}</option>`)}</select>`
        : html`<input id=${id} name="value" type=${number ? "number" : "text"} min=${number ? least : nothing} max=${number ? most : nothing} maxlength=${number ? nothing : most} ?required=${number} .value=${String(value)} aria-describedby="${id}-hint">`}
      <span class="hint" id="${id}-hint">${about}${number && !choices.length ? html` (${say("bounds", { least, most })})` : nothing}</span></p>
      <button aria-label="${say("save")}: ${label}" ?disabled=${this.busy}>${say("save")}</button></form>`;
  }

  tables({ tables }) {
    const open = Object.entries(tables);
    return open.length ? html`<ul>${open.map(([table, book]) => html`<li><code>${table}</code> (${book})</li>`)}</ul>` : html`<p>${say("noTables")}</p>`;
  }
}

customElements.define("ms-house", MsHouse);
