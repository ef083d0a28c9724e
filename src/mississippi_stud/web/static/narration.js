// What happens on the table, told as a dealer would.
import { capital, cardNames, either, fieldsOf, label, money, netOf, ownHand, received, say, sidesWon, words } from "./table.js";

/** What is in one's hand and on the board, and what that makes so far: for whoever hears the table. */
export function holding({ view, so_far: made }) {
  const hand = ownHand(view), board = view.round?.community.filter((card) => card !== null) ?? [];
  if (!hand?.hole.length || !hand.hole.every((card) => card !== null)) return "";
  return [board.length ? say("holdWith", { cards: cardNames(hand.hole), board: cardNames(board) }) : "", made && view.playing ? say("soFar", { hand: made }) : ""].join(" ");
}

function turned(view, since) {
  const cards = view.round.community.filter((card, place) => card !== null && (since?.community[place] ?? null) === null);
  return cards.length ? [say(cards.length > 1 ? "turnedAll" : "turned", { card: cardNames(cards), cards: cardNames(cards) })] : [];
}

/** The hand that somebody has at the end, and that it wins nothing if it does not. */
function handOf({ view, so_far: pair }, made) {
  const [main] = fieldsOf(view), { outcome } = view.round.results.find(({ position, wager }) => position === view.own[0] && wager === main.wager) ?? {};
  const hand = pair || label(made), key = made === "nothing" ? "made-nothing" : `made-${outcome}`;
  return words.say[key] ? say(key, { hand }) : hand;
}

function settled(seen) {
  const { view, rows } = seen, net = netOf(view), made = view.made[view.own[0]];
  return [
    ...(made ? [say("made", { hand: handOf(seen, made) })] : []),
    ...sidesWon(view).filter(({ wager }) => rows[wager]).map(({ wager }) => say("sideWins", { wager: capital(label(wager)), hand: label(rows[wager]) })),
    ...received(view).map(({ wager, won_cents: cents }) => say("received", { wager: capital(label(wager)), amount: money(cents) })),
    net > 0 ? say("won", { amount: money(net) }) : net < 0 ? say("lost", { amount: money(-net) }) : say("even"),
  ];
}

const isDeciding = (view) => view?.options.some(({ command }) => command === "bet");

/** What is new between two looks at a table; `deciding` if it is one's own turn, `choosing` if wagers are to be placed. */
export function narrate(before, seen, { deciding, choosing }) {
  const { view } = seen, past = before?.view.number === view.number ? before.view : null;
  const hand = ownHand(view), had = past && ownHand(past), phase = view.round?.phase, since = past?.round, lines = [];
  const over = !before && phase === "settled"; // who comes back after a round is told how it ended
  if (hand?.hole.length && !had?.hole.length && !over) lines.push(say("dealt", { cards: cardNames(hand.hole) }));
  if (hand?.ending === "folded" && had?.ending !== "folded") lines.push(say("folded"));
  if (hand?.hole.length && !over) lines.push(...turned(view, since));
  if (phase === "settled" && hand && since?.phase !== "settled") lines.push(...settled(seen));
  else if (phase === "void" && since?.phase !== "void") lines.push(say("void"));
  else if (choosing && !past) lines.push(say(view.number > 1 ? "place" : "goal"));
  else if (deciding && (since?.phase !== phase || !isDeciding(past))) lines.push(say("decide", { multiples: either(view.multiples.map(String)) }));
  return lines.join(" ");
}
