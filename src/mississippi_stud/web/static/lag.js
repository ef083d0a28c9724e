// How long the server takes to answer, beside the balance: drawn by itself, so that the table is not drawn anew for it.
import { say } from "./words.js";

class MsLag extends HTMLElement {
  connectedCallback() { addEventListener("lag", this); }
  disconnectedCallback() { removeEventListener("lag", this); }
  handleEvent({ detail }) { this.textContent = detail === null ? "" : ` · ${say("lag", { milliseconds: detail })}`; }
}
customElements.define("ms-lag", MsLag);
