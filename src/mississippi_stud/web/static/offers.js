// A seat that is kept for somebody in line: told on whatever page they are, with the time that is left to take it.
import { html, nothing, render } from "./lit.js";
import { standInLine, takeSeat } from "./api.js";
import { serverTime, watch } from "./live.js";

const place = document.getElementById("offers"), said = JSON.parse(place.dataset.say), mark = "● ";
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
const LIVE = "ms-game, ms-lobby"; // these pages follow their viewer already
let lines = {}, busy = false, error = "", tick;

async function act(work) {
  busy = true;
  error = "";
  try { await work(); } catch (problem) { error = problem.message; }
  busy = false;
  draw();
}
const accept = (id, { seat }) => act(async () => { await takeSeat(id, seat, () => {}); location.assign(`/table/${id}`); });
const decline = (id) => act(() => standInLine(id, false, () => {}));
const left = (due) => Math.max(0, Math.ceil((due / 1000 - serverTime()) / 1000));

const offer = ([id, line]) => html`<section class="offer" aria-label=${said.takeTheSeat}><p role="alert"><strong>${fill(said.seatForYou, { table: line.name })}</strong> <span class="sr">${fill(said.secondsLeft, { seconds: line.seconds })}</span></p>
  <p><span class="left" aria-hidden="true">${left(line.due_at)} s</span> <button type="button" class="main accept" ?disabled=${busy || !line.seat} @click=${() => accept(id, line)}>${said.takeTheSeat}</button>
    <button type="button" class="plain decline" ?disabled=${busy} @click=${() => decline(id)}>${said.leaveLine}</button></p></section>`;

/** Draw the offers, but for the one of the table that the page shows: its seats are there to be taken. */
function draw() {
  const offers = Object.entries(lines).filter(([id, { due_at: due }]) => due && location.pathname !== `/table/${id}`);
  clearTimeout(tick);
  if (offers.length) tick = setTimeout(draw, 250);
  const title = document.title.replace(mark, "");
  if (document.title !== title || offers.length) document.title = offers.length ? mark + title : title;
  render(html`${offers.map(offer)}${error ? html`<p class="error" role="alert">${error}</p>` : nothing}`, place);
}

/** Take what the person's own topic says of their places in line; what was offered is spoken once, with the time it has. */
function take({ lines: now }) {
  for (const [id, line] of Object.entries(now)) line.seconds = lines[id]?.due_at === line.due_at ? lines[id]?.seconds : left(line.due_at);
  lines = now;
  draw();
}

addEventListener("person", ({ detail }) => take(detail));
if (watch.person) take(watch.person);
if (!document.querySelector(LIVE)) watch({ person: () => {} }, () => {}, () => {});
