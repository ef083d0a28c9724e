// The table is asked for while the rest of its page is still on the way.
import { openTable } from "./api.js";
import { words } from "./words.js";

let hear = () => {};
const asked = openTable(words.book, (gone) => hear(gone));
asked.catch(() => {}); // whoever waits for it is told

/** The table that was asked for first; `away` is told what is missing meanwhile. */
export function firstTable(away) {
  hear = away;
  return asked;
}
