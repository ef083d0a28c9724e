// While the server is out of reach, whoever opens a page is told so. Nothing else is kept here: the files of that page have
// a hash in their names, everything else comes from the server, and so nothing is ever out of date.
const CACHE = "offline {{ version }} {{ static }}", OFFLINE = "/offline";
const FILES = [OFFLINE, ...["style.css", "icon.svg", "offline.js"].map((name) => `{{ static }}/${name}`)];

const others = async () => (await caches.keys()).filter((name) => name !== CACHE);

addEventListener("install", (event) => event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => skipWaiting())));

addEventListener("activate", (event) => event.waitUntil((async () => {
  await Promise.all((await others()).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
})()));

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const told = await caches.match(OFFLINE);
    if (!told) throw error;
    return told;
  }
}

addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  if (mode === "navigate") event.respondWith(page(event));
  else if (FILES.includes(new URL(url).pathname)) event.respondWith(caches.match(event.request).then((found) => found ?? fetch(event.request)));
});
