// Which presses count: a key that is held down acts once, and nobody means a button that was drawn after they pressed.
const ACTIVATING = ["Enter", " "];

/** Keep presses from an element that are not meant; `drawn` gives when its buttons changed, `looked` how long a look takes. */
export function heed(element, drawn, looked) {
  let pressed = null;
  const swallow = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  element.addEventListener("pointerdown", (event) => { pressed = event.timeStamp; }, true);
  element.addEventListener("keydown", (event) => {
    if (!ACTIVATING.includes(event.key)) return;
    if (event.repeat && !(event.key === " " && event.target.matches("input"))) swallow(event);
    else pressed = event.timeStamp;
  }, true);
  element.addEventListener("click", (event) => {
    const began = pressed ?? event.timeStamp;
    pressed = null;
    if (!event.target.closest(".decide button, .again button, .turning button, .deal")) return;
    // The second click of a double click is no decision either; a key or a screen reader's click needs no look.
    if (began < drawn() || (event.detail > 0 && event.timeStamp - drawn() <= looked)) swallow(event);
  }, true);
}
