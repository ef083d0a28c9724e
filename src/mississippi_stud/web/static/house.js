// A house for its owners: what waits for a second person, owners and staff, invitations, settings.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { field } from "./account-form.js";
import { HouseElement, changes, chosen, day, part, reason, short, somebody, tableName, typed } from "./house-parts.js";
import { chipForm } from "./house-chips.js";
import { say, words } from "./words.js";

const key = ({ book, title }) => `${book}:${title}`;
const shown = ({ book, name }) => `${name} (${book})`;

class MsHouse extends HouseElement {
  does(command, values) { return this.because((why) => this.give({ command, why, ...values })); }
  proposes(act) { return this.because((why) => this.propose({ why, ...act }), say("proposed")); }
  links(path, body) { return this.because(async (why) => { this.link = await ask(words.house, path, { why, ...body }); await this.look(); }, ""); }

  render() {
    const { seen } = this;
    return html`${this.news}${seen ? html`${this.link ? this.once() : nothing}
      ${part("proposals", say("proposals"), this.proposals(seen))}
      ${part("tables", say("tables"), this.tables(seen))}
      ${part("stops", say("stops"), this.stops(seen))}
      ${part("staff", say("staff"), html`<ul class="people">${seen.members.map((each) => this.member(each, seen))}</ul>`)}
      ${part("invite", say("invite"), this.invite(seen))}
      ${part("open", say("open"), this.open(seen))}
      ${part("recover", say("recovery"), html`${this.recovery(say("recoveryByOwner"))}${this.recoveries(seen)}`)}
      ${part("money", say("money"), html`<p>${say("moneyAbout")}</p>${this.forms(seen)}`)}
      ${part("chips", say("chips"), chipForm(this, seen))}
      ${part("settings", say("settings"), html`${reason("settings")}${seen.settings.map((each) => this.setting(each))}`)}${this.known(seen)}` : nothing}`;
  }

  member(each, { titles }) {
    const { person, name } = each, held = new Set(each.titles.map(key)), free = titles.filter((one) => !held.has(key(one)));
    const button = (label, act, look = "") => html`<button type="button" class=${look} aria-label="${label}: ${name}" ?disabled=${this.busy} @click=${act}>${label}</button>`;
    return html`<li class=${each.disabled ? "off" : ""}><span><strong>${name}</strong> ${each.you ? html`(${say("you")})` : nothing}</span>
      <ul class="held">${each.disabled ? html`<li>${say("disabled")}</li>` : nothing}${each.owner ? html`<li>${say("owner")}</li>` : nothing}
        ${each.titles.map((one) => html`<li>${shown(one)}</li>`)}${!each.owner && !each.titles.length ? html`<li class="soft">${say("noTitle")}</li>` : nothing}</ul>
      ${each.second_factor ? nothing : html`<span class="soft">${say("noSecondFactor")}</span>`}
      ${each.you ? nothing : changes(name, html`${reason(`member-${person}`)}
        ${each.owner || each.disabled ? nothing : html`<span class="acts"><label>${say("titleToGrant")}<select id="grant-${person}">${free.map((one) => html`<option value=${key(one)}>${shown(one)}</option>`)}</select></label>
          ${button(say("grant"), this.grant(person), "grant")}</span>`}
        <span class="acts">${each.owner ? button(say("noOwner"), this.does("withdraw_ownership", { person })) : nothing}
        ${each.titles.map(({ book, title, name: called }) => html`<button type="button" aria-label="${say("withdraw")}: ${called} (${book}), ${name}" ?disabled=${this.busy}
          @click=${this.does("withdraw_title", { person, book, title })}>${say("withdrawOne", { title: `${called} (${book})` })}</button>`)}
        ${each.disabled ? button(say("enable"), each.owner ? this.proposes({ command: "enable_member", person }) : this.does("enable_member", { person }), "enable")
          : button(say("disable"), this.does("disable_member", { person }), "disable")}
        ${each.owner || each.disabled || each.titles.length ? nothing : button(say("makeOwner"), this.proposes({ command: "grant_ownership", person }))}
        ${each.owner ? nothing : button(say("recovery"), this.links("/recoveries", { person }), "recovery")}</span>`)}</li>`;
  }

  grant(person) {
    return this.because((why) => {
      const [book, title] = this.querySelector(`#grant-${CSS.escape(person)}`).value.split(":");
      return this.give({ command: "grant_title", why, person, book, title });
    });
  }

  invite({ titles }) {
    const send = (event) => {
      event.preventDefault();
      const form = event.target, fields = new FormData(form), wanted = {};
      for (const each of fields.getAll("title")) { const [book, title] = each.split(":"); (wanted[book] ??= []).push(title); }
      const owner = fields.has("owner");
      this.act(async () => {
        const made = await ask(words.house, "/invitations", { name: fields.get("name"), titles: owner ? {} : wanted, owner, why: fields.get("why") });
        form.reset();
        this.link = made;
        await this.look();
      });
    };
    return html`<p>${say("inviteAbout")}</p><form class="invite" @submit=${send}>${field("name", say("name"), { most: 60 })}
      <fieldset><legend>${say("titles")}</legend>${titles.map((one) => html`<label><input type="checkbox" name="title" value=${key(one)}> ${shown(one)}</label>`)}</fieldset>
      <label><input type="checkbox" name="owner"> ${say("asOwner")}</label>
      ${typed("invite", "why", say("whyOptional"), { required: false })}<button class="main" ?disabled=${this.busy}>${say("makeLink")}</button></form>`;
  }

  open({ invitations }) {
    if (!invitations.length) return html`<p>${say("noneOpen")}</p>`;
    return html`<ul class="people">${invitations.map((each) => html`<li><span><strong>${each.name}</strong> – ${each.owner ? say("owner") : each.titles.map(shown).join(", ") || say("noTitle")}</span>
      <span class="soft">${say("invitedBy", { name: this.named(each.by), date: day(each.expires_at) })}</span>
      ${changes(each.name, html`${reason(`open-${each.mark}`)}<button type="button" class="revoke" aria-label="${say("revoke")}: ${each.name}" ?disabled=${this.busy}
        @click=${this.does("revoke", { mark: each.mark })}>${say("revoke")}</button>`)}</li>`)}</ul>`;
  }

  recoveries({ recoveries }) {
    return recoveries.length ? html`<h3>${say("openRecoveries")}</h3><ul class="people">${recoveries.map((each) => html`<li><strong>${each.person}</strong>
      <span class="soft">${say("invitedBy", { name: this.named(each.by), date: day(each.expires_at) })}</span>
      ${changes(each.person, html`${reason(`recovery-${each.mark}`)}<button type="button" class="revoke" aria-label="${say("revoke")}: ${each.person}" ?disabled=${this.busy}
        @click=${this.does("revoke", { mark: each.mark })}>${say("revoke")}</button>`)}</li>`)}</ul>` : nothing;
  }

  stops({ stops, tables }) {
    const what = ({ kind, name }) => say({ "": "everything", house: "thisHouse", table: "oneTable", player: "onePlayer" }[kind], { name: kind === "table" ? short(name) : name });
    const change = (stop, told) => this.sends(async (fields) => { this.seen = await ask(words.house, "/stops", { kind: "house", name: words.house, ...fields, stop }); }, told);
    const form = (kind, title, name) => html`<form class="stop-${kind}" aria-label=${title} @submit=${change(true, say("stopped"))}><h3>${title}</h3>
      <input type="hidden" name="kind" value=${kind}>${name}${typed(`stop-${kind}`, "why", say("why"))}<button class="fold" ?disabled=${this.busy}>${say("stop")}</button></form>`;
    return html`<p>${say("stopAbout")}</p>${stops.length ? html`<ul class="people">${stops.map((each) => html`<li><strong>${what(each)}</strong><span>${each.reason}</span>
        ${each.kind ? html`<form class="start" aria-label="${say("start")}: ${what(each)}" @submit=${change(false, say("started"))}><input type="hidden" name="kind" value=${each.kind}>
          <input type="hidden" name="name" value=${each.name}>${typed(`start-${each.kind}-${each.name}`, "why", say("why"))}<button ?disabled=${this.busy}>${say("start")}</button></form>`
          : html`<span class="soft">${say("everythingAbout")}</span>`}</li>`)}</ul>` : html`<p>${say("noStops")}</p>`}
      ${form("player", say("stopPlayer"), html`<p>${say("stopPlayerAbout")}</p>${somebody("stop-player", "name")}`)}
      ${tables.length ? form("table", say("stopTable"), chosen("stop-table", "name", say("table"), tables.map(({ id, book }) => [id, `${tableName(id)} (${book})`]))) : nothing}
      ${stops.some(({ kind }) => kind === "house") ? nothing : form("house", say("stopHouse"), nothing)}`;
  }

  setting({ name, label, about, value, least, most, choices }) {
    const number = typeof value === "number", id = `setting-${name}`;
    const save = (event) => {
      event.preventDefault();
      const wanted = new FormData(event.target).get("value");
      this.because((why) => this.give({ command: "change_setting", name, value: number ? Number(wanted) : wanted, why }), say("saved"))(event);
    };
    return html`<form class="setting" @submit=${save}><p class="field"><label for=${id}>${label}</label>
      ${choices.length ? html`<select id=${id} name="value" aria-describedby="${id}-hint">${choices.map((one) => html`<option value=${one} ?selected=${one === value}>${one === "" ? "–" : one === "yes" || one === "no" ? say(one) : one}</option>`)}</select>`
        : html`<input id=${id} name="value" type=${number ? "number" : "text"} min=${number ? least : nothing} max=${number ? most : nothing} maxlength=${number ? nothing : most} ?required=${number} .value=${String(value)} aria-describedby="${id}-hint">`}
      <span class="hint" id="${id}-hint">${about}${number && !choices.length ? html` (${say("bounds", { least, most })})` : nothing}</span></p>
      <button aria-label="${say("save")}: ${label}" ?disabled=${this.busy}>${say("save")}</button></form>`;
  }
}

customElements.define("ms-house", MsHouse);
