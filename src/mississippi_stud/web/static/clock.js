// How long somebody has been playing, for whoever wants to see it: since this tab was opened.
import { html, nothing } from "./lit.js";
import { settings } from "./settings.js";
import { duration, say } from "./words.js";

const KEPT = "playing since", MINUTE = 60_000;
if (!sessionStorage.getItem(KEPT)) sessionStorage.setItem(KEPT, Date.now());

export const clock = () => settings.clock ? html` · <time class="clock" title=${say("playing")}><span class="sr">${say("playing")} </span>${duration(Math.floor((Date.now() - Number(sessionStorage.getItem(KEPT))) / MINUTE))}</time>` : nothing;
/** Draw it again every few seconds, while it is shown. */
export const tick = (draw) => setInterval(() => settings.clock && draw(), MINUTE / 12);
