// The results of the other seats, each with its clauses.
import { html, nothing } from "./lit.js";
import { capital, label, say, seatName, slip } from "./table.js";

/** What became of every wager of the other seats. */
export function everybody(view, open = false) {
  const seats = view.seats.filter((seat) => !seat.own && view.round?.results.some(({ position }) => position === seat.position));
  if (!seats.length) return nothing;
  return html`<details class="everybody" ?open=${open}><summary>${say("everybody")}</summary>${seats.map(({ position, ...seat }) => html`<section data-position=${position}>
    <h2>${seatName({ position, ...seat })}${view.made[position] ? html` <small>${capital(label(view.made[position]))}</small>` : nothing}</h2>${slip(view, view.round.results.filter((result) => result.position === position))}</section>`)}</details>`;
}
