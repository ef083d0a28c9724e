// "What was shown": the server works out anew what it showed at a version, and this browser holds that against the hash that came
// with the frame then, or against one that somebody types.
import { html, nothing } from "./lit.js";
import { Problem } from "./api.js";
import { framesOf } from "./frames.js";
import { sha256 } from "./proof.js";
import { say } from "./words.js";

const text = new TextEncoder(), LANGUAGES = ["en", "fr"];
/** A value as JSON with sorted keys, so that equal ones are written alike. */
const written = (value) => JSON.stringify(value, (_, part) => part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part);

/** What the server says that it showed, byte by byte. */
async function shownAt({ table, number }, version, language) {
  const answer = await fetch(`/api/tables/${table}/rounds/${number}/views/${version}?lang=${language}`, { credentials: "same-origin" });
  const body = await answer.text();
  if (!answer.ok) throw Object.assign(new Problem(JSON.parse(body).detail), { status: answer.status });
  return body;
}

/** Every view of a round that this browser has the hash of: how many agree, and the versions that do not. */
async function compare(round) {
  const kept = Object.entries(framesOf(round.table, round.number)), wrong = [];
  let checked = 0;
  for (const [version, frame] of kept) {
    const [language, hash] = frame.split(" "), body = await shownAt(round, version, language), step = round.steps.find((each) => each.version === Number(version));
    checked += 1;
    if ((await sha256(text.encode(body))) !== hash || (step && written(step.view) !== written(JSON.parse(body).view))) wrong.push(version);
  }
  return wrong.length ? say("shownWrong", { versions: wrong.join(", ") }) : checked ? say("shownRight", { count: checked }) : say("shownNone");
}

/** Whether a hash that somebody has kept is that of the view at a version, in whichever language it was shown. */
async function compareTyped(round, version, typed) {
  for (const language of LANGUAGES) if ((await sha256(text.encode(await shownAt(round, version, language)))) === typed) return say("shownSame", { version });
  return say("shownOther", { version });
}

/** What proves the views of a round; `replay` shows it, at one of its steps. */
export function shownProof(replay) {
  const { shown: round, steps, step } = replay, { version } = steps[step];
  const answer = (work) => replay.answer(async () => { replay.views = say("checking"); replay.views = await work(); });
  const typed = (event) => { event.preventDefault(); const { hash } = event.target.elements; answer(() => compareTyped(round, version, hash.value.trim().toLowerCase())); };
  return html`<details class="shown-proof"><summary>${say("shownProof")}</summary><p>${say("shownAbout")}</p>
    <p><button type="button" class="plain" @click=${() => answer(() => compare(round))}>${say("shownAll")}</button></p>
    <form @submit=${typed}><label>${say("shownTyped", { version })} <input name="hash" required pattern="\\s*[0-9A-Fa-f]{64}\\s*" autocomplete="off" spellcheck="false"></label> <button class="plain">${say("shownCompare")}</button></form>
    <p class="views" role="status">${replay.views ?? nothing}</p></details>`;
}
