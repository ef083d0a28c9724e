// What is drawn between two views: the cards of a round that has ended, one after the other, and the verdict after the last.
import { isMine, ownHand } from "./table.js";

const stakesOf = (view) => (view.round?.hands ?? []).filter(isMine(view)).flatMap(({ wagers_cents: wagers }) => Object.values(wagers)).reduce((sum, each) => sum + each, 0);

/** The table as it was before it was settled, with those community cards turned that stand in `open`. */
function unsettled(before, after, open) {
  const { view } = after, { round } = view, since = before.view.round;
  const hands = round.hands.map((hand) => view.own.includes(hand.position) ? hand
    : { ...hand, hole: since.hands.find(({ position }) => position === hand.position)?.hole ?? hand.hole });
  const community = round.community.map((card, place) => (open.includes(place) ? card : since.community[place] ?? null));
  return { ...after, rows: {}, so_far: "", balance_cents: before.balance_cents - (stakesOf(view) - stakesOf(before.view)),
    view: { ...view, playing: true, turn: null, options: [], made: {}, made_by_community: null,
      round: { ...round, phase: since.phase, results: [], bonus_cards: since.bonus_cards, hands, community } } };
}

/** What to draw before the table as it is now: nothing, unless a round has ended and cards were turned for it. */
export function beats(before, after) {
  const since = before?.view.round, now = after.view.round;
  if (!since || !now?.results.length || since.results.length || before.view.number !== after.view.number || !ownHand(before.view)?.hole.length) return [];
  const turned = now.community.flatMap((card, place) => (card !== null && (since.community[place] ?? null) === null ? [place] : []));
  return turned.length ? [[], ...turned.map((_, count) => turned.slice(0, count + 1))].map((open) => unsettled(before, after, open)) : [];
}
