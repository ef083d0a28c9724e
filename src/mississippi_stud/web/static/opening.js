// What the page brought of its table is shown at once; else the table is asked for while the rest of the page is still on the way.
import { look, openTable } from "./api.js";
import { plain, words } from "./words.js";

/**
 * The table as the page brought it, without an id if it is yet to be opened. A page that one goes back to may be an old one; and
 * whoever follows a link from elsewhere comes without their cookie, but their browser has kept something.
 */
const isOld = performance.getEntriesByType("navigation")[0]?.type === "back_forward", wasHere = localStorage.length > 0;
export const brought = isOld || (wasHere && !words.now?.id) ? null : words.now;

let hear = () => {};
/** Come to the table that the page is for: one with others, or one's own. */
export const arrive = (away) => words.table ? look(`/tables/${words.table}`, away) : openTable(words.book, away);
const ask = () => arrive((...told) => hear(...told));
let asked = brought ? null : ask();
asked?.catch(() => {}); // whoever waits for it is told
plain(0); // the first number takes the browser long to write: better while other scripts are on their way

/** The table that was asked for first; `away` is told what is missing meanwhile. */
export function firstTable(away) {
  hear = away;
  return (asked ??= ask());
}
