// The solo game: an island that shows the server's view and sends commands; it decides nothing itself.
import { LitElement, html, nothing, live as bound } from "./lit.js";
import { Problem, deal, get, live, moreMoney, newId, openGame, send } from "./api.js";
import { STREETS, antes, bonusWon, capital, cardName, felt, handName, money, netOf, ratio, results, reviewOf, say, words } from "./table.js";
import { flaw } from "./proof.js";

const CHIPS = [100, 500, 1000, 2500];
const WAGERS = { ante: "ante", bonus: "three-card-bonus" };
const START = 500;
const GLANCE = 250;
const HOW = document.getElementById("how");
const KEYS = [["1", "1×"], ["2", "2×"], ["3", "3×"], ["F", words.terms.fold], ["M", words.terms["max-all"]],
  ["D", `${words.terms.deal} / ${words.terms.rebet}`], ["N", words.terms["new-game"]], ["?", say("thisHelp")]];

/** An amount as people type it, in cents, or null. */
function cents(text) {
  const found = /^(\d{0,7})(?:[.,](\d{0,2}))?$/.exec(text.replace(/[\s$\u00a0\u202f]/g, ""));
  return found && (found[1] || found[2]) ? Number(found[1] || 0) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}
const shown = (amount) => (amount / 100).toFixed(2).replace(".", document.documentElement.lang === "fr" ? "," : ".");
/** On a phone "done" takes the amount over; the cards are dealt by the button that says so. */
const taken = (event) => {
  if (event.key !== "Enter" || !matchMedia("(pointer: coarse)").matches) return;
  event.preventDefault();
  event.target.blur();
};
const limitOf = (which) => words.figures[`${WAGERS[which]}-max`];

class MsGame extends LitElement {
  static properties = {
    game: { state: true }, ante: { state: true }, bonus: { state: true }, faults: { state: true }, busy: { state: true }, told: { state: true },
    error: { state: true }, away: { state: true }, practice: { state: true }, advice: { state: true }, proof: { state: true }, review: { state: true },
  };

  constructor() {
    super();
    this.ante = Math.min(Number(localStorage.getItem("ante")) || START, limitOf("ante"));
    this.bonus = Math.min(Number(localStorage.getItem("bonus")) || 0, limitOf("bonus"));
    this.practice = localStorage.getItem("practice") === "on";
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
      this.take(await openGame(this.lost));
    } catch (error) {
      this.fail(error);
      setTimeout(() => this.start(), 2000);
      return;
    }
    this.error = "";
    // While wagers are placed and dealt in one go, the table is not drawn half laid.
    const told = (seen) => { if (!this.dealing || seen.view?.phase !== "betting") this.take(seen); };
    this.stop = live(this.game.id, () => this.game.version, told, this.lost);
  }

  /** Take over what the server says, if it is news, and tell it as a dealer would. */
  take(seen) {
    if (this.game && seen.version < this.game.version) return;
    const before = this.game, anew = before?.number !== seen.number || before?.playing !== seen.playing;
    this.game = seen;
    this.narrate(before?.number === seen.number ? before.view : null, seen.view);
    this.light();
    if (anew) { this.proof = null; this.review = null; }
    if (before?.version === seen.version) return;
    if (before) this.changed = performance.now();
    this.practise();
  }

  narrate(before, view) {
    if (!view) return;
    const lines = [];
    const { hole, ending } = view.hands[0];
    if (hole.length && !before?.hands[0].hole.length) lines.push(say("dealt", { cards: hole.map(cardName).join(", ") }));
    if (ending === "folded" && before?.hands[0].ending !== "folded") lines.push(say("folded"));
    const turned = hole.length ? view.community.filter((card, place) => card !== null && (before?.community[place] ?? null) === null).map(cardName) : [];
    if (turned.length) lines.push(capital(turned.length === 1 ? say("turned", { card: turned[0] }) : say("turnedAll", { cards: turned.join(", ") })));
    if (view.phase === "settled" && before?.phase !== "settled") {
      const net = netOf(view), { made, bonus_made: bonus } = this.game;
      const hand = made === "nothing" ? say("nothing") : made === "low-pair" ? say("lowPair") : made && handName(made);
      if (hand) lines.push(say("made", { hand }));
      if (bonus && bonusWon(view)) lines.push(say("bonusMade", { hand: handName(bonus) }));
      lines.push(net > 0 ? say("won", { amount: money(net) }) : net < 0 ? say("lost", { amount: money(-net) }) : say("even"));
    } else if (view.phase === "void" && before?.phase !== "void") lines.push(say("void"));
    else if (view.phase === "betting" && before?.phase !== "betting") lines.push(say(this.game.number > 1 ? "place" : "goal"));
    else if (STREETS.includes(view.phase) && before?.phase !== view.phase) lines.push(say("decide"));
    if (lines.length) this.told = lines.join(" ");
  }

  light() {
    const bonus = this.game.view?.hands[0].wagers_cents["three-card-bonus"];
    for (const [table, row] of [["main-pays", this.game.made], ["bonus-pays", bonus ? this.game.bonus_made : null]])
      for (const line of document.querySelectorAll(`#${table} tr`)) {
        const lit = line.dataset.hand === row;
        line.classList.toggle("lit", lit);
        if (lit) line.setAttribute("aria-current", "true"); else line.removeAttribute("aria-current");
      }
  }

  fail(error) {
    if (!(error instanceof Problem)) throw error;
    this.error = error.code === "offline" ? say("lostConnection") : error.message;
  }

  /** Do something once: until there is news of the game, nothing more is sent. */
  async once(work) {
    const { version } = this.game;
    if (this.busy === version) return;
    this.busy = version;
    this.error = "";
    try {
      this.take(await work());
    } catch (error) {
      this.fail(error);
      await get(`/api/games/${this.game.id}`).then((seen) => this.take(seen), () => {});
    } finally {
      if (this.busy === version) this.busy = null;
    }
  }

  ask(command) { return this.once(() => send(this.game.id, this.game.version, command, this.lost)); }
  act(command, values = {}) { return this.ask({ command: "act", do: { command, position: 1, ...values } }); }
  option(command) { return this.game?.options.find((option) => option.command === command); }
  get betting() { return this.game.playing && this.game.view.phase === "betting"; }
  get placed() { return this.betting ? Object.values(this.game.view.hands[0].wagers_cents).reduce((sum, each) => sum + each, 0) : 0; }

  newGame() { return this.ask({ command: "begin" }); }

  /** The wagers of the round before, if one has ended; else what the player has chosen. */
  get wagers() {
    const last = this.game.playing ? null : this.game.view?.hands[0].wagers_cents;
    return last?.ante ? { ante_cents: last.ante, bonus_cents: last["three-card-bonus"] ?? 0 } : { ante_cents: this.ante, bonus_cents: this.bonus };
  }

  deal() {
    if (this.game.playing) {
      const wrong = Object.keys(this.faults).find((which) => this.faults[which]);
      if (wrong || !this.ante) {
        if (!wrong) this.faults = { ...this.faults, ante: say("noAnte") };
        document.getElementById(wrong ?? "ante")?.focus();
        return undefined;
      }
    }
    const { wagers } = this;
    if (wagers.ante_cents + wagers.bonus_cents > this.game.balance_cents + this.placed) { this.error = say("noMoney", { amount: money(this.game.balance_cents) }); return undefined; }
    localStorage.setItem("ante", wagers.ante_cents);
    localStorage.setItem("bonus", wagers.bonus_cents);
    [this.ante, this.bonus] = [wagers.ante_cents, wagers.bonus_cents];
    const seed = localStorage.getItem("seed") || newId();
    return this.once(() => {
      this.dealing = true;
      return deal(this.game.id, { ...wagers, seed, version: this.game.version }, this.lost).finally(() => { this.dealing = false; });
    });
  }

  bet(times) {
    const stake = this.option("bet")?.choices_cents[times - 1];
    return stake && stake <= this.game.balance_cents ? this.act("bet", { cents: stake }) : undefined;
  }
  fold() { return this.act("fold"); }
  get allCents() {
    const left = STREETS.length - STREETS.indexOf(this.game.view.phase);
    return (this.option("bet")?.choices_cents.at(-1) ?? 0) * left;
  }
  betAll() { return this.allCents <= this.game.balance_cents ? this.act("bet_all") : undefined; }

  /** Practice: the values of the choices before a decision, the losses of the decisions after a round. */
  async practise() {
    this.advice = null;
    if (!this.practice || !this.game) return;
    const { version, number, id, playing } = this.game;
    const deciding = Boolean(this.option("bet"));
    if (!deciding && (playing || !number)) return;
    if (deciding) this.advice = "working";
    try {
      const found = await get(`/api/games/${id}/${deciding ? "advice" : `rounds/${number}/review`}`);
      if (this.game.version !== version) return;
      if (deciding) this.advice = found; else this.review = found;
    } catch (error) {
      if (this.game.version !== version) return;
      this.advice = null;
      this.fail(error);
    }
  }

  setPractice(on) {
    this.practice = on;
    this.review = null;
    localStorage.setItem("practice", on ? "on" : "off");
    this.practise();
  }

  setAmount(which, amount, typed = null) {
    const limit = limitOf(which);
    const other = which === "ante" ? this.bonus : this.ante;
    const funds = this.game.balance_cents + this.placed;
    const fault = amount === null ? say("noAmount") : amount > limit ? say("over", { limit: money(limit) })
      : amount + other > funds ? say("noMoney", { amount: money(funds) }) : "";
    this.faults = { ...this.faults, [which]: fault };
    this.typing[which] = typed;
    if (!fault) this[which] = amount;
  }
  /** A tap on a spot of the felt lays a chip there. */
  lay(wager) {
    const which = Object.keys(WAGERS).find((each) => WAGERS[each] === wager);
    if (which && this[which] + START <= limitOf(which)) this.setAmount(which, this[which] + START);
  }
  typed(which, text) { this.setAmount(which, text.trim() ? cents(text) : 0, text); }

  async prove() {
    this.proof = say("checking");
    try {
      const proof = await get(`/api/games/${this.game.id}/rounds/${this.game.number}/proof`);
      const found = await flaw(proof, this.game.commitment, this.game.view);
      this.proof = found ? say("notProved", { why: say(found) }) : say("proved");
    } catch (error) { this.proof = null; this.fail(error); }
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("input:not([type=checkbox])") || !this.game) return;
    const key = event.key.toLowerCase();
    const dialog = this.querySelector("dialog");
    if (key === "?") { if (dialog.open) dialog.close(); else dialog.showModal(); } else if (dialog.open) return;
    else if (this.option("bet") && "123".includes(key)) this.bet(Number(key));
    else if (this.option("bet") && key === "f") this.fold();
    else if (this.option("bet_all") && key === "m") this.betAll();
    else if (key === "d" && !this.option("bet")) this.deal();
    else if (key === "n" && !this.game.playing) this.newGame();
    else return;
    event.preventDefault();
  }

  /** Whoever plays by keyboard keeps their place when the buttons change. */
  willUpdate() { this.hadFocus = this.querySelector(".controls")?.contains(document.activeElement); }
  updated() {
    const phase = `${this.game?.number} ${this.game?.view?.phase}`;
    // Whoever scrolled down to a button sees the table again when something happens on it.
    if (this.phase && phase !== this.phase && this.querySelector(".felt").getBoundingClientRect().top < 0) this.scrollIntoView({ block: "start" });
    this.phase = phase;
    if (this.hadFocus && !this.querySelector(".controls")?.contains(document.activeElement)) this.querySelector(".controls button")?.focus();
  }

  render() {
    if (!this.game) return html`<p class="message" role="status">${this.error || (this.away ? say(this.away) : "…")}</p>${felt(null)}`;
    const { view, playing } = this.game;
    const amounts = this.betting ? { ante: this.ante, "three-card-bonus": this.bonus } : {};
    const shownView = this.betting ? { ...view, hands: [{ ...view.hands[0], wagers_cents: {} }] } : view;
    return html`
      <div class="bar"><span class="purse"><span class="small">${capital(words.names.balance)}</span> <output class="balance">${money(this.game.balance_cents + this.placed)}</output></span>
        <label class="switch"><input type="checkbox" .checked=${bound(this.practice)} @change=${(event) => this.setPractice(event.target.checked)}> ${words.names.practice}</label>
        <button type="button" class="plain help" aria-label=${HOW?.querySelector("summary").textContent} @click=${() => this.querySelector("dialog").showModal()}>?</button></div>
      ${this.away ? html`<p class="banner" role="alert">${say(this.away)}</p>` : nothing}
      ${this.game.disabled ? html`<p class="banner" role="alert">${this.game.disabled}</p>` : nothing}
      ${felt(shownView, { amounts, made: this.game.made, bonusMade: this.game.bonus_made, lay: this.betting ? (wager) => this.lay(wager) : null })}
      <p class=${this.betting ? "message" : "message long"} role="status" aria-live="polite">${this.told}</p>
      ${this.error ? html`<p class="error" role="alert">${this.error}</p>` : nothing}
      <div class="controls" aria-busy=${this.busy === this.game.version ? "true" : "false"}>${this.betting ? this.placing() : playing ? this.decision() : this.ended()}</div>
      ${playing ? nothing : results(view)}
      ${this.practice && this.review ? reviewOf(this.review) : nothing}
      ${this.fairness()}
      <dialog aria-labelledby="howto"><h2 id="howto">${HOW?.querySelector("summary").textContent}</h2>${this.how}
        <h2 class="keys">${say("help")}</h2>
        <dl class="keys">${KEYS.map(([key, what]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${what}</dd></div>`)}</dl>
        <form method="dialog"><button class="main">${say("close")}</button></form></dialog>`;
  }

  field(which) {
    const wager = WAGERS[which], label = words.terms[wager], fault = this.faults[which];
    return html`<div class="field"><label for=${which}>${label}</label><span class="hint" id="${which}-hint">${say("atMost", { limit: money(limitOf(which)) })}</span>
      <div class="entry"><input id=${which} inputmode="decimal" autocomplete="off" enterkeyhint="done" .value=${bound(fault && this.typing[which] !== null ? this.typing[which] : shown(this[which]))}
        aria-invalid=${fault ? "true" : "false"} aria-describedby="${which}-hint ${which}-fault"
        @focus=${(event) => event.target.select()} @keydown=${taken} @change=${(event) => { this.typed(which, event.target.value); this.requestUpdate(); }}>
      <div class="chips" role="group" aria-label=${label}>
        ${CHIPS.map((chip) => html`<button type="button" class="chip c${chip}" ?disabled=${this[which] + chip > limitOf(which)}
          @click=${() => this.setAmount(which, this[which] + chip)} aria-label="${label}: ${say("add", { amount: money(chip) })}"><span>${chip / 100}</span></button>`)}
        <button type="button" class="plain clear" @click=${() => this.setAmount(which, 0)} aria-label="${label}: ${say("clear")}">×</button></div></div>
      <p class="fault" id="${which}-fault" role="alert">${fault ?? ""}</p></div>`;
  }

  more() {
    return html`<div class="broke"><p>${say("broke")}</p>
      <button type="button" class="main" @click=${() => this.once(() => moreMoney(this.game.id, this.lost))}>${say("more")}</button></div>`;
  }

  placing() {
    const figures = words.figures;
    const most = this.ante * 10 * (figures["ante-pays"] + 1) + this.bonus * (figures["three-card-bonus-pays"] + 1);
    return html`<form class="place" @submit=${(event) => { event.preventDefault(); this.deal(); }}>
      ${this.field("ante")}${this.field("bonus")}
      ${most > figures["game-cap"] ? html`<p class="note">${say("mayCut", { amount: money(figures["game-cap"]) })}</p>` : nothing}
      <button class="main deal" ?disabled=${Boolean(this.game.disabled)}>${words.terms.deal}</button></form>
      ${this.game.more_money ? this.more() : nothing}`;
  }

  decision() {
    const bet = this.option("bet");
    if (!bet) return nothing;
    const { advice } = this, { balance_cents: balance } = this.game;
    const value = (play) => advice && advice !== "working"
      ? html`<span class=${advice.best === play ? "worth best" : "worth"}>${antes(ratio(advice[play]))}${advice.best === play ? html` <em>${say("best")}</em>` : nothing}</span>` : nothing;
    return html`<div class="decide">
      ${bet.choices_cents.map((stake, place) => html`<button type="button" class="main bet" ?disabled=${stake > balance}
        @click=${() => this.bet(place + 1)}><span>${place + 1}×</span> <small>${money(stake)}</small>${value(String(place + 1))}</button>`)}
      <button type="button" class="fold" @click=${() => this.fold()}><span>${words.terms.fold}</span>${value("fold")}</button>
      ${this.option("bet_all") ? html`<button type="button" class="all" ?disabled=${this.allCents > balance} @click=${() => this.betAll()}><span>${words.terms["max-all"]}</span> <small>${money(this.allCents)}</small></button>` : nothing}
      </div>
      ${this.practice ? html`<p class="why" role="status">${advice === "working" ? say("working") : advice ? html`${advice.why}<br><small>${say("points")}</small>` : nothing}</p>` : nothing}
      ${bet.choices_cents[0] > balance ? this.more() : nothing}`;
  }

  ended() {
    const { ante_cents: ante, bonus_cents: bonus } = this.wagers;
    return html`<div class="again"><button type="button" class="main rebet" ?disabled=${Boolean(this.game.disabled) || ante + bonus > this.game.balance_cents}
        @click=${() => this.deal()}><span>${words.terms.rebet}</span> <small>${money(ante + bonus)}</small></button>
      <button type="button" class="new" ?disabled=${Boolean(this.game.disabled)} @click=${() => this.newGame()}>${words.terms["new-game"]}</button></div>
      ${this.game.more_money ? this.more() : nothing}`;
  }

  fairness() {
    return html`<details class="proof"><summary>${say("fairness")}</summary>
      <p>${say("commitment")}: <code>${this.game.commitment}</code></p>
      ${this.game.playing ? html`<p class="field"><label for="seed">${say("seed")}</label> <input id="seed" maxlength="64" autocomplete="off" .value=${localStorage.getItem("seed") ?? ""}
          aria-describedby="seed-hint" @change=${(event) => localStorage.setItem("seed", event.target.value.replace(/[^ -~]/g, "").trim())}> <span class="hint" id="seed-hint">${say("seedHint")}</span></p>`
        : html`<button type="button" class="plain prove" @click=${() => this.prove()}>${words.names.prove}</button>`}
      <p class="proved" role="status">${this.proof ?? ""}</p></details>`;
  }
}

customElements.define("ms-game", MsGame);
