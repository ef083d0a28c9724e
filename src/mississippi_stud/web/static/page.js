// What every page shares: the reader's choice of dark or light, and a language switch that keeps the place.
const root = document.documentElement;
const YEAR = 365 * 24 * 3600;

document.getElementById("theme")?.addEventListener("click", () => {
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  document.cookie = `mstud_theme=${root.dataset.theme}; path=/; max-age=${YEAR}; samesite=lax`;
});

const language = document.getElementById("language");
language?.addEventListener("click", () => {
  const link = new URL(language.href);
  link.searchParams.set("to", location.pathname + location.search);
  language.href = link.href;
});

// The colours of the suits, as chosen on the table, wherever cards are shown.
try { root.dataset.deck = JSON.parse(localStorage.getItem("settings") ?? "{}").deck ?? "four"; } catch { root.dataset.deck = "four"; }
