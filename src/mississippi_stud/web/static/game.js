// A table of one's own: an island that shows the server's view and sends commands; it decides nothing itself.
import { LitElement, html, nothing, live as bound } from "./lit.js";
import { Problem, get, live, moreMoney, newId, openTable, send } from "./api.js";
import { antes, capital, cardName, either, felt, fieldsOf, label, money, netOf, ownHand, plain, ratio, results, reviewOf, say, sidesWon, speakOf, words } from "./table.js";
import { flaw, keepSent, keepShown, seedHash, sentSeed } from "./proof.js";

const GLANCE = 250;
const HOW = document.getElementById("how");

/** An amount as people type it, in cents, or null. */
function cents(text) {
  const found = /^(\d{0,7})(?:[.,](\d{0,2}))?$/.exec(text.replace(/[\s\p{Sc}]/gu, ""));
  return found && (found[1] || found[2]) ? Number(found[1] || 0) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}
/** On a phone "done" takes the amount over; the cards are dealt by the button that says so. */
const taken = (event) => {
  if (event.key !== "Enter" || !matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  event.target.blur();
};
const sum = (wagers) => Object.values(wagers).reduce((total, each) => total + each, 0);
const most = (area) => area.maximum_cents ?? Infinity;

class MsGame extends LitElement {
  static properties = {
    table: { state: true }, amounts: { state: true }, fresh: { state: true }, faults: { state: true }, busy: { state: true }, told: { state: true },
    error: { state: true }, away: { state: true }, practice: { state: true }, advice: { state: true }, proof: { state: true }, review: { state: true },
  };

  constructor() {
    super();
    this.practice = localStorage.getItem("practice") === "on";
    this.fresh = false;
    this.faults = {};
    this.changed = -GLANCE;
    this.typing = {};
    this.busy = null;
    this.told = this.error = "";
    this.how = HOW?.querySelector("ol").cloneNode(true);
    this.lost = (gone) => {
      if (this.away && !gone) this.told = say("back");
      this.away = gone;
    };
    this.onKey = (event) => this.key(event);
    // The second click of a double click is no decision, even if the answer to the first one is drawn already:
    // nobody has seen what is there for a quarter of a second only.
    this.addEventListener("click", (event) => {
      if (event.timeStamp - this.changed > GLANCE || event.detail === 0 || !event.target.closest(".decide, .again, .deal")) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  }

  createRenderRoot() { return this; }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
    this.start();
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.onKey);
    this.stop?.();
    super.disconnectedCallback();
  }

  async start() {
    try {
      this.take(await openTable(words.book, this.lost));
    } catch (error) {
      this.fail(error);
      setTimeout(() => this.start(), 2000);
      return;
    }
    this.error = "";
    this.stop = live(this.table.id, () => this.table.version, (seen) => this.take(seen), this.lost);
  }

  /** Take over what the server says, if it is news, and tell it as a dealer would. */
  take(seen) {
    if (this.table && seen.version < this.table.version) return;
    const before = this.table, anew = before?.view.number !== seen.view.number || before?.view.playing !== seen.view.playing;
    keepShown(seen);
    speakOf(seen);
    this.table = seen;
    this.amounts ??= this.remembered();
    if (this.betting && sum(this.placed) && before?.version !== seen.version) this.amounts = { ...this.placed };
    if (seen.view.playing) this.fresh = false;
    this.narrate(before?.view.number === seen.view.number ? before.view : null, seen.view);
    this.light();
    if (anew) { this.proof = null; this.review = null; }
    if (before?.version === seen.version) return;
    if (before) this.changed = performance.now();
    this.practise();
  }

  narrate(before, view) {
    const lines = [], hand = ownHand(view), past = before && ownHand(before), phase = view.round?.phase, since = before?.round;
    if (hand?.hole.length && !past?.hole.length) lines.push(say("dealt", { cards: hand.hole.map(cardName).join(", ") }));
    if (hand?.ending === "folded" && past?.ending !== "folded") lines.push(say("folded"));
    const turned = hand?.hole.length ? view.round.community.filter((card, place) => card !== null && (since?.community[place] ?? null) === null).map(cardName) : [];
    if (turned.length) lines.push(capital(turned.length === 1 ? say("turned", { card: turned[0] }) : say("turnedAll", { cards: turned.join(", ") })));
    if (phase === "settled" && since?.phase !== "settled") {
      const net = netOf(view), made = hand && view.made[hand.position];
      if (made) lines.push(say("made", { hand: words.say[`made-${made}`] ?? label(made) }));
      for (const { wager } of sidesWon(view)) if (this.table.rows[wager]) lines.push(say("sideWins", { wager: capital(label(wager)), hand: label(this.table.rows[wager]) }));
      lines.push(net > 0 ? say("won", { amount: money(net) }) : net < 0 ? say("lost", { amount: money(-net) }) : say("even"));
    } else if (phase === "void" && since?.phase !== "void") lines.push(say("void"));
    else if (this.choosing && !before) lines.push(say(view.number > 1 ? "place" : "goal"));
    else if (this.option("bet") && since?.phase !== phase) lines.push(say("decide", { multiples: either(view.multiples.map(String)) }));
    if (lines.length) this.told = lines.join(" ");
  }

  /** Light the rows of the pay tables that were paid. */
  light() {
    for (const board of document.querySelectorAll(".pays"))
      for (const line of board.querySelectorAll("tr")) {
        const lit = !this.fresh && line.dataset.hand === this.table.rows[board.dataset.wager];
        line.classList.toggle("lit", lit);
        if (lit) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current");
      }
  }

  fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.error = error.code === "offline" ? say("lostConnection") : error.message;
  }

  /** Do something once: until there is news of the table, nothing more is sent. */
  async once(work) {
    const { version } = this.table;
    if (this.busy === version) return;
    this.busy = version;
    this.error = "";
    try {
      this.take(await work());
    } catch (error) {
      this.fail(error);
      await get(this.table.id).then((seen) => this.take(seen), () => {});
    } finally {
      if (this.busy === version) this.busy = null;
    }
  }

  ask(command) { return this.once(() => send(this.table.id, command, this.lost)); }
  play(command, values = {}) {
    const { turn } = this.table.view;
    return this.ask({ command: "play", turn, do: { command, position: this.seat, ...values } });
  }
  get seat() { return this.table.view.own[0]; }
  option(command) { return this.table?.view.options.find((option) => option.command === command && option.position === this.seat); }
  get betting() { return this.table.view.playing && this.table.view.round.phase === "betting"; }
  get choosing() { return this.betting || (!this.table.view.playing && (this.fresh || !this.table.view.round)); }
  get placed() { return (this.betting && ownHand(this.table.view)?.wagers_cents) || {}; }

  /** Clear the felt, to choose wagers. */
  anew() {
    this.fresh = true;
    this.changed = performance.now();
    this.proof = this.review = null;
    this.error = "";
    this.told = say("place");
    this.light();
  }

  /** The wagers of the last time, within what the areas take. */
  remembered() {
    const saved = JSON.parse(localStorage.getItem(`wagers ${this.table.book}`) ?? "{}");
    return Object.fromEntries(fieldsOf(this.table.view).map((area) => {
      const least = area.kind === "side" ? 0 : Math.max(words.start, area.minimum_cents ?? 0);
      const wanted = saved[area.wager] ?? least;
      return [area.wager, area.choices_cents.length && !area.choices_cents.includes(wanted) ? 0 : Math.min(wanted, most(area))];
    }));
  }

  /** The wagers of the round that has ended; else what the player has chosen. */
  get wagers() {
    const last = this.choosing ? this.amounts : { ...ownHand(this.table.view)?.wagers_cents };
    return Object.fromEntries(fieldsOf(this.table.view).map(({ wager }) => [wager, last[wager]]).filter(([, amount]) => amount));
  }

  deal() {
    const { wagers, table: { id, book, view, balance_cents: balance } } = this;
    const [main] = fieldsOf(view);
    if (this.choosing) {
      const wrong = Object.keys(this.faults).find((wager) => this.faults[wager]);
      if (!wrong && !wagers[main.wager]) this.faults = { ...this.faults, [main.wager]: say("noAnte") };
      if (wrong || !wagers[main.wager]) {
        document.getElementById(`wager-${wrong ?? main.wager}`)?.focus();
        return undefined;
      }
    }
    if (sum(wagers) > balance + sum(this.placed)) { this.error = say("noMoney", { amount: money(balance) }); return undefined; }
    this.amounts = { ...Object.fromEntries(fieldsOf(view).map(({ wager }) => [wager, 0])), ...wagers };
    localStorage.setItem(`wagers ${book}`, JSON.stringify(this.amounts));
    const seed = localStorage.getItem("seed") || sentSeed(this.table) || newId();
    return this.once(async () => {
      const opened = await this.published(seed);
      keepSent(this.table, opened);
      return send(id, { command: "place_wagers", position: this.seat, wagers, seed: opened, commitment: view.commitment }, this.lost);
    });
  }

  /** The seed if it may be opened: at a table of several its hash is published before anybody's is, or it is none. */
  async published(seed) {
    const { seat, table: { id, view } } = this;
    if (view.positions === 1) return seed;
    const hash = await seedHash(seed);
    const { view: { seats } } = await send(id, { command: "commit_seed", position: seat, seed_hash: hash }, this.lost);
    return seats.some((each) => each.position === seat && each.seed_hash === hash) ? seed : "";
  }

  /** What the open street takes for so many antes, if it takes that. */
  stake(times) {
    const [main] = fieldsOf(this.table.view);
    return this.option("bet")?.choices_cents.find((amount) => amount === times * ownHand(this.table.view).wagers_cents[main.wager]);
  }
  bet(times) {
    const stake = this.stake(times);
    return stake && stake <= this.table.balance_cents ? this.play("bet", { cents: stake }) : undefined;
  }
  fold() { return this.play("fold"); }
  get allCents() { return this.option("bet_all")?.choices_cents[0] ?? 0; }
  betAll() { return this.allCents <= this.table.balance_cents ? this.play("bet_all") : undefined; }

  /** Practice: the values of the choices before a decision, the losses of the decisions after a round. */
  async practise() {
    this.advice = null;
    if (!this.practice || !this.table) return;
    const { version, id, view: { number, playing } } = this.table;
    const deciding = Boolean(this.option("bet"));
    if (!deciding && (playing || !number)) return;
    if (deciding) this.advice = "working";
    try {
      const found = await get(id, deciding ? "/advice" : `/rounds/${number}/review`);
      if (this.table.version !== version) return;
      if (deciding) this.advice = found; else this.review = found;
    } catch (error) {
      if (this.table.version !== version) return;
      this.advice = null;
      this.fail(error);
    }
  }

  setPractice(on) {
    this.practice = on;
    localStorage.setItem("practice", on ? "on" : "off");
    this.review = null;
    this.practise();
  }

  setAmount(area, amount, typed = null) {
    const { wager } = area, funds = this.table.balance_cents + sum(this.placed);
    const others = sum(this.amounts) - (this.amounts[wager] ?? 0);
    this.typing[wager] = typed;
    const fault = amount === null ? say("noAmount") : amount > most(area) ? say("over", { limit: money(most(area)) })
      : amount + others > funds ? say("noMoney", { amount: money(funds) }) : "";
    this.faults = { ...this.faults, [wager]: fault };
    if (!fault) this.amounts = { ...this.amounts, [wager]: amount };
  }
  /** A tap on the felt lays a chip there, or the next amount that the area takes. */
  lay(wager) {
    const area = fieldsOf(this.table.view).find((each) => each.wager === wager);
    if (!area) return;
    const amount = this.amounts[wager] ?? 0;
    const next = area.choices_cents.length ? area.choices_cents.find((choice) => choice > amount) ?? 0 : amount + words.start;
    if (next <= most(area)) this.setAmount(area, next);
  }

  async prove() {
    this.proof = say("checking");
    const { id, view: { number, round } } = this.table;
    try {
      const found = await flaw(await get(id, `/rounds/${number}/proof`), id, number, round);
      this.proof = !found ? say("proved") : found === "notKept" ? say(found) : say("notProved", { why: say(found) });
    } catch (error) { this.proof = null; this.fail(error); }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("input:not([type=checkbox])") || !this.table) return;
    const key = event.key.toLowerCase();
    const dialog = this.querySelector("dialog");
    if (key === "?") { if (dialog.open) dialog.close(); else dialog.showModal(); } else if (dialog.open) return;
    else if (this.option("bet") && this.table.view.multiples.includes(Number(key))) this.bet(Number(key));
    else if (this.option("bet") && key === "f") this.fold();
    else if (this.option("bet_all") && key === "m") this.betAll();
    else if (key === "d" && !this.option("bet")) this.deal();
    else if (key === "n" && !this.choosing && !this.table.view.playing) this.anew();
    else return;
    event.preventDefault();
  }
  get keys() {
    const { fold, deal, rebet, ...terms } = words.terms;
    return [...(this.table?.view.multiples ?? []).map((times) => [times, `${times}×`]), ["F", fold], ["M", terms["max-all"]],
      ["D", `${deal} / ${rebet}`], ["N", terms["new-game"]], ["?", say("thisHelp")]];
  }

  /** Whoever plays by keyboard keeps their place when the buttons change. */
  willUpdate() { this.hadFocus = this.querySelector(".controls")?.contains(document.activeElement); }
  updated() {
    const phase = `${this.table?.view.number} ${this.table?.view.round?.phase}`;
    // Whoever scrolled down to a button sees the table again when something happens on it.
    if (this.phase && phase !== this.phase && this.querySelector(".felt").getBoundingClientRect().top < 0) this.scrollIntoView({ block: "start" });
    this.phase = phase;
    if (this.hadFocus && !this.querySelector(".controls")?.contains(document.activeElement)) this.querySelector(".controls button")?.focus();
  }

  render() {
    if (!this.table) return html`<p class="message" role="status">${this.error || (this.away ? say(this.away) : "…")}</p>${felt(null)}`;
    const { view, disabled } = this.table, { choosing } = this;
    const shown = choosing && !view.playing ? { ...this.table, view: { ...view, round: null } } : this.table;
    return html`
      <div class="bar"><span class="purse"><span class="small">${capital(words.names.balance)}</span> <output class="balance">${money(this.table.balance_cents + sum(this.placed))}</output></span>
        <label class="switch"><input type="checkbox" .checked=${bound(this.practice)} @change=${(event) => this.setPractice(event.target.checked)}> ${words.names.practice}</label>
        <button type="button" class="plain help" aria-label=${HOW?.querySelector("summary").textContent} @click=${() => this.querySelector("dialog").showModal()}>?</button></div>
      ${this.away ? html`<p class="banner" role="alert">${say(this.away)}</p>` : nothing}
      ${disabled ? html`<p class="banner" role="alert">${disabled}</p>` : nothing}
      ${felt(shown, choosing ? { amounts: this.amounts, lay: (wager) => this.lay(wager) } : {})}
      <p class=${choosing ? "message" : "message long"} role="status" aria-live="polite">${this.told}</p>
      ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      <div class="controls" aria-busy=${this.busy === this.table.version ? "true" : "false"}>${choosing ? this.placing() : view.playing ? this.decision() : this.ended()}</div>
      ${choosing || view.playing ? nothing : results(view)}
      ${this.practice && this.review && !choosing ? reviewOf(this.review) : nothing}
      ${this.fairness()}
      <dialog aria-labelledby="howto"><h2 id="howto">${HOW?.querySelector("summary").textContent}</h2>${this.how}
        <h2 class="keys">${say("help")}</h2>
        <dl class="keys">${this.keys.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
        <form method="dialog"><button class="main">${say("close")}</button></form></dialog>`;
  }

  field(area) {
    const { wager, choices_cents: choices } = area, id = `wager-${wager}`, name = capital(label(wager)), fault = this.faults[wager], amount = this.amounts[wager] ?? 0;
    const chips = choices.length ? choices.map((choice) => [choice, choice]) : words.chips.map((chip) => [chip, amount + chip]);
    const hint = choices.length ? choices.map(money).join(" / ") : area.maximum_cents === null ? "" : say("atMost", { limit: money(area.maximum_cents) });
    return html`<div class="field"><label for=${id}>${name}</label><span class="hint" id="${id}-hint">${hint}</span>
      <div class="entry"><input id=${id} inputmode="decimal" autocomplete="off" enterkeyhint="done" .value=${bound(fault && this.typing[wager] !== null ? this.typing[wager] : plain(amount))}
        aria-invalid=${fault ? "true" : "false"} aria-describedby="${id}-hint ${id}-fault"
        @focus=${(event) => event.target.select()} @keydown=${taken} @change=${({ target: { value } }) => { this.setAmount(area, value.trim() ? cents(value) : 0, value); this.requestUpdate(); }}>
      <div class="chips" role="group" aria-label=${name}>
        ${chips.map(([chip, total]) => html`<button type="button" class="chip c${chip}" ?disabled=${total > most(area)}
          @click=${() => this.setAmount(area, total)} aria-label="${name}: ${say("add", { amount: money(chip) })}"><span>${chip / 100}</span></button>`)}
        <button type="button" class="plain clear" @click=${() => this.setAmount(area, 0)} aria-label="${name}: ${say("clear")}">×</button></div></div>
      <p class="fault" id="${id}-fault" role="alert">${fault ?? ""}</p></div>`;
  }

  more() {
    return html`<div class="broke"><p>${say("broke")}</p>
      <button type="button" class="main" @click=${() => this.once(() => moreMoney(this.table.id, this.lost))}>${say("more")}</button></div>`;
  }

  placing() {
    const waits = this.table.view.seats.find(({ position }) => position === this.seat)?.ready;
    const cut = words.ceilings.filter(({ cents: ceiling, weights }) =>
      Object.entries(weights).reduce((total, [wager, weight]) => total + weight * (this.amounts[wager] ?? 0), 0) > ceiling);
    return html`<form class="place" @submit=${(event) => { event.preventDefault(); this.deal(); }}>
      ${fieldsOf(this.table.view).map((area) => this.field(area))}
      ${cut.map(({ cents: ceiling, clause }) => html`<p class="note">${say("mayCut", { amount: money(ceiling), clause })}</p>`)}
      ${waits ? html`<p class="note" role="status">${say("waiting")}</p>` : nothing}
      <button class="main deal" ?disabled=${Boolean(this.table.disabled)}>${words.terms.deal}</button></form>
      ${this.table.more_money ? this.more() : nothing}`;
  }

  decision() {
    const bet = this.option("bet");
    if (!bet) return nothing;
    const { advice } = this, { balance_cents: balance, view: { multiples } } = this.table;
    const value = (play) => advice && advice !== "working"
      ? html`<span class=${advice.best === play ? "worth best" : "worth"}>${antes(ratio(advice.values[play]))}${advice.best === play ? html` <em>${say("best")}</em>` : nothing}</span>` : nothing;
    return html`<div class="decide">
      ${multiples.filter((times) => this.stake(times)).map((times) => html`<button type="button" class="main bet" ?disabled=${this.stake(times) > balance}
        @click=${() => this.bet(times)}><span>${times}×</span> <small>${money(this.stake(times))}</small>${value(String(times))}</button>`)}
      <button type="button" class="fold" @click=${() => this.fold()}><span>${words.terms.fold}</span>${value("fold")}</button>
      ${this.option("bet_all") ? html`<button type="button" class="all" ?disabled=${this.allCents > balance} @click=${() => this.betAll()}><span>${words.terms["max-all"]}</span> <small>${money(this.allCents)}</small></button>` : nothing}
      </div>
      ${this.practice ? html`<p class="why" role="status">${advice === "working" ? say("working") : advice ? html`${advice.why}<br><small>${say("points")}</small>` : nothing}</p>` : nothing}
      ${bet.choices_cents[0] > balance ? this.more() : nothing}`;
  }

  ended() {
    const total = sum(this.wagers), stopped = Boolean(this.table.disabled);
    return html`<div class="again"><button type="button" class="main rebet" ?disabled=${stopped || !total || total > this.table.balance_cents}
        @click=${() => this.deal()}><span>${words.terms.rebet}</span> <small>${money(total)}</small></button>
      <button type="button" class="new" ?disabled=${stopped} @click=${() => this.anew()}>${words.terms["new-game"]}</button></div>
      ${this.table.more_money ? this.more() : nothing}`;
  }

  fairness() {
    const { view } = this.table, dealt = view.playing && !this.betting;
    return html`<details class="proof"><summary>${say("fairness")}</summary>
      <p>${say(dealt ? "commitment" : "nextCommitment")}: <code>${view.commitment}</code></p>
      ${dealt ? nothing : html`<p class="field"><label for="seed">${say("seed")}</label> <input id="seed" maxlength="64" autocomplete="off" .value=${localStorage.getItem("seed") ?? ""}
          aria-describedby="seed-hint" @change=${(event) => localStorage.setItem("seed", event.target.value.replace(/[^ -~]/g, "").trim())}> <span class="hint" id="seed-hint">${say("seedHint")}</span></p>`}
      ${view.playing || this.choosing ? nothing : html`<button type="button" class="plain prove" @click=${() => this.prove()}>${words.names.prove}</button>`}
      <p class="proved" role="status">${this.proof ?? ""}</p></details>`;
  }
}

customElements.define("ms-game", MsGame);
