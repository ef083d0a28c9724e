// What somebody hears who asks for it by a key: the hand, the board, the stakes, the time, the others, the meter.
import { capital, cardNames, duration, label, money, ownHand, say, seatName, words } from "./table.js";
import { serverTime } from "./live.js";

const total = (wagers) => Object.values(wagers).reduce((sum, each) => sum + each, 0);
const lies = (wagers) => Object.entries(wagers).map(([wager, cents]) => say("spotLaid", { wager: capital(label(wager)), amount: money(cents) })).join(", ");
const isUp = (card) => card !== null;

function hand({ view, so_far: made }) {
  const held = ownHand(view);
  if (!held?.hole.length) return say("hearNoHand");
  return [held.hole.every(isUp) ? say("dealt", { cards: cardNames(held.hole) }) : say("hearHidden"), held.ending ? `${capital(words.names[held.ending])}.` : made && view.playing ? say("soFar", { hand: made }) : ""].join(" ");
}

function board({ view }) {
  const cards = view.round?.community ?? [], up = cards.filter(isUp);
  return up.length ? say("hearBoard", { cards: cardNames(up), left: cards.length - up.length }) : say("hearNoBoard");
}

function stakes({ view, balance_cents: balance }, amounts) {
  const placed = view.playing ? ownHand(view)?.wagers_cents ?? {} : {}, chosen = Object.fromEntries(Object.entries(amounts).filter(([, cents]) => cents));
  const told = total(placed) ? say("hearStakes", { wagers: lies(placed), amount: money(total(placed)) }) : total(chosen) ? say("hearChosen", { wagers: lies(chosen) }) : say("hearNoStakes");
  return `${told} ${say("hearBalance", { amount: money(balance) })}`;
}

function time({ view }) {
  if (!view.playing || !view.due_at) return say("hearNoTime");
  const left = Math.max(0, Math.ceil((view.due_at / 1000 - serverTime()) / 1000)), own = view.seats.find((seat) => seat.own);
  return [left > 90 ? say("hearMinutes", { time: duration(Math.round(left / 60)) }) : say("secondsLeft", { seconds: left }), own?.reserve_seconds ? say("hearReserve", { seconds: own.reserve_seconds }) : ""].join(" ");
}

/** What another seat does: never what it holds, unless that lies face up. */
function other(view, seat) {
  const held = view.round?.hands.find(({ position }) => position === seat.position), cards = held?.hole.filter(isUp) ?? [];
  const doing = seat.away_at ? "away" : seat.sits_out ? "sitsOut" : held?.ending ? null : seat.asked ? (held?.hole.length ? "decides" : "placing") : seat.ready && view.round?.phase === "betting" ? "ready" : null;
  return [seatName(seat), held && total(held.wagers_cents) ? money(total(held.wagers_cents)) : "", held?.ending ? words.names[held.ending] : doing ? say(doing) : "", cards.length ? cardNames(cards) : ""].filter(Boolean).join(", ");
}
const others = ({ view }) => { const told = view.seats.filter((seat) => !seat.own).map((seat) => other(view, seat)); return told.length ? `${told.join(". ")}.` : say("hearAlone"); };

const meter = (now) => now ? say("hearMeter", { wager: now.name, amount: money(now.shown_cents) }) : say("hearNoMeter");

/** What is told of the table as it is shown, by the name of the key. */
export const hear = (what, { shown, wagers, choosing }, now) => ({
  hand: () => hand(shown), board: () => board(shown), stakes: () => stakes(shown, choosing ? wagers.amounts : {}), time: () => time(shown), others: () => others(shown), meter: () => meter(now),
})[what]();
