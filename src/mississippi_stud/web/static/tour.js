// The first round, explained at the table in the server's words: a note beside what it speaks of. It plays nothing itself.
import { html, nothing } from "./lit.js";
import { keep } from "./page.js";
import { capital, fieldsOf, fill, label, ownHand, say, streetsOf, words } from "./table.js";

const KEPT = "tour", OVER = "over";
const THINGS = { main: ".spot:not(.side, .street)", side: ".spot.side", deal: ".deal", own: ".own", bonus: ".bonus", board: ".community", bets: ".bets", fold: ".fold",
  verdict: ".verdict", results: ".slip", help: ".bar .help" };
/** What the note must not cover, and what it had better not, with how much that matters. */
const COVERED = { "button:not(.tour *), input, label, .slip, .bar": 1000, ".face, .verdict, .toasts": 400, ".message, .note, .spot, .back": 1 };
const EDGE = 4, CLOSE = 1, TIP = 8, GRID = 40, NEAR = 60, BESIDE = 24;

export class Tour {
  #step = 0;
  #moment = null;

  constructor(changed) {
    this.changed = changed;
    this.on = localStorage.getItem(KEPT) !== OVER;
    addEventListener("resize", () => this.on && changed());
    document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && this.step && !document.querySelector("dialog[open]")) this.finish(); });
  }

  /** Follow the round: each of its moments has its steps. Whoever has played before needs none, and after the end it is over. */
  look(state, seen) {
    if (!this.#moment && this.on && seen.view.number > 1 && !this.again) this.finish();
    const moment = { place: () => "place", decide: () => seen.view.turn?.phase, again: () => this.ending(seen) }[state]?.() ?? null;
    if (moment === this.#moment || !this.on || state === "turning") { this.hidden = state === "turning"; return; }
    if (this.ended) { this.finish(); return; }
    this.hidden = false;
    this.ended = state === "again";
    this.#moment = moment;
    this.#step = 0;
    this.steps = [...(words.tour[moment] ?? []), ...(this.ended ? words.tour.end : [])];
    this.values = { hand: capital(label(seen.rows[fieldsOf(seen.view)[0].wager] ?? "")), pays: label(this.result?.pays ?? "") };
    this.path = ["place", ...streetsOf(seen.view).map(({ wager }) => wager)];
    if (!this.told) setTimeout(() => { this.told = true; this.changed(); }, 100); // a screen reader reads what changes
  }

  /** How the hand ended, as the steps name it. */
  ending({ view }) {
    const [main] = fieldsOf(view), hand = ownHand(view);
    this.result = view.round?.results.find(({ wager, position }) => wager === main.wager && position === hand?.position);
    return hand?.ending ?? this.result?.outcome ?? "void";
  }

  get step() { return this.on && !this.hidden ? this.steps?.[this.#step] : undefined; }
  get last() { return this.#step === this.steps.length - 1; }
  /** How far it has come, and how far it goes. */
  get progress() {
    const length = (moment) => words.tour[moment].length, all = this.path.reduce((sum, moment) => sum + length(moment), 0);
    const before = this.ended ? this.path : this.path.slice(0, this.path.indexOf(this.#moment));
    return { step: before.reduce((sum, moment) => sum + length(moment), 0) + this.#step + 1, steps: all + 1 + length("end") };
  }

  next() { if (this.last) this.finish(); else { this.#step += 1; this.changed(); } }
  finish() {
    this.on = false;
    keep(KEPT, OVER);
    this.changed();
  }
  /** Begin once more. */
  restart() {
    localStorage.removeItem(KEPT);
    Object.assign(this, { on: true, again: true, ended: false });
    this.#moment = null;
    this.changed();
  }

  draw() {
    if (!this.on) return nothing;
    const { step } = this;
    return html`<i class="marker" aria-hidden="true" ?hidden=${!step}></i><section class="tour" aria-label=${say("tour")} ?hidden=${!step}>
      <p role="status">${step && this.told ? fill(step[1], this.values) : nothing}</p>
      <div>${step ? html`<small>${say("tourStep", this.progress)}</small>` : nothing}
        ${this.ended && this.last ? nothing : html`<button type="button" class="plain leave" @click=${() => this.finish()}>${say("tourSkip")}</button>`}
        ${!step || (this.last && !this.ended) ? nothing : html`<button type="button" class="main next" @click=${() => this.next()}>${say(this.last ? "tourDone" : "tourNext")}</button>`}</div>
      <i class="tip" aria-hidden="true"></i></section>`;
  }

  /** Put the note where it covers least and is nearest to what it speaks of, and mark that. */
  place(root) {
    const note = root.querySelector(".tour"), stage = root.querySelector(".stage"), things = this.step ? [...root.querySelectorAll(THINGS[this.step[0]])] : [];
    if (!note || !things.length) return;
    const home = stage.getBoundingClientRect(), box = (each) => within(each.getBoundingClientRect(), home);
    const sides = things[0].matches(".spot") ? CLOSE : EDGE; // names beside a spot reach up to it
    const target = frame(things.map(box).reduce(around), sides, EDGE), { width, height } = note.getBoundingClientRect();
    const covered = [[frame(target, TIP, TIP), 1000], ...Object.entries(COVERED).flatMap(([selector, weight]) => [...stage.querySelectorAll(selector)].map((each) => [box(each), weight]))];
    const cost = (spot) => covered.reduce((sum, [each, weight]) => sum + weight * overlap(spot, each), NEAR * distance(spot, target));
    const spots = steps(home.width - width).flatMap((x) => steps(home.height - height).map((y) => ({ x, y, width, height })));
    const best = spots.map((spot) => [cost(spot), spot]).reduce((one, other) => (other[0] < one[0] ? other : one))[1];
    put(note, best);
    put(root.querySelector(".marker"), target, target.width, target.height);
    point(note.querySelector(".tip"), best, target);
    for (const each of stage.querySelectorAll(".message")) each.classList.toggle("covered", overlap(best, box(each)) > 0);
    if (!this.told) return; // there is nothing in it yet
    if (this.placed !== this.step) note.scrollIntoView({ block: "nearest" });
    this.placed = this.step;
  }
}

const within = ({ x, y, width, height }, home) => ({ x: x - home.x, y: y - home.y, width, height });
const frame = ({ x, y, width, height }, across, down) => ({ x: x - across, y: y - down, width: width + across + across, height: height + down + down });
/** The smallest box around two. */
function around(one, other) {
  const x = Math.min(one.x, other.x), y = Math.min(one.y, other.y);
  return { x, y, width: Math.max(one.x + one.width, other.x + other.width) - x, height: Math.max(one.y + one.height, other.y + other.height) - y };
}
const apart = (from, length, other, long) => Math.max(0, other - from - length, from - other - long);
const gap = (one, other) => Math.max(apart(one.x, one.width, other.x, other.width), apart(one.y, one.height, other.y, other.height));
const steps = (room) => Array.from({ length: GRID + 1 }, (_, place) => (Math.max(room, 0) * place) / GRID);
const shared = (from, length, other, long) => Math.max(0, Math.min(from + length, other + long) - Math.max(from, other));
const overlap = (one, other) => shared(one.x, one.width, other.x, other.width) * shared(one.y, one.height, other.y, other.height);
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
const distance = (one, other) => { const [x, y] = middle(one), [across, down] = middle(other); return Math.hypot(x - across, y - down); };
function put(element, { x, y }, width = null, height = null) {
  Object.assign(element.style, { left: `${x}px`, top: `${y}px`, ...(width === null ? {} : { width: `${width}px`, height: `${height}px` }) });
}
/** Put the tip on the edge of the note that faces what it speaks of; from afar it would point at something else. */
function point(tip, note, target) {
  const [x, y] = middle(target), inset = 14, clamp = (value, size) => Math.min(Math.max(value, inset), size - inset);
  tip.hidden = gap(note, target) > BESIDE;
  const beside = y > note.y && y < note.y + note.height;
  put(tip, { x: beside ? (x < note.x ? 0 : note.width) : clamp(x - note.x, note.width), y: beside ? clamp(y - note.y, note.height) : y < note.y ? 0 : note.height });
}
