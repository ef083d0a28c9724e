// One's part in the shuffle at a table of several: the hash of a seed is published before anybody's seed is opened (decision 93).
import { newId, overlook, send } from "./api.js";
import { keep, keptOf, sentSeed } from "./evidence.js";
import { seedHash } from "./proof.js";

const plan = ({ id }, number, planned) => keep(id, number, { planned });
const chosen = () => localStorage.getItem("seed");

/** The seed if it may be opened: its hash stands before any is open; else the one that was planned, or none. */
export async function published({ seat, table, lost }, seed) {
  const { id, view } = table, { planned } = keptOf(id, view.committed), hash = await seedHash(seed);
  const stands = ({ seats }, wanted) => seats.some((each) => each.position === seat && each.seed_hash === wanted);
  if (stands(view, hash)) return seed;
  const { view: after } = await send(id, { command: "commit_seed", position: seat, seed_hash: hash }, lost);
  return stands(after, hash) ? seed : planned && stands(after, await seedHash(planned)) ? planned : "";
}

/** The hash of the seed for the round after this one, which goes with the wagers. */
export async function nextHash({ table }) {
  const next = chosen() || newId();
  plan(table, table.view.committed + 1, next);
  return { next_seed_hash: await seedHash(next) };
}

/** Publish the hash of one's seed as soon as there is a seat, so that it counts whoever opens theirs first. */
export async function prepare(game) {
  const { table, table: { view } } = game, own = view.seats.find(({ position }) => position === game.seat);
  if (!own || own.seed_hash || view.seats.some(({ seed }) => seed !== null) || (view.playing && !game.betting) || game.prepared === view.committed) return;
  game.prepared = view.committed;
  const seed = chosen() || sentSeed(table) || newId();
  plan(table, view.committed, seed);
  await published(game, seed).catch(overlook);
}
