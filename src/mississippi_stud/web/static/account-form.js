// What the pages for signing in and for the account share: forms that send themselves, and passkeys.
import { LitElement, html, nothing } from "./lit.js";
import { Problem, account } from "./api.js";
import { regain } from "./focus.js";
import { say, words } from "./words.js";

const { PublicKeyCredential, navigator } = globalThis;
/** Whether this browser and this address have passkeys. */
export const passkeys = words.passkeys && Boolean(PublicKeyCredential?.parseCreationOptionsFromJSON);

/** Where somebody wants to go once they are known; empty if nowhere. */
export const wanted = new URLSearchParams(location.search).get("to") ?? "";
/** The same if it is a page of this site, however the address is spelt (a browser leaves a tab out of `/\t/evil.example`); else another. */
export function back(otherwise) {
  try {
    const page = new URL(wanted, location.origin);
    return wanted.startsWith("/") && page.origin === location.origin ? page.href : otherwise;
  } catch { return otherwise; } // it is no address at all
}

/** Sign in with a passkey that the browser has for this site. */
export async function usePasskey() {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await account("/sign-in/passkey/options"));
  const credential = await navigator.credentials.get({ publicKey });
  await account("/sign-in/passkey", { credential: credential.toJSON() });
}

/** Make a passkey: another one, or a guest's first, which makes an account. */
export async function makePasskey(label = "") {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(await account("/passkeys/options"));
  const credential = await navigator.credentials.create({ publicKey });
  await account("/passkeys", { credential: credential.toJSON(), label });
}

/** A label with its field, and a hint. */
export const field = (name, label, { hint = "", ...attributes } = {}) => html`<p class="field"><label for=${name}>${label}</label>
  <input id=${name} name=${name} type=${attributes.type ?? "text"} autocomplete=${attributes.autocomplete ?? "off"} ?required=${attributes.required ?? true}
    minlength=${attributes.least ?? nothing} maxlength=${attributes.most ?? 200} value=${attributes.value ?? nothing} autocapitalize="off" spellcheck="false"
    inputmode=${attributes.inputmode ?? nothing} aria-describedby=${hint ? `${name}-hint` : nothing}>
  ${hint ? html`<span class="hint" id="${name}-hint">${hint}</span>` : nothing}</p>`;

/** A page that does one thing at a time, and says how it went where everybody notices. */
export class AccountElement extends LitElement {
  static properties = { busy: { state: true }, told: { state: true }, error: { state: true } };

  constructor() {
    super();
    this.busy = false;
    this.told = this.error = "";
  }

  createRenderRoot() { return this; }

  /** Do something, once; a problem is told as its own sentence. */
  async act(work, told = "") {
    if (this.busy) return;
    const refocus = regain("section", "form input, form select");
    [this.busy, this.told, this.error] = [true, "", ""];
    try {
      await work();
      this.told = told;
    } catch (error) {
      if (error instanceof DOMException) this.error = say("passkeyGivenUp");
      else if (error instanceof Problem) this.error = error.code === "offline" ? say("lost") : error.message;
      else throw error;
    } finally {
      this.busy = false;
      this.updateComplete.then(refocus);
    }
  }

  /** The server is there again: nothing says any longer that it does not answer. */
  back() { if (this.error === say("lost")) this.error = ""; }

  /** What a form does when it is sent; its fields by name. */
  sends(work, told = "") {
    return (event) => {
      event.preventDefault();
      const form = event.target;
      this.act(async () => { await work(Object.fromEntries(new FormData(form))); form.reset(); }, told);
    };
  }

  /** A button that copies a text and says so; none where the browser lets no page do that. */
  copying(text) {
    const copy = () => navigator.clipboard.writeText(text).then(() => say("copied"), () => say("copyByHand"));
    return navigator.clipboard ? html`<button type="button" class="copy" ?disabled=${this.busy} @click=${async () => { this.told = await copy(); }}>${say("copy")}</button>` : nothing;
  }

  get news() {
    return html`<p class="news" role="status">${this.busy ? say("working") : this.told}</p>
      <p class=${this.error ? "error" : "nothing"} role="alert">${this.error}</p>`;
  }
}
