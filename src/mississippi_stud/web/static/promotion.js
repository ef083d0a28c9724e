// A promotion for a patron: its terms, one's own entries, the draw and its proof, one's own prize and how to claim it.
import { html, nothing } from "./lit.js";
import { house as ask } from "./api.js";
import { part, typed } from "./house-parts.js";
import { serverTime } from "./live.js";
import { OVER, PromotionElement } from "./promotion-parts.js";
import { moment, money, say, words } from "./words.js";

const PART = 100;

class MsPromotion extends PromotionElement {
  static properties = { ...PromotionElement.properties, entries: { state: true } };
  updated() {
    const { mine } = this.seen.view;
    if (words.signed_in && mine.entries !== this.known) {
      this.known = mine.entries;
      this.learn();
    }
  }
  async learn(after = 0) {
    try {
      const found = await ask(words.house, `${this.path}/entries?after=${after}`);
      this.entries = after ? [...this.entries, ...found.lines] : found.lines;
    } catch { this.known = undefined; /* the next change asks again */ }
  }
  own() {
    const { seen, entries = [] } = this, { mine } = seen.view;
    if (!words.signed_in) return html`<p><a href="/sign-in?to=${encodeURIComponent(location.pathname)}">${say("signInFirst")}</a></p>`;
    if (!mine.entries) return html`<p>${say("noEntries")}</p>`;
    const checks = seen.check_in_from && ["running", "closed"].includes(this.life) && seen.check_in_from <= serverTime() * 1000;
    return html`<p><strong>${say("ownEntries", mine)}</strong></p>
      ${seen.own_check_in ? html`<p class="call">${say("youAreIn")}</p>` : checks ? html`<p class="acts">${this.button("check_in", { more: { player: words.person }, to: "acts", text: say("checkIn"), look: "main" })}</p>` : nothing}
      ${entries.length ? html`<details class="least"><summary>${say("eachEntry")}</summary><div class="scroll" tabindex="0" role="group" aria-label=${say("eachEntry")}><table class="standings"><thead><tr><th scope="col" class="figure">${say("number")}</th><th scope="col" class="figure">${say("weight")}</th><th scope="col">${say("source")}</th><th scope="col">${say("time")}</th></tr></thead>
        <tbody>${entries.map((each) => html`<tr><td class="figure">${each.number}</td><td class="figure">${each.weight}</td><td>${say(`source-${each.source}`)}${each.source === "play" ? nothing : ` – ${each.reference}`}</td><td>${moment(each.at)}</td></tr>`)}</tbody></table></div>
        ${entries.length < mine.entries && entries.length % PART === 0 ? html`<button type="button" ?disabled=${this.busy} @click=${() => this.act(() => this.learn(entries.at(-1).number))}>${say("moreEntries")}</button>` : nothing}</details>` : nothing}`;
  }
  won() {
    const { view } = this.seen, mine = view.winners.filter(({ holder }) => holder === words.person), open = view.my_claims.filter(({ status }) => status === "open").map(({ prize }) => prize);
    const claim = ({ prize, status }) => status !== "awarded" ? nothing : open.includes(prize) ? html`<p>${say("claimOpen")}</p>`
      : this.form("lodge_claim", html`${typed(`claim-${prize}`, "name", say("yourName"), { required: false })}${typed(`claim-${prize}`, "address", say("yourAddress"), { required: false, hint: say("detailsHint") })}`,
        (fields) => ({ ...fields, prize, claimant: words.person }), { to: "acts", about: this.prizeNamed(prize) });
    return html`${mine.map((each) => html`<p class="won"><strong>${say("youWon", { prize: this.prizeNamed(each.prize) })}</strong> ${say(`prize-${each.status}`)}.</p>${claim(each)}`)}
      ${view.my_claims.filter(({ status }) => status === "denied").map((each) => html`<p class="call">${say("claimDenied", { number: each.number, reason: each.reason })}</p>`)}
      ${view.my_vouchers.map((each) => html`<p>${say(each.redeemed ? "voucherUsed" : "voucherHeld", { number: each.number, amount: money(each.cents), moment: moment(each.expires_at), conditions: each.conditions || "–" })}</p>`)}`;
  }
  /** For whoever has won nothing by the draw and holds that they have: anybody may claim, and is told why it is refused. */
  elsewhere() {
    const { winners } = this.seen.view, prizes = winners.filter(({ holder, status }) => holder !== words.person && status === "awarded");
    if (!words.signed_in || this.life !== "drawn" || !prizes.length) return nothing;
    return html`<details class="claim-other"><summary>${say("claimAnyway")}</summary>${this.form("lodge_claim", html`<p class="field"><label for="other-prize">${say("prize")}</label><select id="other-prize" name="prize">${prizes.map(({ prize }) => html`<option value=${prize}>${this.prizeNamed(prize)}</option>`)}</select></p>
      ${typed("other", "name", say("yourName"))}${typed("other", "address", say("yourAddress"), { hint: say("detailsHint") })}`, ({ prize, ...fields }) => ({ ...fields, prize: Number(prize), claimant: words.person }), { to: "acts", about: say("claimAnyway") })}</details>`;
  }
  dispute() {
    if (!words.signed_in || this.life === "drafted") return nothing;
    return html`<details class="dispute"><summary>${say("raise_promotion_dispute")}</summary>${this.form("raise_promotion_dispute", typed("dispute", "about", say("about")), (fields) => ({ ...fields, person: words.person }), { to: "acts", about: say("about") })}<p class="soft">${say("disputeAbout")}</p></details>`;
  }
  claiming() {
    return html`${words.claiming.map((line) => html`<p>${line}</p>`)}${this.elsewhere()}${this.dispute()}`;
  }
  get wins() { const { view } = this.seen; return Boolean(words.person) && (view.winners.some(({ holder }) => holder === words.person) || view.my_claims.length || view.my_vouchers.length); }

  render() {
    const { seen } = this;
    return html`${this.banner}${this.news}${this.summary()}${this.links()}
      ${this.wins ? part("won", say("won"), this.won()) : nothing}
      ${OVER.includes(this.life) && !seen.view.mine.entries ? nothing : part("own", say("own"), this.own())}
      ${part("prizes", seen.view.winners.length ? say("results") : say("prizes"), this.prizes())}
      ${part("claiming", say("claiming"), this.claiming())}
      ${seen.view.commitment ? part("proof", say("proof"), this.proof()) : nothing}`;
  }
}
customElements.define("ms-promotion", MsPromotion);
