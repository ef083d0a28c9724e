// The API: each command with an id of its own, sent again under it until the server has answered (decision 63); errors as
// sentences.
export class Problem extends Error {}
/** Pass over what the server objects to; anything else is a fault. */
export const overlook = (error) => { if (!(error instanceof Problem)) throw error; };

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const OFFLINE = "offline", DATABASE_AWAY = "database-away", TOO_FAST = "too-many-requests", WRONG = "sign-in-failed";
/** Whoever was away for too long signs in again, and comes back; nothing else happens on this page. */
const signInAgain = (why) => {
  sessionStorage.setItem("why", why);
  location.assign(`/sign-in?to=${encodeURIComponent(location.pathname + location.search)}`);
  return new Promise(() => {});
};
/** The answer is in the language of the page. */
export const spoken = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${document.documentElement.lang}`;

/** Whoever shows the meter of a table listens for this. */
export const tellMeter = (meter) => { tellMeter.last = meter; dispatchEvent(new CustomEvent("meter", { detail: meter })); };

async function request(path, options = {}) {
  let response;
  try {
    response = await fetch(spoken(path), { credentials: "same-origin", ...options });
  } catch {
    throw Object.assign(new Problem(OFFLINE), { code: OFFLINE });
  }
  const body = (await response.json().catch(() => null)) ?? {};
  if (response.status === 401 && body.code !== WRONG) await signInAgain(body.detail);
  if (!response.ok) throw Object.assign(new Problem(body.detail ?? response.statusText), { status: response.status, code: body.code });
  if (body.meter) tellMeter(body.meter);
  return body;
}

/**
 * What to show of what several miss, each until it has it again: that nothing can be saved before that nobody can be
 * reached. Else a socket that is back would take away what a command still waits for.
 */
export function missing(show) {
  const missed = new Map();
  return (gone, who) => {
    if (gone) missed.set(who, gone); else missed.delete(who);
    const all = [...missed.values()];
    show(all.find((each) => each === "databaseAway") ?? all[0] ?? false);
  };
}

/**
 * Ask until there is an answer. Meanwhile `away` is told by the name of a sentence what is missing, and by false that it
 * is there again, and by whom.
 */
async function insist(path, options, away) {
  const who = Symbol(path);
  let gone = false;
  for (let wait = 300; ; wait = Math.min(2 * wait, 3000)) {
    try {
      const answer = await request(path, options);
      if (gone) away(false, who);
      return answer;
    } catch (error) {
      if (![OFFLINE, DATABASE_AWAY, TOO_FAST].includes(error.code)) { if (gone) away(false, who); throw error; }
      if (error.code !== TOO_FAST) away(gone = error.code === OFFLINE ? "lostConnection" : "databaseAway", who);
      await pause(wait);
    }
  }
}

/** Send until there is an answer: the id makes a command that was carried out already harmless. */
const post = (path, body, away) =>
  insist(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, away);

export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const openTable = (book, away) => post("/api/tables", { book }, away);
let recognised = false;
/** As `post`, by somebody whom the server knows: if the answer to a stranger were lost, whom they became would keep the seat (decision 505). */
async function postKnown(path, body, away) {
  if (!recognised) await post("/api/guest", {}, away);
  recognised = true;
  return post(path, body, away);
}
/** Open a table for several, which is found by its link. */
export const openCompany = (asked, away) => postKnown("/api/tables", { ...asked, id: newId() }, away);
export const takeSeat = (table, position, away) => postKnown(`/api/tables/${table}/seats`, { position, id: newId() }, away);
const line = new BroadcastChannel("line");
/** Wait in line for a seat at a table, or no longer; every page of this browser is told. */
export async function standInLine(table, waits, away) {
  const answer = await postKnown(`/api/tables/${table}/queue`, { waits, id: newId() }, away);
  line.postMessage(table);
  return answer;
}
export const send = (table, command, away) => post(`/api/tables/${table}/commands`, { id: newId(), command }, away);
export const exchangeIssued = (table, promotion, voucher, away) => post(`/api/tables/${table}/vouchers`, { promotion, voucher }, away);
export const exchangeVoucher = (table, away) => post(`/api/tables/${table}/voucher`, {}, away);
export const moreMoney = (table, away) => post(`/api/tables/${table}/money`, {}, away);
export const get = (table, path = "") => request(`/api/tables/${table}${path}`);
/** Look at something of the API, as soon as it is there. */
export const look = (path, away) => insist(`/api${path}`, {}, away);
/** Make the link by which anybody sees a round that is over. */
export const shareRound = (table, number, away = () => {}) => post(`/api/tables/${table}/rounds/${number}/share`, {}, away);

/** Ask for something of one's own account. */
export const account = (path, body = {}, method = "POST") => request(`/api/account${path}`,
  method === "POST" ? { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : { method });
/** One's own care, and a command about it. */
export const careWords = () => request("/care/words");
export const careNow = () => request("/api/care");
export const takeCare = (asked, away = () => {}) => post("/api/care/commands", asked, away);
/** Ask the trainer. */
export const train = (path, body, away) => post(`/api/trainer/${path}`, body, away);
/**
 * Ask about a house or, with a body, do something there, once under its id (decision 570); with `away`, it is sent until
 * there is an answer.
 */
export function house(name, path = "", body = undefined, away = undefined) {
  const options = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: newId(), ...body }) } : {};
  return away ? insist(`/api/houses/${name}${path}`, options, away) : request(`/api/houses/${name}${path}`, options);
}
/** Use a link that staff have made. */
export const link = (path, body = {}) => request(`/api${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
