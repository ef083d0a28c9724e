// Care at the table: the reality check between two rounds, and what is shown instead of the table to whoever may not play
// (decision 186).
import { html, nothing } from "./lit.js";
import { careNow, careWords, newId, takeCare } from "./api.js";
import { capital, duration, money, moment, say, words } from "./words.js";

const SHEET = new URL("./care.css", import.meta.url).href;
if (![...document.styleSheets].some(({ href }) => href === SHEET)) document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href: SHEET }));
if (!words.say.reality) Object.assign(words.say, await careWords());

const MILLISECOND = 1000, MINUTE = 60_000, DAY = 24 * 60, BREAK = 15 * MINUTE;

/** What keeps somebody from playing, as the server has it, the gravest first: its name, until when (null for ever), its clause. */
export function obstacle(care) {
  if (!care) return null;
  const staff = care.excluded.find(({ by }) => by);
  if (staff) return { name: "staff", until: null, clause: staff.clause };
  const [own] = care.excluded;
  if (own) return { name: "self", until: own.until };
  const house = care.house_breaks.find((each) => each.until);
  const [name, until] = [["out", care.out_until], ["break", care.break_until], ["house", house?.until ?? 0]].reduce((one, other) => (other[1] > one[1] ? other : one));
  return until ? { name, until, house } : null;
}

/** Why no table could be had, if it is for the sake of somebody's care. */
export async function whyNot({ status, code }) {
  const refused = status === 409 && ["excluded", "self-excluded", "self-excluded-until", "timed-out"].includes(code);
  return refused ? obstacle((await careNow()).care) : null;
}

const away = (until) => {
  const minutes = Math.max(1, Math.ceil((until / MILLISECOND - Date.now()) / MINUTE));
  return minutes >= 2 * DAY ? say("daysAway", { count: Math.ceil(minutes / DAY) }) : duration(minutes);
};
/** What a house asks of everybody at its tables, with its name. */
export const houseBreaks = ({ house, names, after_minutes: after, rest_minutes: rest }) => say("houseBreaks", { house: names[document.documentElement.lang] ?? house, rest: duration(rest), after: duration(after) });
const TEXT = { out: "outUntil", self: "outUntil", break: "breakUntil", house: "houseBreakUntil" }, SOON = MINUTE / 12, LATE = 60 * MINUTE;

/** A clause with the name of its book, as sentences cite it. */
const cited = (clause) => clause.replace(/^[^ ]+/, (book) => words.say[`book-${book}`] ?? capital(book));

/** The notice: what keeps them, until when, and what stays. */
export function notice({ name, until, clause, house }) {
  const text = name === "staff" ? say("staffBy", { clause: cited(clause) }) : until === null ? say("selfForever") : say(TEXT[name], { until: moment(until) });
  return html`<section class="barred" aria-labelledby="barred"><h2 id="barred" tabindex="-1">${say(`title-${name}`)}</h2>
    <p role="status">${name === "house" ? houseBreaks(house) : nothing} ${text} ${until === null ? nothing : say("inTime", { time: away(until) })}</p><p>${say("stillYours")}</p>
    <p class="ways"><a class="button" href="/care">${say("toCare")}</a> <a class="button" href="/history">${say("toHistory")}</a></p></section>`;
}

/** The reality check of a game, which has a `table`; it is there between two rounds only. */
class RealityCheck {
  constructor(game) {
    this.game = game;
  }

  get told() {
    const { table, run } = this.game, reality = table?.care?.reality;
    return reality?.due && !table.view.playing && !run && !obstacle(table.care) ? reality : null;
  }

  draw() {
    const { told } = this;
    if (!told) return nothing;
    const net = told.net_cents, result = net > 0 ? "realityWon" : net < 0 ? "realityLost" : "realityEven";
    return html`<dialog class="reality" aria-labelledby="reality-title" aria-describedby="reality-told" @cancel=${(event) => event.preventDefault()} @keydown=${(event) => { if (event.key === "Escape") event.preventDefault(); }}>
      <h2 id="reality-title" tabindex="-1" autofocus>${say("reality")}</h2>
      <div id="reality-told"><p>${say("realityTime", { time: duration(told.played_minutes) })}</p><p>${say("realityRounds", { rounds: told.rounds })}</p><p><strong>${say(result, { amount: money(Math.abs(net)) })}</strong></p></div>
      <p class="error" role="alert" ?hidden=${!this.error}>${this.error ?? ""}</p>
      <div class="after"><button type="button" class="main go-on" @click=${() => this.answer()}>${say("realityGoOn")}</button>
        <button type="button" class="plain take-break" @click=${() => this.answer(BREAK)}>${say("realityBreak")}</button></div>
      <p class="small"><a href="/care">${say("toCare")}</a></p></dialog>`;
  }

  /** Open it once it is drawn; the dialog goes with what it says. */
  show() {
    const dialog = this.game.querySelector("dialog.reality");
    if (!dialog || dialog.open) return;
    for (const other of this.game.querySelectorAll("dialog[open]")) other.close();
    dialog.showModal();
  }

  /** Say that it was read and, for a break, keep away for so long. Each command has one id, however often it is sent. */
  async answer(rest = 0) {
    if (this.busy) return;
    this.busy = true;
    this.error = null;
    try {
      const { now } = await takeCare({ id: newId(), command: { command: "acknowledge_reality" } });
      if (rest) await takeCare({ id: newId(), command: { command: "time_out", until: now + rest * MILLISECOND } });
      await this.game.refresh();
    } catch (error) {
      this.error = error.message;
    }
    this.busy = false;
    this.game.requestUpdate();
  }
}

const checks = new WeakMap();
/** The reality check of a game. */
export function realityOf(game) {
  if (!checks.has(game)) checks.set(game, new RealityCheck(game));
  return checks.get(game);
}

/** After a game was drawn: open what is due, lead to what has taken the table's place, and come back when that is over. */
export function attend(game) {
  realityOf(game).show();
  const title = game.querySelector("#barred"), { kept } = game;
  if (title && !game.sawBarred) title.focus();
  game.sawBarred = Boolean(title);
  clearTimeout(game.returning);
  if (kept && kept.until !== null) game.returning = setTimeout(() => game.start(), Math.min(Math.max(kept.until / MILLISECOND - Date.now() + MILLISECOND, SOON), LATE));
}
