// The coach of the solo game: a warning before a bad play, or a grade after it; it never says before what would be better.
import { html, nothing } from "./lit.js";
import { Problem, get } from "./api.js";
import { settings } from "./settings.js";
import { money, playTold, say } from "./words.js";

/** What a play costs now; null if that cannot be found out: the game goes on without a coach. */
async function verdict(table, play) {
  try {
    return await get(table, `/verdict?play=${play}`);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return null;
  }
}

/** Carry out a play as the coach has it; `game` has a `table`, and is told of a `doubt` and of what was `graded`. */
export async function coached(game, play, act) {
  if (!["warn", "each"].includes(settings.coach)) return act();
  const { version, id } = game.table;
  if (game.judging === version) return undefined;
  game.judging = version;
  const found = await verdict(id, play);
  game.judging = null;
  if (game.table.version !== version) return undefined;
  if (settings.coach === "warn" && found && found.cost !== "0") {
    game.doubt = { ...found, act };
    await game.updateComplete;
    return game.open("doubt");
  }
  await act();
  if (settings.coach === "each" && found) game.graded = { ...found, play };
  return undefined;
}

const grade = ({ grade: given, play, cost, cost_cents: cents }) =>
  say(cost === "0" ? "gradeGood" : "gradeCosts", { grade: say(`grade-${given}`), play: playTold(play), amount: money(cents) });

/** What the last decision was worth. */
export const gradeOf = ({ graded }) => graded ? html`<p class="note graded ${graded.grade}" role="status">${grade(graded)}</p>` : nothing;

/** The question before a bad play. */
export const doubtOf = (game) => html`<dialog class="doubt" aria-labelledby="doubt-title"><h2 id="doubt-title">${say("sure")}</h2>
  <p>${game.doubt ? say("sureCosts", { amount: money(game.doubt.cost_cents) }) : nothing}</p>
  <form method="dialog" class="after"><button class="main" autofocus>${say("thinkAgain")}</button><button class="plain anyway" @click=${() => game.doubt.act()}>${say("playAnyway")}</button></form></dialog>`;
