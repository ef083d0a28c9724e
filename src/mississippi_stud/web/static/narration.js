// What happens on the table, told as a dealer would.
import { capital, cardName, cardNames, either, label, money, netOf, ownHand, say, sidesWon, words } from "./table.js";

/** What is in one's hand and on the board, and what that makes so far: for whoever hears the table. */
export function holding({ view, so_far: made }) {
  const hand = ownHand(view), board = view.round?.community.filter((card) => card !== null) ?? [];
  if (!hand?.hole.length || !hand.hole.every((card) => card !== null)) return "";
  return [board.length ? say("holdWith", { cards: cardNames(hand.hole), board: cardNames(board) }) : "", made ? say("soFar", { hand: made }) : ""].join(" ");
}

function turned(view, since) {
  const cards = view.round.community.filter((card, place) => card !== null && (since?.community[place] ?? null) === null).map(cardName);
  if (!cards.length) return [];
  return [capital(cards.length === 1 ? say("turned", { card: cards[0] }) : say("turnedAll", { cards: cards.join(", ") }))];
}

function settled({ view, rows }) {
  const net = netOf(view), made = view.made[view.own[0]];
  return [
    ...(made ? [say("made", { hand: words.say[`made-${made}`] ?? label(made) })] : []),
    ...sidesWon(view).filter(({ wager }) => rows[wager]).map(({ wager }) => say("sideWins", { wager: capital(label(wager)), hand: label(rows[wager]) })),
    net > 0 ? say("won", { amount: money(net) }) : net < 0 ? say("lost", { amount: money(-net) }) : say("even"),
  ];
}

/** What is new between two looks at a table; `deciding` if it is one's own turn, `choosing` if wagers are to be placed. */
export function narrate(before, seen, { deciding, choosing }) {
  const { view } = seen, past = before?.view.number === view.number ? before.view : null;
  const hand = ownHand(view), had = past && ownHand(past), phase = view.round?.phase, since = past?.round, lines = [];
  if (hand?.hole.length && !had?.hole.length) lines.push(say("dealt", { cards: cardNames(hand.hole) }));
  if (hand?.ending === "folded" && had?.ending !== "folded") lines.push(say("folded"));
  if (hand?.hole.length) lines.push(...turned(view, since));
  if (phase === "settled" && since?.phase !== "settled") lines.push(...settled(seen));
  else if (phase === "void" && since?.phase !== "void") lines.push(say("void"));
  else if (choosing && !past) lines.push(say(view.number > 1 ? "place" : "goal"));
  else if (deciding && since?.phase !== phase) lines.push(say("decide", { multiples: either(view.multiples.map(String)) }));
  return lines.join(" ");
}
