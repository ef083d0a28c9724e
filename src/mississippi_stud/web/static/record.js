// What somebody has learnt, kept in their own browser: when each situation is due, and what their answers have cost.
// The server gives out its parts and takes them back; nobody else has them (decision 160).
const KEY = "trainer", VERSION = 1;
const fresh = () => ({ version: VERSION, courses: {}, tallies: {} });
const isRecord = (found) => found?.version === VERSION && [found.courses, found.tallies].every((part) => part && typeof part === "object" && !Array.isArray(part))
  && Object.values(found.courses).every((cards) => cards && typeof cards === "object" && Object.values(cards).every((each) => typeof each?.card === "string" && Number.isInteger(each.due) && Number.isInteger(each.share)))
  && Object.values(found.tallies).every((tally) => typeof tally === "string");

const kept = () => { try { return JSON.parse(localStorage.getItem(KEY)); } catch { return null; } };
const now = () => Math.floor(Date.now() / 60_000);
const DAY = 24 * 60;

export class Record {
  constructor() {
    const found = kept();
    this.all = isRecord(found) ? found : fresh();
  }

  keep() { localStorage.setItem(KEY, JSON.stringify(this.all)); }
  get tallies() { return this.all.tallies; }
  cards(course) { return this.all.courses[course] ?? {}; }
  due(course) { return Object.fromEntries(Object.entries(this.cards(course)).map(([id, { due }]) => [id, due])); }

  /** Take over what the record is after an answer; another tab may have written meanwhile. */
  add(course, { situation, card, due, share, rule, tally }) {
    const other = kept();
    if (isRecord(other)) this.all = other;
    if (situation) this.all.courses[course] = { ...this.cards(course), [situation]: { card, due, share } };
    this.all.tallies[rule] = tally;
    this.keep();
  }

  /** How many situations are known (not due within a day) and due now, and how much of what there is to lose is known. */
  progress(course) {
    const cards = Object.values(this.cards(course)), known = cards.filter(({ due }) => due > now() + DAY);
    return { known: known.length, due: cards.filter(({ due }) => due <= now()).length, share: known.reduce((sum, { share }) => sum + share, 0) / 1e6 };
  }

  get text() { return JSON.stringify(this.all); }

  /** Take a record from a file; false if it is none. */
  load(text) {
    let found;
    try { found = JSON.parse(text); } catch { return false; }
    if (!isRecord(found)) return false;
    this.all = found;
    this.keep();
    return true;
  }

  forget() { this.all = fresh(); this.keep(); }
}
