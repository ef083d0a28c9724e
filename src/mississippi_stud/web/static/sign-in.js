// Signing in: with a password and, where there is one, a code; or with a passkey.
import { html } from "./lit.js";
import { account } from "./api.js";
import { AccountElement, back, field, passkeys, usePasskey, wanted } from "./account-form.js";
import { say, words } from "./words.js";

/** Their house, or the game for whoever belongs to none. */
const HOME = "/house";

class MsSignIn extends AccountElement {
  constructor() {
    super();
    this.told = sessionStorage.getItem("why") ?? words.why;
    sessionStorage.removeItem("why");
  }

  render() {
    return html`${this.news}
      <form @submit=${this.sends(async (typed) => { await account("/sign-in", typed); location.assign(back(HOME)); })}>
        ${field("login", say("login"), { autocomplete: "username" })}
        ${field("password", say("password"), { type: "password", autocomplete: "current-password" })}
        ${field("code", say("code"), { autocomplete: "one-time-code", required: false, hint: say("codeHint") })}
        <button class="main" ?disabled=${this.busy}>${say("signIn")}</button>
      </form>
      ${passkeys ? html`<p><button type="button" class="passkey" ?disabled=${this.busy}
        @click=${() => this.act(async () => { await usePasskey(); location.assign(back(HOME)); })}>${say("usePasskey")}</button></p>` : html`<p class="hint">${say("noPasskeys")}</p>`}
      <p>${say("noAccount")} <a href="/account?to=${encodeURIComponent(wanted || "/account")}">${say("make")}</a></p>
      <p><button type="button" class="plain stranger" ?disabled=${this.busy} @click=${() => this.act(async () => { await account("/sign-out"); location.assign("/"); })}>${say("goOn")}</button></p>`;
  }
}
customElements.define("ms-sign-in", MsSignIn);
