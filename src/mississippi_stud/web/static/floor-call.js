// Calling the floor: what is said of a round, and what became of it. The table keeps it with the round.
import { html, nothing } from "./lit.js";
import { get } from "./api.js";
import { clauseLink, say, words } from "./table.js";

/** The button beside the others of the bar. */
export const button = (game) => game.watching ? nothing : html`<button type="button" class="plain round floor" aria-label=${say("callFloor")} title=${say("callFloor")} @click=${() => game.open("call")}>
  <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 2a2 2 0 0 1 2 2v.3A7 7 0 0 1 19 11v5l2 2v1H3v-1l2-2v-5a7 7 0 0 1 5-6.700V4a2 2 0 0 1 2-2zM9.500 20.500h5a2.500 2.500 0 0 1-5 0z"/></svg></button>`;

/** Send what was written; the dialog stays, to tell what came of it. */
async function call(game, event) {
  event.preventDefault();
  const field = event.target.elements.about, about = field.value.trim();
  const known = game.table.view.disputes.map(({ number }) => number);
  game.called = null;
  await game.ask({ command: "open_dispute", about });
  const opened = game.table.view.disputes.find(({ number }) => !known.includes(number));
  if (!opened) return;
  field.value = "";
  const { reference } = await get(game.table.id, `/disputes/${opened.number}`);
  game.called = say("called", { reference });
  game.requestUpdate();
}

const standing = ({ decided, review_asked: asked, reviewed }) => say(`standing-${reviewed ? "reviewed" : asked ? "review" : decided ? "decided" : "open"}`);
const mayAsk = ({ decided, review_asked: asked }) => words.review && decided && !asked;

const own = (game) => game.table.view.disputes.map((each) => html`<li><a href="/table/${game.table.id}/disputes/${each.number}">${say("callAbout", { number: each.number, round: each.round })}</a><br>${standing(each)}
  ${mayAsk(each) ? html`<button type="button" class="plain" @click=${() => game.ask({ command: "ask_review", dispute: each.number })}>${say("askReview")}</button>` : nothing}</li>`);

/** Where it is written what the call is about, with what follows by the book. */
export const dialog = (game) => game.watching ? nothing : html`<dialog class="call" aria-labelledby="call-title"><h2 id="call-title">${say("callFloor")}</h2>
  <form @submit=${(event) => call(game, event)}><label for="about">${say("callAsk", { number: game.table.view.number })}</label>
    <textarea id="about" name="about" rows="3" minlength="3" maxlength="500" required></textarea>
    <p class="called" role="status">${game.called ?? ""}</p>${game.error ? html`<p class="error" role="alert">${game.error}</p>` : nothing}
    <p class="after"><button type="button" class="plain" @click=${(event) => event.target.closest("dialog").close()}>${say("close")}</button> <button class="main">${say("callFloor")}</button></p></form>
  ${game.table.view.disputes.length ? html`<h3>${say("ownCalls")}</h3><ul>${own(game)}</ul>` : nothing}
  <h3>${say("callFollows")}</h3><ul>${words.call.map(({ text, clause }) => html`<li>${text}${clause ? html` ${clauseLink(clause)}` : nothing}</li>`)}</ul></dialog>`;
