// What every page shares: how the reader wants things to look, a language switch that keeps the place, and the service worker.
const root = document.documentElement;
const YEAR = 365 * 24 * 3600;
const LOOKS = ["deck", "faces", "felt"];

/** What somebody has chosen in this browser. */
export const kept = () => { try { return JSON.parse(localStorage.getItem("settings") ?? "{}"); } catch { return {}; } };

/** Give cards and felt the looks that were chosen at the table, wherever they are shown. */
export function dress() {
  const chosen = kept();
  for (const look of LOOKS) if (chosen[look]) root.dataset[look] = chosen[look]; else delete root.dataset[look];
}

/** What somebody who has signed in has chosen, on any device: texts by name. Nothing for a guest. */
const account = root.dataset.preferences && JSON.parse(root.dataset.preferences);
const PLAIN = ["practice", "tour"];
const texts = (chosen) => Object.fromEntries(Object.entries(chosen).map(([name, value]) => [name, JSON.stringify(value)]));
const send = (changes) => fetch("/api/account/preferences", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(changes), keepalive: true }).catch(() => {});

/** Keep a choice in this browser and, for whoever has signed in, with the account: the last device to choose wins. */
export function keep(name, text) {
  localStorage.setItem(name, text);
  if (account) send({ [name]: text });
}
/** Keep what was chosen for the table. */
export function keepSettings(all, changes) {
  localStorage.setItem("settings", JSON.stringify(all));
  if (account) send(texts(changes));
}
if (account) {
  const chosen = {};
  for (const [name, text] of Object.entries(account)) {
    if (PLAIN.includes(name)) localStorage.setItem(name, text);
    else try { chosen[name] = JSON.parse(text); } catch { /* the language, or the theme: the server knows them */ }
  }
  const here = { ...kept(), ...chosen };
  localStorage.setItem("settings", JSON.stringify(here));
  if (!Object.keys(account).length) { // a new account begins with what was chosen as a guest
    const plain = PLAIN.filter((name) => localStorage.getItem(name)).map((name) => [name, localStorage.getItem(name)]);
    send({ ...texts(here), ...Object.fromEntries(plain), language: root.lang, ...(root.dataset.theme ? { theme: root.dataset.theme } : {}) });
  }
}
dress();

/** Dark or light; as the system has it if empty. The server is told, so that no page flashes. */
export function light(value) {
  if (value) root.dataset.theme = value; else delete root.dataset.theme;
  document.cookie = `mstud_theme=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
  if (account) send({ theme: value });
  for (const each of value ? document.querySelectorAll("picture > *") : []) // what the server has drawn, drawn anew
    for (const name of ["srcset", "src"]) if (each[name]) each[name] = each[name].replace(/theme=\w+/, `theme=${value}`);
}

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  light(dark ? "light" : "dark");
});

// A page that comes in another language has the focus where it was changed: at the link, or in the settings once they are drawn.
const language = document.getElementById("language"), CHANGED = "language changed in";
let changedIn = null;
try { changedIn = sessionStorage.getItem(CHANGED); sessionStorage.removeItem(CHANGED); } catch { /* it cannot be known */ }
if (changedIn === "header") language?.focus();
/** Whether the language was changed in the settings a moment ago; this is told once. */
export const cameFromSettings = () => changedIn === "settings" && (changedIn = "", true);
language?.addEventListener("click", ({ isTrusted }) => { // the settings click it by script
  try { sessionStorage.setItem(CHANGED, isTrusted ? "header" : "settings"); } catch { /* the page comes all the same */ }
  const link = new URL(language.href);
  link.searchParams.set("to", location.pathname + location.search);
  language.href = link.href;
});

// Whoever waits in line for a seat is told of it on every page; in another tab too, from the moment they join the line.
const offers = document.getElementById("offers"), followLine = () => import("./offers.js");
if (offers?.dataset.waits) addEventListener("load", followLine);
if (offers) new BroadcastChannel("line").addEventListener("message", followLine);

// Without it everything works as well, except that there is no page of our own while the server is out of reach.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
