// How long is left: drawn by itself every second, and spoken at ten, five and no seconds.
import { LitElement, html } from "./lit.js";
import { serverTime } from "./live.js";
import { duration, say } from "./words.js";

const SPOKEN = [10, 5, 0];

class MsCountdown extends LitElement {
  static properties = { due: { attribute: false }, left: { state: true } };
  createRenderRoot() { return this; }
  connectedCallback() { super.connectedCallback(); this.ticking = setInterval(() => this.look(), 250); }
  disconnectedCallback() { clearInterval(this.ticking); super.disconnectedCallback(); }
  willUpdate(changed) { if (changed.has("due")) this.look(); }
  look() { this.left = Math.max(0, Math.ceil((this.due / 1000 - serverTime()) / 1000)); }
  render() {
    const told = SPOKEN.includes(this.left) ? say("secondsLeft", { seconds: this.left }) : "";
    return html`<span class=${this.left <= SPOKEN[0] ? "left soon" : "left"} aria-hidden="true">${this.left > 90 ? duration(Math.round(this.left / 60)) : `${this.left} s`}</span><span class="sr" role="timer" aria-live="assertive">${told}</span>`;
  }
}
customElements.define("ms-countdown", MsCountdown);
