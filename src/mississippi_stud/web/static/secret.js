// A secret wager at the table of a tournament: a street wager whose amount nobody else sees before the hand is over.
import { html, nothing } from "./lit.js";
import { say } from "./table.js";

/** Whether the next bet is to be secret. */
export const isSecret = (game) => Boolean(game.secret && game.table.secrets_left);

/** Where somebody says so, as long as they have a secret wager left. */
export const secret = (game) => game.table.secrets_left > 0 ? html`<label class="switch secret"><input type="checkbox" .checked=${isSecret(game)}
  @change=${({ target: { checked } }) => { game.secret = checked; game.requestUpdate(); }}> <span>${say("betInSecret", { count: game.table.secrets_left })}</span></label>` : nothing;
