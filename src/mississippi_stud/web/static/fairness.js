// Whether a deal was fair: what the house has committed to, the player's own seed and, after the round, the proof.
import { html, nothing } from "./lit.js";
import { get } from "./api.js";
import { flaw, partsOf, seatsOf } from "./proof.js";
import { say, words } from "./words.js";

/** Hold what this browser kept against what the house reveals. */
async function prove(game) {
  game.proof = say("checking");
  const { id, view: { number, round } } = game.table;
  try {
    const proof = await get(id, `/rounds/${number}/proof`), found = await flaw(proof, id, number, round);
    game.parts = partsOf(proof, await seatsOf(proof, id, number));
    game.proof = !found ? say(words.company ? "provedAll" : "proved") : found === "notKept" ? say(found) : say("notProved", { why: say(found) });
  } catch (error) { game.proof = null; game.fail(error); }
}

const seed = () => html`<p class="field"><label for="seed">${say("seed")}</label> <input id="seed" maxlength="64" autocomplete="off" .value=${localStorage.getItem("seed") ?? ""}
  aria-describedby="seed-hint" @change=${(event) => localStorage.setItem("seed", event.target.value.replace(/[^ -~]/g, "").trim())}> <span class="hint" id="seed-hint">${say("seedHint")}</span></p>`;

/** The commitment, then what can be done: a seed for the next deal, and the proof of the last one. */
export function fairness(game) {
  const { view } = game.table, dealt = (view.playing && !game.betting) || game.run;
  return html`<p>${say("named", { name: say(dealt ? "commitment" : "nextCommitment") })} <code>${view.commitment}</code></p>
    ${dealt ? nothing : seed()}${dealt || game.choosing ? nothing : html`<button type="button" class="plain prove" @click=${() => prove(game)}>${words.names.prove}</button>`}
    <p class="proved" role="status">${game.proof ?? ""}</p>${game.proof ? game.parts : nothing}`;
}
