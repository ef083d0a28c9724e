// What somebody has chosen for their own browser, kept there: sound, speed, colours of the suits, keys.
import { html, live as bound } from "./lit.js";
import { say, words } from "./words.js";

const DEFAULTS = { sound: false, speed: "normal", deck: "four", keys: true, key: {}, coach: "off" };
/** Milliseconds from one card to the next. */
const PACE = { normal: 600, fast: 250, none: 0 };
const KEYS = { fold: "f", all: "m", deal: "d", anew: "n", double: "x", undo: "u", again: "r", clear: "c", help: "?" };

const kept = () => { try { return JSON.parse(localStorage.getItem("settings") ?? "{}"); } catch { return {}; } };
export const settings = { ...DEFAULTS, ...kept() };

export function choose(changes) {
  Object.assign(settings, changes);
  localStorage.setItem("settings", JSON.stringify(settings));
  document.documentElement.dataset.deck = settings.deck;
}

/** Nothing moves for whoever asks for that, here or in their system. */
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE[settings.speed] ?? PACE.normal);
export const isStill = () => pace() === 0;

/** The key of an action: one's own, else the usual one; a bet's is its multiple. */
export const keyOf = (action) => settings.key[action] ?? KEYS[action] ?? action;
/** The action of a key among those that there are. */
export const actionOf = (key, multiples) => settings.keys ? [...Object.keys(KEYS), ...multiples.map(String)].find((action) => keyOf(action) === key) : undefined;

const names = () => ({ fold: words.terms.fold, all: words.terms["max-all"], deal: `${words.terms.deal} / ${words.terms.rebet}`, anew: words.terms["new-game"],
  double: say("double"), undo: say("undo"), again: say("again"), clear: say("clearAll"), help: say("thisHelp") });
/** Every action with its key and its name. */
export const shortcuts = (multiples) => [...multiples.map((times) => [String(times), `${times}×`]), ...Object.entries(names())]
  .map(([action, name]) => ({ action, name, key: keyOf(action) }));

const check = (name, on, change) => html`<label class="switch"><input type="checkbox" name=${name} .checked=${bound(on)} @change=${(event) => change(event.target.checked)}> <span>${say(name)}</span></label>`;
const one = (name, options, now, change) => html`<label class="pick"><span>${say(name)}</span> <select name=${name} @change=${(event) => change(event.target.value)}>
  ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}</select></label>`;

/** A field for a key of one's own; two actions never have the same. */
const keyField = ({ action, name, key }, all, changed) => html`<label class="pick"><span>${name}</span>
  <input class="key" name="key-${action}" maxlength="1" autocomplete="off" autocapitalize="off" .value=${bound(key.toUpperCase())} @focus=${(event) => event.target.select()}
    @change=${(event) => {
      const wanted = event.target.value.trim().toLowerCase();
      if (wanted && !all.some((other) => other.action !== action && other.key === wanted)) choose({ key: { ...settings.key, [action]: wanted } });
      changed();
    }}></label>`;

function theme(value) {
  const root = document.documentElement;
  if (value) root.dataset.theme = value; else delete root.dataset.theme;
  document.cookie = `mstud_theme=${value}; path=/; max-age=${value ? 365 * 24 * 3600 : 0}; samesite=lax`;
}

/** The panel; `changed` is told of every change. */
export function panel({ multiples, practice, setPractice, changed }) {
  const set = (changes) => { choose(changes); changed(changes); }, all = shortcuts(multiples);
  return html`<dialog class="settings" aria-labelledby="settings-title"><h2 id="settings-title">${say("settings")}</h2>
    ${check("sound", settings.sound, (sound) => set({ sound }))}
    ${check("practise", practice, setPractice)}
    ${one("coach", ["off", "warn", "each", "round"].map((value) => [value, say(`coach-${value}`)]), settings.coach, (coach) => set({ coach }))}
    ${one("speed", Object.keys(PACE).map((value) => [value, say(`speed-${value}`)]), settings.speed, (speed) => set({ speed }))}
    ${one("deck", ["four", "two"].map((value) => [value, say(`deck-${value}`)]), settings.deck, (deck) => set({ deck }))}
    ${one("theme", [["", say("theme-system")], ["light", say("theme-light")], ["dark", say("theme-dark")]], document.documentElement.dataset.theme ?? "", theme)}
    <fieldset class="keys"><legend>${say("help")}</legend>
      ${check("shortcuts", settings.keys, (keys) => set({ keys }))}
      <div class="grid" ?hidden=${!settings.keys}>${all.map((each) => keyField(each, all, () => changed({})))}
        <button type="button" class="plain" @click=${() => set({ key: {} })}>${say("usualKeys")}</button></div></fieldset>
    <form method="dialog"><button class="main">${say("close")}</button></form></dialog>`;
}
