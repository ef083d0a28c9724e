// The hashes of the views that the server has sent to this browser, kept for the latest rounds of a table.
import { nameOf } from "./evidence.js";

const FRAMED = 200;
const framesName = (table, number) => `${nameOf(table, number)}!`;
/** The hashes of the views of a round that the server has sent to this browser, by version, each after its language. */
export const framesOf = (table, number) => { try { return JSON.parse(localStorage.getItem(framesName(table, number))) ?? {}; } catch { return {}; } };
export function keepFrame(table, number, version, hash) {
  try {
    localStorage.setItem(framesName(table, number), JSON.stringify({ ...framesOf(table, number), [version]: `${document.documentElement.lang} ${hash}` }));
    localStorage.removeItem(framesName(table, number - FRAMED));
  } catch { /* nothing can be kept: the check says so */ }
}
