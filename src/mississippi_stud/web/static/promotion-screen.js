// The big screen of a draw: what comes next and how long it takes, the name that is called, and the winners.
import { html, nothing } from "./lit.js";
import { serverTime } from "./live.js";
import { PromotionElement } from "./promotion-parts.js";
import { clock, left, onWall } from "./wall.js";
import { money, say } from "./words.js";

const PHONE = 820, SMALLEST = 0.5, FEW = 6, COLUMN = 12;

class MsPromotionScreen extends onWall(PromotionElement) {
  /** Nobody scrolls a wall: what is too high for its screen is drawn smaller, within reason. */
  updated() {
    const { style } = document.body;
    style.zoom = 1;
    style.setProperty("--rows", this.seen.prizes.length / 2);
    if (innerWidth > PHONE) style.zoom = Math.min(1, Math.max(SMALLEST, innerHeight / document.documentElement.scrollHeight));
  }
  next() {
    const { begins_at: begins, draw_at: draw, view: { life, closes_at: closes, call } } = this.seen, ahead = (at) => at / 1000 > serverTime();
    if (call) return html`<p class="screen-call">${call.holder}</p><p class="screen-hand">${this.prizeNamed(call.prize)}</p><p class="screen-left">${ahead(call.until) ? say("answerIn", { left: left(call.until) }) : say("answerOver")}</p>`;
    const coming = { submitted: ["beginsIn", begins], running: ["closesIn", closes], closed: ["drawIn", draw] }[life];
    return html`${coming ? nothing : html`<p class="screen-hand">${this.lifeSaid}</p>`}${coming ? html`<p class="screen-left">${ahead(coming[1]) ? say(coming[0], { left: left(coming[1]) }) : say(`${coming[0]}Now`)}</p>` : nothing}`;
  }
  line(each) {
    const winner = this.winnerOf(each.prize);
    return html`<li class=${winner ? "won" : ""}><span class="number">${each.prize}</span> <span class="who">${winner ? say("screenWinner", { name: winner.holder, entry: winner.entry }) : each.description}</span> <span class="held">${money(each.value_cents)}</span></li>`;
  }
  render() {
    const { seen } = this, { view, prizes } = seen;
    return html`${this.cutSaid}
      <header class="wall-head"><h1>${view.title}</h1><p>${seen.place}</p></header>
      <div class="screen-body"><section class="screen-facts"><p class="screen-clock">${clock.format(serverTime())}</p><div role="status">${this.next()}</div>
        <p class="screen-tables">${say("screenEntries", { count: view.entries })}${seen.check_in_from && view.life === "closed" ? ` · ${say("screenCheckedIn", { count: seen.checked_in })}` : nothing}</p>
        ${seen.presence && ["running", "closed"].includes(view.life) ? html`<p class="screen-out">${say("mustBeThere")}</p>` : nothing}
        ${view.root ? html`<p class="screen-root">${say("shown-root")} <code>${view.root}</code></p>` : nothing}</section>
      <section class="screen-places"><h2>${view.winners.length ? say("winners") : say("prizes")}</h2>
        <ol class=${prizes.length > COLUMN ? "many" : prizes.length > FEW ? "" : "few"}>${prizes.map((each) => this.line(each))}</ol></section></div>`;
  }
}
customElements.define("ms-promotion-screen", MsPromotionScreen);
