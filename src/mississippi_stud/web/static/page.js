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
dress();

/** Dark or light; as the system has it if empty. The server is told, so that no page flashes. */
export function light(value) {
  if (value) root.dataset.theme = value; else delete root.dataset.theme;
  document.cookie = `mstud_theme=${value}; path=/; max-age=${value ? YEAR : 0}; samesite=lax`;
}

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  light(dark ? "light" : "dark");
});

const language = document.getElementById("language");
language?.addEventListener("click", () => {
  const link = new URL(language.href);
  link.searchParams.set("to", location.pathname + location.search);
  language.href = link.href;
});

// Without it everything works as well, except that there is no page of our own while the server is out of reach.
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {}));
