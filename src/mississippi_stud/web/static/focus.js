// The focus of whoever has pressed a button that cannot be pressed for a while, or is gone afterwards.
/**
 * Remember where the focus is; what is returned puts it back if the button has lost it. If it is gone or means something else now,
 * the next key must not press it: the focus goes to its part of the page or, where `fields` says which, to the field that took its place.
 */
export function regain(parts, fields) {
  const held = document.activeElement, around = held?.closest(parts), said = held?.textContent;
  return () => {
    const active = document.activeElement, same = held?.isConnected && held.textContent === said;
    if (active !== document.body && (active !== held || same)) return;
    const next = same ? held : around?.isConnected ? (fields && !held?.isConnected && around.querySelector(fields)) || around : null;
    if (next === around) around?.setAttribute("tabindex", "-1");
    next?.focus({ preventScroll: next === around });
  };
}
