// The meter of a table's jackpot wager: what it holds now, what it starts from and how it grows. It is told, and counts nothing itself.
import { LitElement, html, nothing } from "./lit.js";
import { tellMeter } from "./api.js";

const { say } = JSON.parse(document.getElementById("words").textContent);
const locale = document.documentElement.dataset.locale;
const filled = (key, values) => say[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

/** The meter as the server has told it; `money` writes an amount of its currency. */
export function meterView({ name, currency, shown_cents: shown, seed_cents: seed, rate }) {
  const money = (cents) => new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" }).format(cents / 100);
  return html`<p class="meter"><span>${filled("meter", { wager: name })}</span> <output>${money(shown)}</output>
    <small>${filled("meterGrows", { wager: name, rate, seed: money(seed) })}</small></p>`;
}

class MsMeter extends LitElement {
  static properties = { meter: { state: true } };

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    this.meter = tellMeter.last;
    addEventListener("meter", this.told = ({ detail }) => { this.meter = detail; });
  }

  disconnectedCallback() {
    removeEventListener("meter", this.told);
    super.disconnectedCallback();
  }

  render() { return this.meter ? meterView(this.meter) : nothing; }
}

customElements.define("ms-meter", MsMeter);
