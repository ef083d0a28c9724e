// The table is asked for while the rest of its page is still on the way.
import { look, openTable } from "./api.js";
import { plain, words } from "./words.js";

let hear = () => {};
/** Come to the table that the page is for: one with others, or one's own. */
export const arrive = (away) => words.table ? look(`/tables/${words.table}`, away) : openTable(words.book, away);
const asked = arrive((...told) => hear(...told));
asked.catch(() => {}); // whoever waits for it is told
plain(0); // the first number takes the browser long to write: better while the answer is on its way

/** The table that was asked for first; `away` is told what is missing meanwhile. */
export function firstTable(away) {
  hear = away;
  return asked;
}
