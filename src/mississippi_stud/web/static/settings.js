// What somebody has chosen for themselves, kept in the browser and with the account: sound, speed, the looks of cards and felt, a clock, keys.
import { html, nothing, live as bound } from "./lit.js";
import { dress, keepSettings, kept, light } from "./page.js";
import { say, words } from "./words.js";

const DEFAULTS = { sound: false, speed: "normal", deck: "four", faces: "usual", felt: "green", clock: false, keys: true, key: {}, coach: "off" };
/** What there is to choose from, by the names of sentences. */
const CHOICES = { deck: ["deck-four", "deck-two"], faces: ["faces-usual", "faces-large"], felt: ["felt-green", "felt-blue", "felt-red", "felt-purple"] };
/** How many times as long as others somebody may have at a timed table. */
export const PACES = [1, 2, 10];
/** Milliseconds from one card to the next. */
const PACE = { normal: 600, fast: 250, none: 0 };
const KEYS = { fold: "f", all: "m", deal: "d", anew: "n", double: "x", undo: "u", again: "r", clear: "c", help: "?",
  hand: "h", board: "b", stakes: "s", time: "t", others: "o", meter: "j" };
/** What is told on request and changes nothing. */
export const TOLD = ["hand", "board", "stakes", "time", "others", "meter"];

export const settings = { ...DEFAULTS, ...kept() };

export function choose(changes) {
  Object.assign(settings, changes);
  keepSettings(settings, changes);
  dress();
}

/** Nothing moves for whoever asks for that, here or in their system. */
export const pace = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE[settings.speed] ?? PACE.normal);
export const isStill = () => pace() === 0;

/** The key of an action: one's own, else the usual one; a bet's is its multiple. */
export const keyOf = (action) => settings.key[action] ?? KEYS[action] ?? action;
/** The action of a key among those that there are. */
export const actionOf = (key, multiples) => settings.keys ? [...Object.keys(KEYS), ...multiples.map(String)].find((action) => keyOf(action) === key) : undefined;

const names = () => ({ fold: words.terms.fold, all: words.terms["max-all"], deal: `${words.terms.deal} / ${words.terms.rebet}`, anew: words.terms["new-game"],
  double: say("double"), undo: say("undo"), again: say("again"), clear: say("clearAll"), help: say("thisHelp"),
  ...Object.fromEntries(TOLD.map((what) => [what, say(`key-${what}`)])) });
/** Every action that there is in this book, with its key and its name. */
export const shortcuts = (multiples) => [...multiples.map((times) => [String(times), `${times}×`]), ...Object.entries(names())]
  .filter(([, name]) => name).map(([action, name]) => ({ action, name, key: keyOf(action) }));

const check = (name, on, change) => html`<label class="switch"><input type="checkbox" name=${name} .checked=${bound(on)} @change=${(event) => change(event.target.checked)}> <span>${say(name)}</span></label>`;
const one = (name, options, now, change) => html`<label class="pick"><span>${say(name)}</span> <select name=${name} @change=${(event) => change(event.target.value)}>
  ${options.map(([value, text]) => html`<option value=${value} ?selected=${value === now}>${text}</option>`)}</select></label>`;

/** The action for which a key was chosen that is taken, and by which. */
let clash = {};

/** A field for a key of one's own; two actions never have the same. */
const keyField = ({ action, name, key }, all, changed) => html`<label class="pick"><span>${name}</span>
  <input class="key" name="key-${action}" maxlength="1" autocomplete="off" autocapitalize="off" .value=${bound(key.toUpperCase())} @focus=${(event) => event.target.select()}
    @change=${(event) => {
      const wanted = event.target.value.trim().toLowerCase(), taken = all.find((other) => other.action !== action && other.key === wanted);
      clash = { action, taken };
      if (wanted && !taken) choose({ key: { ...settings.key, [action]: wanted } });
      changed();
    }}></label>${clash.action === action && clash.taken ? html`<p class="fault" role="alert">${say("keyTaken", { key: clash.taken.key.toUpperCase(), action: clash.taken.name })}</p>` : nothing}`;

/** Everything there is to choose; `changed` is told of every change. */
export function choices({ multiples, practice, setPractice, changed }) {
  const set = (changes) => { choose(changes); changed(changes); }, all = shortcuts(multiples), { lang, dataset } = document.documentElement;
  const look = (name) => one(name, CHOICES[name].map((each) => [each.slice(name.length + 1), say(each)]), settings[name], (value) => set({ [name]: value }));
  return html`${check("sound", settings.sound, (sound) => set({ sound }))}
    ${check("clock", settings.clock, (clock) => set({ clock }))}
    ${check("practise", practice, setPractice)}
    ${one("coach", ["off", "warn", "each", "round"].map((value) => [value, say(`coach-${value}`)]), settings.coach, (coach) => set({ coach }))}
    ${one("speed", Object.keys(PACE).map((value) => [value, say(`speed-${value}`)]), settings.speed, (speed) => set({ speed }))}
    ${one("pace", PACES.map((times) => [String(times), say(`pace-${times}`)]), String(settings.pace ?? 1), (times) => set({ pace: Number(times) }))}
    ${Object.keys(CHOICES).map(look)}
    ${one("theme", ["", "light", "dark"].map((value) => [value, say(`theme-${value || "system"}`)]), dataset.theme ?? "", light)}
    ${one("language", [["en", "English"], ["fr", "Français"]], lang, () => document.getElementById("language").click())}
    <fieldset class="keys"><legend>${say("help")}</legend>
      ${check("shortcuts", settings.keys, (keys) => set({ keys }))}
      <div class="grid" ?hidden=${!settings.keys}>${all.map((each) => keyField(each, all, () => changed({})))}
        <button type="button" class="plain" @click=${() => { clash = {}; set({ key: {} }); }}>${say("usualKeys")}</button></div></fieldset>`;
}

/** Close a panel by a click beside it, in every browser: not all of them know `closedby` (decision 321). */
export function beside({ currentTarget: panel, target, clientX: x, clientY: y }) {
  const { left, right, top, bottom } = panel.getBoundingClientRect();
  if (target === panel && (x < left || x > right || y < top || y > bottom)) panel.close();
}

/** The panel at the table. */
export const panel = (chosen) => html`<dialog class="settings" @click=${beside} aria-labelledby="settings-title"><h2 id="settings-title">${say("settings")}</h2>
  ${choices(chosen)}
  <p><a href="/care">${say("toCare")}</a></p>
  <form method="dialog" class="after"><button class="main">${say("close")}</button></form></dialog>`;
