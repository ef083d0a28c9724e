// The scrutineer's page: sealing a seed, being there before and after the draw, opening the seed, attesting (nsw 14.2).
import { html, nothing } from "./lit.js";
import { Problem } from "./api.js";
import { sealable, sealed } from "./draw-proof.js";
import { part } from "./house-parts.js";
import { serverTime } from "./live.js";
import { PromotionElement } from "./promotion-parts.js";
import { moment, say, words } from "./words.js";

const SEED_BYTES = 20;
const random = () => Array.from(crypto.getRandomValues(new Uint8Array(SEED_BYTES)), (byte) => byte.toString(16).padStart(2, "0")).join("");

class MsPromotionScrutineer extends PromotionElement {
  static properties = { ...PromotionElement.properties, proposed: { state: true } };
  constructor() {
    super();
    this.proposed = random();
  }
  get place() { return `draw-seed:${words.house}/${words.name}`; }
  /** The seed that was sealed in this browser, and by what hash. */
  get kept() { try { return JSON.parse(localStorage.getItem(this.place)) ?? {}; } catch { return {}; } }
  get own() { const { seed, commitment } = this.kept; return commitment && commitment === this.seen.view.seed_commitment ? seed : ""; }
  field(name, value) {
    return html`<p class="field"><label for=${name}>${say("seedField")}</label><input id=${name} name="seed" value=${value} required minlength="32" maxlength="128" autocomplete="off" autocapitalize="off" spellcheck="false" aria-describedby="${name}-hint"><span class="hint" id="${name}-hint">${say("seedHint")}</span></p>`;
  }
  sealing() {
    const seal = async ({ seed }) => {
      if (!sealable(seed)) throw new Problem(say("seedHint"));
      const commitment = await sealed(seed);
      try { localStorage.setItem(this.place, JSON.stringify({ seed, commitment })); } catch { /* it is written down: the page asks for that */ }
      this.proposed = random();
      return { commitment };
    };
    return html`<p>${say("sealAbout")}</p>${this.form("seal_seed", this.field("seal-seed", this.proposed), seal, { to: "scrutiny" })}`;
  }
  seed() {
    const { view } = this.seen, { own } = this, sealable = ["drafted", "submitted", "running"].includes(this.life) && (this.life !== "running" || view.closes_at / 1000 > serverTime());
    return html`${view.seed_commitment ? html`<p>${say("isSealed")} <code class="hash">${view.seed_commitment}</code></p>${view.seed ? nothing : own ? html`<p class="call">${say("writeDown")} <code class="own-seed">${own}</code></p>${this.copying(own)}` : html`<p class="call">${say("notHere")}</p>`}` : html`<p class="call">${say("notSealed")}</p>`}
      ${sealable ? view.seed_commitment ? html`<details><summary>${say("sealAgain")}</summary>${this.sealing()}</details>` : this.sealing() : nothing}`;
  }
  drawing() {
    const open = async ({ seed }) => {
      if (await sealed(seed) !== this.seen.view.seed_commitment) throw new Problem(say("otherSeed"));
      return { seed };
    };
    return this.form("draw_prizes", words.public_value ? html`<p class="field"><label for="draw-value">${say("valueOf", { source: words.public_value })}</label><input id="draw-value" name="seed" required maxlength="200" autocomplete="off"></p>` : this.field("open-seed", this.own), words.public_value ? undefined : open, { to: "scrutiny" });
  }
  attending() {
    const { seen } = this, act = (command, look = "main") => html`<p class="acts">${this.button(command, { to: "scrutiny", look })}</p>`, drawn = this.life !== "closed";
    if (!["closed", "drawn"].includes(this.life)) return html`<p>${seen.attested ? say("isAttested") : say("drawWaits", { moment: seen.draw_at ? moment(seen.draw_at) : say("notKnown") })}</p>`;
    return html`<p role="status">${seen.scrutineer_present ? say("youAreThere") : say("youAreAway")}</p>
      ${seen.scrutineer_present ? nothing : act("oversee_draw")}
      ${drawn || !seen.scrutineer_present ? nothing : seen.draw_at / 1000 > serverTime() ? html`<p>${say("drawWaits", { moment: moment(seen.draw_at) })}</p>` : this.drawing()}
      ${drawn && seen.attested ? html`<p>${say("isAttested")}</p>` : nothing}
      ${drawn && seen.scrutineer_present && !seen.attested ? html`<p>${say("attestAbout")}</p>${act("attest_draw")}` : nothing}
      ${seen.scrutineer_present && (!drawn || seen.attested) ? act("leave_draw", "") : nothing}`;
  }
  render() {
    const { seen } = this;
    if (!seen.role) return html`${this.banner}${this.news}${this.links()}<p>${say("notScrutineer")}</p>`;
    return html`${this.banner}${this.news}${this.summary()}${this.links()}
      ${part("attend", say("attend"), this.attending())}
      ${words.public_value ? nothing : part("seed", say("seedPart"), this.seed())}
      ${part("prizes", seen.view.winners.length ? say("results") : say("prizes"), this.prizes())}
      ${seen.view.commitment ? part("proof", say("proof"), this.proof()) : nothing}`;
  }
}
customElements.define("ms-promotion-scrutineer", MsPromotionScrutineer);
