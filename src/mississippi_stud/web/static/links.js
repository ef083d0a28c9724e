// What the links of staff lead to: accepting an invitation, and setting a new password.
import { html } from "./lit.js";
import { link } from "./api.js";
import { AccountElement, field } from "./account-form.js";
import { say, words } from "./words.js";

class MsInvitation extends AccountElement {
  static properties = { ...AccountElement.properties, joined: { state: true } };

  updated(changed) { if (changed.has("joined") && this.joined) this.querySelector("[tabindex]")?.focus(); }

  render() {
    const { joined } = this;
    if (!joined) return html`${this.news}<button type="button" class="main accept" ?disabled=${this.busy}
      @click=${() => this.act(async () => { this.joined = await link(`/invitations/${words.token}`); })}>${say("accept")}</button>`;
    return html`<div tabindex="-1" role="status"><p>${say("accepted")}</p>${joined.second_factor ? "" : html`<p>${say("acceptedFactor")}</p>`}</div>
      <p>${!joined.second_factor ? html`<a class="button main" href="/account">${say("toAccount")}</a>`
        : html`<a class="button main" href="/house/${joined.house}">${say("toHouse")}</a>`}</p>`;
  }
}

class MsRecovery extends AccountElement {
  static properties = { ...AccountElement.properties, done: { state: true } };

  updated(changed) { if (changed.has("done") && this.done) this.querySelector("[tabindex]")?.focus(); }

  render() {
    if (this.done) return html`<p tabindex="-1" role="status">${say("recovered")}</p><p><a class="button main" href="/sign-in">${say("signIn")}</a></p>`;
    return html`${this.news}<form @submit=${this.sends(async (typed) => { await link(`/recoveries/${words.token}`, typed); this.done = true; })}>
      ${field("login", say("login"), { autocomplete: "username", most: 64 })}
      ${field("password", say("password"), { type: "password", autocomplete: "new-password", least: 10, hint: say("passwordHint") })}
      <button class="main" ?disabled=${this.busy}>${say("recover")}</button></form>`;
  }
}

customElements.define("ms-invitation", MsInvitation);
customElements.define("ms-recovery", MsRecovery);
