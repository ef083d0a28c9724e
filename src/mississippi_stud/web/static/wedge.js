// Scanners that type: a code is a prefix, a rank, a suit and Enter, typed faster than people do, and never into a field.
export const PREFIX = "~", GAP = 50, BLANK = 300;
const CODE = /^([AKQJT2-9])([CDHS])$/;

/**
 * A reader of keys. `read(key, time)` returns what becomes of a key: "pass" for one that somebody pressed, "hold" for one
 * that belongs to a code, or the text of the card that a code ends with. Times are in milliseconds.
 */
export function wedge() {
  let held = null, last = -Infinity, blankUntil = -Infinity;
  return {
    read(key, time) {
      const late = time - last > GAP;
      if (held !== null && late) held = null;
      last = time;
      if (held === null) {
        if (key !== PREFIX) return "pass";
        held = "";
        return "hold";
      }
      if (key === "Shift") return "hold";
      if (key !== "Enter") { held += key.toUpperCase(); return "hold"; }
      const [, rank, suit] = CODE.exec(held) ?? [];
      held = null;
      if (!rank || time < blankUntil) return "hold";
      blankUntil = time + BLANK;
      return rank + suit.toLowerCase();
    },
  };
}
