// Comes back by itself: as soon as the server answers, the page that was asked for is loaded.
const EVERY = 3000;

async function ask() {
  const { ok } = await fetch("/healthz", { cache: "no-store" }).catch(() => ({ ok: false }));
  if (ok) location.replace(location.pathname === "/offline" ? "/" : location.href);
}
setInterval(ask, EVERY);
addEventListener("online", ask);
