// Further boxes of one's own at a table with others: taken, wagered on before the deal, played blind, given up. It knows no rule.
import { html, nothing } from "./lit.js";
import { send } from "./api.js";
import { capital, fieldsOf, label, money, plain, say, typed } from "./table.js";
import { sum } from "./wagers.js";

const boxesOf = ({ own }) => own.slice(1);
const handAt = ({ round }, position) => round?.hands.find((hand) => hand.position === position);
/** What is to lie on a box; what lies there counts until something else is typed. */
const wantedAt = (game, position) => (game.boxes ??= {})[position] ??= {};

/** What is to lie on the boxes, all together. */
export const onBoxes = (game) => boxesOf(game.table.view).reduce((total, position) => total + sum(wantedAt(game, position)), 0);

/** Lay what was chosen for the boxes; the cards are dealt with what lies on one's own seat. */
export async function layBoxes(game) {
  for (const position of boxesOf(game.table.view)) {
    const wagers = Object.fromEntries(Object.entries(wantedAt(game, position)).filter(([, amount]) => amount));
    if (Object.keys(wagers).length) await send(game.table.id, { command: "place_wagers", position, wagers, ready: false }, game.lost);
  }
}

/** Leave the table: the boxes first. */
export const leave = (game) => game.once(async () => {
  let seen = game.table;
  for (const position of [...seen.view.own].reverse()) seen = await send(seen.id, { command: "stand", position }, game.lost);
  return seen;
});

const field = (game, position, { wager, choices_cents: choices }) => {
  const wanted = wantedAt(game, position), id = `box-${position}-${wager}`;
  const lay = (amount) => { wanted[wager] = amount ?? 0; game.requestUpdate(); };
  return html`<p class="field"><label for=${id}>${capital(label(wager))}</label> ${choices.length
    ? html`<select id=${id} @change=${({ target: { value } }) => lay(Number(value))}>${[0, ...choices].map((amount) => html`<option value=${amount} ?selected=${amount === (wanted[wager] ?? 0)}>${money(amount)}</option>`)}</select>`
    : html`<input id=${id} inputmode="decimal" autocomplete="off" .value=${plain(wanted[wager] ?? 0)} @change=${({ target: { value } }) => lay(typed(value))}>`}</p>`;
};

/** The boxes that one has, with what is to lie there, and those that one may take. */
export function boxes(game) {
  const { view } = game.table, own = boxesOf(view), dealt = view.playing && view.round.phase !== "betting";
  if (!view.own.length || (!own.length && !view.vacant.length)) return nothing;
  return html`<section class="boxes"><h2>${say("boxes")}</h2>${own.map((position) => html`<fieldset data-position=${position}><legend>${say("ownBox", { number: position })}</legend>
      ${dealt ? html`<p>${say(handAt(view, position)?.hole.length ? "boxDealt" : "nextRound")}</p>` : fieldsOf(view).map((area) => field(game, position, area))}
      ${dealt && handAt(view, position)?.hole.length ? nothing : html`<button type="button" class="plain give-up" @click=${() => game.ask({ command: "stand", position })}>${say("giveUpBox", { number: position })}</button>`}</fieldset>`)}
    <p>${view.vacant.map((position) => html`<button type="button" class="plain take-box" @click=${() => game.ask({ command: "sit", position })}>${say("takeBox", { number: position })}</button> `)}</p></section>`;
}

/** The street wagers of a box, all at once, as long as they are due; null if none are. */
export function blind(game) {
  const { view } = game.table, due = view.options.filter(({ command }) => command === "bet_blind"), [first] = due;
  if (!first) return null;
  const { position } = first, streets = due.filter((option) => option.position === position);
  const place = (event) => game.ask({ command: "play", turn: view.turn, do: { command: "bet_blind", position,
    cents: [...event.currentTarget.closest("form").querySelectorAll(".blind select")].map(({ value }) => Number(value)) } });
  return html`<div class="info"><p class="note">${say("boxStreets", { number: position })}</p></div>
    <div class="bets blind">${streets.map(({ wager, choices_cents: choices }) => html`<p class="field"><label for="blind-${wager}">${capital(label(wager))}</label>
      <select id="blind-${wager}">${choices.map((amount) => html`<option value=${amount}>${money(amount)}</option>`)}</select></p>`)}</div>
    <div class="acts"><button type="button" class="main go place-blind" @click=${place}>${say("placeBlind")}</button></div>`;
}
