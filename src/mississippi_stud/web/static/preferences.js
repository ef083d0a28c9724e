// The settings as a page of their own, for whoever is not at the table.
import { html, render } from "./lit.js";
import { cameFromSettings, keep } from "./page.js";
import { choices } from "./settings.js";
import { words } from "./words.js";

const place = document.querySelector(".preferences");
const draw = () => render(choices({ multiples: words.multiples, practice: localStorage.getItem("practice") === "on", changed: draw,
  setPractice: (on) => { keep("practice", on ? "on" : "off"); draw(); } }), place);
draw();
if (cameFromSettings()) place.querySelector("[name=language]").focus();
