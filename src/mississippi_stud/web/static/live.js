// The live socket: one for the page, for any number of topics. It tells at once when it is away, and heals by itself.
import "./lag.js";
import { get, spoken, tellMeter } from "./api.js";
import { keepFrame } from "./frames.js";

const PING = 2_500, DEAD = 6_000, AWAKE = 1_000, SOONEST = 250, LATEST = 2_000, SOON = 700, EAGER = 30, AT_ONCE = 32; // a page is back within a second of the network, and after a long outage within two
const unescaped = (step) => step.replaceAll("~1", "/").replaceAll("~0", "~");

/** With this the socket of somebody who has signed out is closed. */
export const SIGNED_OUT = 4401;
/** Whoever shows how long the server takes to answer listens for this; null while it is away. */
const tellLag = (lag) => dispatchEvent(new CustomEvent("lag", { detail: lag }));

let ahead = 0;
/** The server's time in milliseconds since 1970, as far as the pings tell. */
export const serverTime = () => Date.now() + ahead;

/** The view after a JSON Patch of `add`, `remove` and `replace`; what is not changed is shared with the old one. */
export function applied(old, changes) {
  const changed = (view, { op, value }, [step, ...rest]) => {
    if (step === undefined) return value;
    const copy = Array.isArray(view) ? [...view] : { ...view }, name = unescaped(step);
    if (!rest.length && op === "remove") delete copy[name];
    else copy[name] = changed(view[name], { op, value }, rest);
    return copy;
  };
  return changes.reduce((view, change) => changed(view, change, change.path.split("/").slice(1)), old);
}

/**
 * Show topics: `told` has what to do with each one's views, by topic; `ended` is told of a topic that is not there any
 * more, and of none, with a code, when the server has closed the socket. Whoever was away for too long for a page of a
 * house is led to sign in again by the page itself. Returns what ends it.
 */
export function watch(told, away, ended) {
  const held = {}, who = Symbol("live");
  let socket, timer, beat, tries = 0, askedAt = 0, lag = null, closed = false;
  const send = (message) => socket.send(JSON.stringify(message));
  const lost = () => {
    clearTimeout(timer);
    clearInterval(beat);
    if (closed) return;
    away("lostConnection", who);
    tellLag(null);
    const most = tries++ < EAGER ? SOON : LATEST;
    timer = setTimeout(connect, SOONEST + Math.random() * (most - SOONEST));
  };
  const drop = () => {
    if (!socket) return;
    const old = socket;
    socket = null;
    old.onclose = old.onmessage = old.onopen = null;
    old.close();
    lost();
  };
  /** Ask whether the server is there; it has so long to answer. */
  const ask = (patience) => {
    if (socket?.readyState !== WebSocket.OPEN) return;
    if (!askedAt) { askedAt = performance.now(); send({ do: "ping", lag_ms: lag }); }
    clearTimeout(timer);
    timer = setTimeout(drop, patience);
  };
  const take = (frame) => {
    const { topic, version, hash } = frame;
    if (frame.frame === "delta" && held[topic]?.hash !== frame.since) { send({ do: "subscribe", topics: { [topic]: "" } }); return; }
    held[topic] = { hash, view: frame.frame === "view" ? frame.view : applied(held[topic].view, frame.delta) };
    told[topic]?.(held[topic].view, version, hash);
    if (topic === "person") dispatchEvent(new CustomEvent("person", { detail: watch.person = held[topic].view }));
  };
  const heard = ({ data }) => {
    const frame = JSON.parse(data);
    if (frame.frame === "pong") {
      lag = Math.min(Math.round(performance.now() - askedAt), 60_000);
      askedAt = 0;
      ahead = frame.at / 1000 + lag / 2 - Date.now();
      clearTimeout(timer);
      tellLag(lag);
    } else if (frame.frame !== "problem") take(frame);
    else if (frame.problem.status === 404) ended(frame.topic);
    else if (frame.problem.status === 401) location.reload();
  };
  const connect = () => {
    clearTimeout(timer);
    if (closed) return;
    const own = socket = new WebSocket(`${location.origin.replace("http", "ws")}${spoken("/api/live")}`);
    timer = setTimeout(drop, DEAD);
    socket.onopen = () => {
      clearTimeout(timer);
      tries = askedAt = 0;
      const topics = Object.keys(told).map((topic) => [topic, held[topic]?.hash ?? ""]);
      while (topics.length) send({ do: "subscribe", topics: Object.fromEntries(topics.splice(0, AT_ONCE)) });
      ask(DEAD);
      beat = setInterval(() => { if (!askedAt) ask(DEAD); }, PING);
      away(false, who);
    };
    socket.onmessage = heard;
    socket.onclose = ({ code }) => { if (socket === own && !closed) { socket = null; lost(); ended(undefined, code); } };
  };
  /** The device is awake, or in the network, again: do not wait. */
  const wake = () => {
    if (closed || document.hidden) return;
    if (!socket) { tries = 0; connect(); } else ask(AWAKE);
  };
  const until = new AbortController(), { signal } = until;
  addEventListener("offline", drop, { signal });
  addEventListener("online", wake, { signal });
  addEventListener("pageshow", wake, { signal });
  document.addEventListener("visibilitychange", wake, { signal });
  connect();
  return () => {
    closed = true;
    until.abort();
    clearTimeout(timer);
    clearInterval(beat);
    socket?.close();
    away(false, who);
  };
}

/** Show a player's table, their money and its meter; `now` is what the page knows of it, and `left` that it is not theirs any more. `take` is told whether the money is as of the table. */
export function live(now, take, away, left) {
  const { id, house, meter } = now(), table = `table:${id}`;
  let mine = null;
  /** What concerns them at this table, once it is as of the table that the page shows: the money never tells how a round ended. */
  const own = (version) => {
    const seat = mine?.seats[id];
    if (!mine || (seat && seat.version !== version)) return null;
    const { balance_cents: held, more_money: more, tokens_cents, care } = mine, chips = seat?.stack_cents ?? null;
    return { balance_cents: chips ?? held, more_money: chips === null && more, tokens_cents, secrets_left: seat?.secrets_left ?? 0, disabled: seat?.disabled ?? null,
      care: care && { ...care, excluded: care.excluded.filter((each) => ["", house].includes(each.house)) } };
  };
  return watch({
    person: (view) => { mine = view; const paid = own(now().version); take({ ...now(), ...paid }, Boolean(paid)); },
    [table]: (sight, version, hash) => { keepFrame(id, sight.view.number, version, hash); const paid = own(version); if (version >= now().version) take({ ...now(), ...sight, version, ...paid }, Boolean(paid)); },
    ...(meter ? { [`meter:${meter.house}`]: ({ meters }) => tellMeter(meters[meter.meter]) } : {}),
  }, away, (topic) => {
    if (topic === table) left();
    else if (!topic) get(id).catch((error) => { if (error.status === 404) location.reload(); });
  });
}
