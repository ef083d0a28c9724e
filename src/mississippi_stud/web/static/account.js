// One's own account: what one signs in with, where one is signed in, what is known of one; for a guest, how to make one.
import { html, nothing } from "./lit.js";
import { account } from "./api.js";
import { AccountElement, back, field, makePasskey, passkeys, wanted } from "./account-form.js";
import { moment, say, words } from "./words.js";

const LEAST = 10;
const locale = document.documentElement.dataset.locale;
const day = (at) => new Intl.DateTimeFormat(locale, { dateStyle: "long" }).format(at / 1000);
const newPassword = (name = "password", label = say("password")) =>
  field(name, label, { type: "password", autocomplete: "new-password", least: LEAST, hint: say("passwordHint") });
const part = (id, title, content) => html`<section aria-labelledby=${id}><h2 id=${id} tabindex="-1">${title}</h2>${content}</section>`;
/** A part that few need every time: its title opens it. */
const folded = (id, title, content) => html`<section aria-labelledby=${id}><details><summary><h2 id=${id}>${title}</h2></summary>${content}</details></section>`;

class MsNewAccount extends AccountElement {
  /** Everything is kept; the page that led here, or this one, is shown anew, as it is to somebody who has signed in. */
  done() { location.assign(back("/account")); }

  render() {
    return html`<p>${say("makeAbout")}</p>${this.news}
      ${part("by-password", say("makePassword"), html`<form @submit=${this.sends(async (typed) => { await account("", typed); this.done(); })}>
        ${field("login", say("login"), { autocomplete: "username", most: 64 })}${newPassword()}
        <button class="main" ?disabled=${this.busy}>${say("make")}</button></form>`)}
      ${part("by-passkey", say("makePasskey"), passkeys ? html`<p>${say("passkeyAbout")}</p>
        <button type="button" class="passkey" ?disabled=${this.busy} @click=${() => this.act(async () => { await makePasskey(); this.done(); })}>${say("makePasskey")}</button>`
        : html`<p class="hint">${say("noPasskeys")}</p>`)}
      <p>${say("haveAccount")} <a href="/sign-in${wanted && `?to=${encodeURIComponent(wanted)}`}">${say("signIn")}</a></p>`;
  }
}

class MsAccount extends AccountElement {
  static properties = { ...AccountElement.properties, seen: { state: true }, setUp: { state: true }, codes: { state: true } };

  constructor() {
    super();
    this.setUp = this.codes = null;
    this.act(() => this.look());
  }

  async look() { this.seen = await account("", undefined, "GET"); }
  leave(path, method) { return () => this.act(async () => { await account(path, undefined, method); location.assign("/sign-in"); }); }
  changing(path, method, told) { return () => this.act(async () => { this.seen = await account(path, undefined, method); }, told); }

  updated(changed) { if (changed.has("codes") && this.codes) this.querySelector(".codes")?.focus(); }

  render() {
    const { seen } = this;
    return html`${this.news}${seen ? html`
      <p class="who"><span>${seen.login ? say("hello", { login: seen.login }) : say("helloPasskey")}. ${say("since", { date: day(seen.opened_at) })}.</span>
        <button type="button" class="sign-out" ?disabled=${this.busy} @click=${this.leave("/sign-out")}>${say("signOut")}</button></p>
      ${this.codes ? this.shownOnce() : nothing}${seen.guest ? this.guest(seen.guest) : nothing}
      ${this.secondFactor(seen)}${this.passkeys(seen)}${this.password(seen)}${this.sessions(seen)}${this.personal(seen)}${this.erasure()}` : nothing}`;
  }

  guest({ won, back }) {
    return part("guest-title", say("guestTitle"), html`<p>${say("guestAbout", { won })} ${say("guestBack", { back })}</p>
      <button type="button" class="bring" ?disabled=${this.busy} @click=${this.changing("/guest", "POST", say("guestBrought"))}>${say("guestBring")}</button>`);
  }

  password(seen) {
    return (seen.login ? folded : part)("password-title", say("passwordTitle"), html`${seen.login ? nothing : html`<p>${say("passwordNone")}</p>`}
      <form @submit=${this.sends(async (typed) => { await account("/password", typed); await this.look(); }, say("passwordChanged"))}>
        ${field("login", say("login"), { autocomplete: "username", value: seen.login, most: 64 })}
        ${seen.login ? field("before", say("before"), { type: "password", autocomplete: "current-password" }) : nothing}
        ${newPassword("password", say("newPassword"))}
        <button ?disabled=${this.busy}>${say(seen.login ? "changePassword" : "setPassword")}</button></form>`);
  }

  passkeys(seen) {
    return part("passkeys-title", say("passkeys"), html`<ul>${seen.passkeys.map((each) => html`<li>${each.label} (${day(each.added_at)})
        ${each.cloned ? html`<strong class="cloned">${say("cloned")}</strong>` : nothing}
        <button type="button" class="plain" aria-label="${say("remove")}: ${each.label}" ?disabled=${this.busy} @click=${this.changing(`/passkeys/${each.id}`, "DELETE", say("removed"))}>${say("remove")}</button></li>`)}</ul>
      ${seen.passkeys.length ? nothing : html`<p>${say("passkeysNone")}</p>`}
      ${passkeys ? html`<form @submit=${this.sends(async ({ label }) => { await makePasskey(label); await this.look(); }, say("passkeyAdded"))}>
        ${field("label", say("passkeyLabel"), { most: 40 })}<button ?disabled=${this.busy}>${say("addPasskey")}</button></form>` : html`<p class="hint">${say("noPasskeys")}</p>`}`);
  }

  secondFactor(seen) {
    const code = field("code", say("appCode"), { autocomplete: "one-time-code" });
    return part("second-factor-title", say("secondFactor"), seen.second_factor ? html`<p>${say("secondFactorOn", { count: seen.recovery_codes })}</p>
        <form @submit=${this.sends(async ({ code: typed }) => { this.codes = (await account("/recovery-codes", { code: typed })).codes; await this.look(); })}>${code}
          <div class="buttons"><button ?disabled=${this.busy}>${say("newCodes")}</button>
          <button type="button" class="off" ?disabled=${this.busy} @click=${(event) => this.turnOff(event.target.form)}>${say("turnOff")}</button></div></form>`
      : !seen.login ? html`<p>${say("secondFactorNeedsPassword")}</p>`
      : !this.setUp ? html`<p>${say("secondFactorOff")}</p><button type="button" class="set-up" ?disabled=${this.busy}
          @click=${() => this.act(async () => { this.setUp = await account("/second-factor/new"); })}>${say("setUp")}</button>`
      : html`<p>${say("scan")}</p><img class="qr" src=${this.setUp.picture} alt=${say("picture")} width="220" height="220">
        <p>${say("secret")} <code class="secret">${this.setUp.secret.match(/.{1,4}/g).map((four) => html`<span>${four}</span>`)}</code></p>
        <form @submit=${this.sends(({ code: typed }) => this.confirm(typed))}>${code}
          <div class="buttons"><button class="main" ?disabled=${this.busy}>${say("confirm")}</button>
          <button type="button" class="plain" @click=${() => { this.setUp = null; this.updateComplete.then(() => this.querySelector(".set-up").focus()); }}>${say("cancel")}</button></div></form>`);
  }

  async confirm(code) {
    this.codes = (await account("/second-factor", { code, ticket: this.setUp.ticket })).codes;
    this.setUp = null;
    await this.look();
    document.getElementById("factor-first")?.remove(); // the page was made before there was one
  }

  turnOff(form) {
    if (!form.reportValidity()) return;
    const { code } = Object.fromEntries(new FormData(form));
    this.act(async () => { this.seen = await account("/second-factor/remove", { code }); form.reset(); }, say("turnedOff"));
  }

  shownOnce() {
    return html`<section class="codes" tabindex="-1" aria-labelledby="codes-title"><h2 id="codes-title">${say("codes")}</h2><p>${say("codesAbout")}</p>
      <ul>${this.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
      <div class="buttons">${this.copying(this.codes.join("\n"))}<button type="button" class="download" ?disabled=${this.busy} @click=${() => this.download()}>${say("codesDownload")}</button>
      <button type="button" class="main done" @click=${() => { this.codes = null; this.querySelector("#second-factor-title").focus(); }}>${say("codesDone")}</button></div></section>`;
  }

  /** Give the recovery codes as a file of text. */
  download() {
    const file = URL.createObjectURL(new Blob([`${say("codes")}, ${location.host}\n${say("codesAbout")}\n\n${this.codes.join("\n")}\n`], { type: "text/plain" }));
    Object.assign(document.createElement("a"), { href: file, download: "mississippi-stud.txt" }).click();
    URL.revokeObjectURL(file);
    this.told = say("codesDownloaded");
  }

  sessions(seen) {
    const line = (each) => say("session", { device: each.device || say("unknownDevice"), begun: moment(each.begun_at), seen: moment(each.seen_at) });
    return part("sessions-title", say("sessions"), html`<ul>${seen.sessions.map((each) => html`<li>${line(each)}
        ${each.this ? html`<strong>(${say("thisSession")})</strong>` : html`<button type="button" class="plain" aria-label="${say("end")}: ${line(each)}" ?disabled=${this.busy}
          @click=${this.changing(`/sessions/${each.id}`, "DELETE", say("sessionEnded"))}>${say("end")}</button>`}</li>`)}</ul>
      <button type="button" class="end-all" ?disabled=${this.busy} @click=${this.leave("/sessions", "DELETE")}>${say("endAll")}</button>`);
  }

  personal({ personal }) {
    const mine = (name, type, autocomplete) => field(name, say(name), { type, autocomplete, required: false, value: personal[name] });
    return folded("personal-title", say("personal"), html`<p>${say("personalAbout")}</p>
      <form @submit=${this.sends(async (typed) => { this.seen = await account("/personal-data", typed); }, say("saved"))}>
        ${mine("name", "text", "name")}${mine("address", "text", "street-address")}${mine("email", "email", "email")}${mine("born", "date", "bday")}
        <button ?disabled=${this.busy}>${say("save")}</button></form>
      <p><a href="/api/account/data.json" download>${say("download")}</a></p>`);
  }

  erasure() {
    return folded("erase-title", say("eraseTitle"), html`<p>${say("eraseAbout")}</p>
      <form @submit=${this.sends(async ({ word }) => { await account("/erase", { word }); location.assign("/sign-in"); })}>
        ${field("word", say("eraseWord", { word: words.erase }))}<button class="fold" ?disabled=${this.busy}>${say("eraseMe")}</button></form>`);
  }
}

customElements.define("ms-new-account", MsNewAccount);
customElements.define("ms-account", MsAccount);
