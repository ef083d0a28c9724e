// The dialogs of a console: what needs more than a key. What is refused stays open with what was typed, and why.
import { html, nothing } from "./lit.js";
import { cardOf } from "./card-keys.js";
import { label, money, plain, say, words } from "./words.js";

const CARD = "[2-9TJQKAtjqka][cdhsCDHS]", CENTS = 100;
const several = (text) => text.trim().split(/[\s,]+/).filter(Boolean);
/** What a form says of an incident, as the table takes it; people count community cards from 1. */
const FACTS = {
  position: (text) => ({ position: Number(text) }), positions: (text) => ({ positions: several(text).map(Number) }), cards: (text) => ({ cards: Number(text) }),
  street: (text) => ({ streets: several(text).map((place) => Number(place) - 1) }), card: (text) => ({ card: several(text).map(cardOf) }), named: (text) => ({ named: several(text).map(cardOf) }),
  measure: (measure) => ({ measure }), cause: (cause) => ({ cause }), person: (person) => ({ person }), looked: (text) => ({ looked: text === "yes" }),
  order: () => ({ order_known: true }), only: () => ({ alone: true }), misdealt: () => ({ misdealt: true }), forfeit: () => ({ forfeit: true }),
};
const CHECKED = ["order", "only", "misdealt", "forfeit"];
const PATTERNS = { position: "[1-9]", positions: "[1-9]([ ,]+[1-9])*", cards: "[0-9]{1,2}", street: "[1-3]([ ,]+[1-3])*", card: `${CARD}([ ,]+${CARD})*`, named: `${CARD}([ ,]+${CARD})*` };

const input = (id, name, text, { required = true, pattern, most = 200, mode } = {}) => html`<p class="field"><label for=${id}>${text}</label>
  <input id=${id} name=${name} ?required=${required} pattern=${pattern ?? nothing} maxlength=${most} inputmode=${mode ?? nothing} autocomplete="off" autocapitalize="off" spellcheck="false"></p>`;
const select = (id, name, text, options, change) => html`<p class="field"><label for=${id}>${text}</label><select id=${id} name=${name} @change=${change ?? nothing}>
  ${options.map(([value, shown, selected = false]) => html`<option value=${value} ?selected=${selected}>${shown}</option>`)}</select></p>`;

/** A field for a fact of an incident. */
function fact(name, needed) {
  const id = `fact-${name}`, text = say(id);
  if (CHECKED.includes(name)) return html`<label><input type="checkbox" name=${name} value="1"> ${text}</label>`;
  if (name === "looked") return select(id, name, text, [["", say("unknown")], ["yes", say("yes")], ["no", say("no")]]);
  if (name === "measure" || name === "cause") return select(id, name, text, words[`${name}s`]);
  return input(id, name, text, { required: needed, pattern: PATTERNS[name], most: 40 });
}
const reported = (fields) => ({ command: "report", incident: fields.incident, facts: Object.assign({}, fields.waived ? { waived: true } : {},
  ...Object.entries(fields).filter(([name, text]) => FACTS[name] && text).map(([name, text]) => FACTS[name](text))) });

/** Every dialog of a console, closed; `shell.open(name)` shows one. */
export function dialogs(shell, board) {
  const { view } = board.table, { duty } = shell, chosen = board.incidents.find(({ incident }) => incident === shell.incident) ?? board.incidents[0];
  const sends = (make, told) => async (event) => {
    event.preventDefault();
    const form = event.target, fields = Object.fromEntries(new FormData(form));
    await shell.give(make(fields), told);
    if (shell.error) return;
    form.reset();
    form.closest("dialog").close();
  };
  const close = ({ target }) => target.closest("dialog").close();
  const dialog = (name, title, make, told, content) => html`<dialog class=${name} aria-labelledby="${name}-title" @close=${() => { shell.opened = ""; shell.focusDuty(); }}><h2 id="${name}-title">${title}</h2><form @submit=${sends(make, told)}>${content}
    ${shell.opened === name ? html`<p class=${shell.error ? "error" : "nothing"} role="alert">${shell.error}</p>` : nothing}<p class="acts"><button class="main" ?disabled=${shell.busy}>${title}</button><button type="button" @click=${close}>${say("cancel")}</button></p></form></dialog>`;
  const grounds = (name) => input(`${name}-grounds`, "grounds", say("correct-grounds"));
  const free = Array.from({ length: view.positions }, (_, place) => place + 1).filter((each) => !view.seats.some(({ position }) => position === each));
  const players = [...new Map(view.seats.map((seat) => [seat.player, seat])).values()];
  const blind = duty?.kind === "ask" ? duty.options.filter(({ command }) => command === "bet_blind") : [];
  return html`${chosen ? dialog("incident", say("incident"), reported, "", html`
      ${select("incident-what", "incident", say("incidentWhat"), board.incidents.map(({ incident, name }) => [incident, name, incident === chosen.incident]), ({ target }) => { shell.incident = target.value; })}
      ${chosen.needs.map((name) => fact(name, !CHECKED.includes(name)))}${chosen.may.map((name) => fact(name, false))}<label><input type="checkbox" name="waived" value="1"> ${say("waived")}</label>`) : nothing}
    ${dialog("call", say("call"), ({ about }) => ({ command: "call_supervisor", about }), say("called"), input("call-about", "about", say("callAbout"), { required: false }))}
    ${dialog("dispute", say("dispute"), ({ player, about }) => ({ command: "open_dispute", player, about }), say("disputed"), html`
      ${select("dispute-player", "player", say("fact-position"), view.seats.map(({ position, player }) => [player, say("seat", { position })]))}${input("dispute-about", "about", say("disputeAbout"))}`)}
    ${dialog("undo", say("undo"), (fields) => ({ command: "take_back", ...fields }), say("undone"), html`<p>${say("undoAbout")}</p>${grounds("undo")}`)}
    ${dialog("correct", say("correct"), ({ old, card, grounds: why }) => ({ command: "correct_card", old: cardOf(old), new: cardOf(card), grounds: why }), say("corrected"), html`
      ${["old", "card"].map((name) => input(`correct-${name}`, name, say(`correct-${name}`), { pattern: CARD, most: 2 }))}${grounds("correct")}`)}
    ${board.stakes.length ? dialog("correct-wager", say("correctWager"), ({ which, amount, grounds: why }) => {
      const { position, wager } = board.stakes[Number(which)];
      return { command: "correct_wager", position, wager, cents: Math.round(Number(amount.replace(",", ".")) * CENTS), grounds: why };
    }, say("correctedWager"), html`
      ${select("correct-which", "which", say("correct-which"), board.stakes.map(({ position, wager, cents }, place) => [place, say("correct-stake", { position, wager: label(wager), amount: money(cents) })]))}
      ${input("correct-amount", "amount", say("correct-cents"), { pattern: "[0-9]{1,7}([.,][0-9]{1,2})?", most: 12, mode: "decimal" })}${grounds("wager")}`) : nothing}
    ${dialog("blind", say("blind"), (fields) => ({ command: "play", do: { command: "bet_blind", position: duty.position, cents: blind.map(({ wager }) => Number(fields[wager])) } }), "", html`
      ${blind.map(({ wager, choices_cents: choices }) => select(`blind-${wager}`, wager, say("blindStreet", { street: label(wager) }), choices.map((cents, place) => [cents, `${place + 1} × (${plain(cents)})`])))}`)}
    ${dialog("sit", say("sit"), ({ position, whose, player }) => ({ command: "sit", position: Number(position), player: whose || player, ...(whose ? { nobody_shut_out: true, seats_elsewhere: true } : {}) }), "", html`
      ${select("sit-position", "position", say("fact-position"), free.map((each) => [each, each]))}
      ${input("sit-player", "player", say("sitAs"), { required: false, most: 64 })}
      ${players.length ? select("sit-whose", "whose", say("sitWho"), [["", say("sitNew")], ...players.map(({ player }) => [player, say("sitBox", { player: shell.called(player) })])]) : nothing}`)}`;
}
