// A link to a round that is over, which anybody can open: made on request, and copied if the browser lets us.
import { html, nothing } from "./lit.js";
import { shareRound } from "./api.js";
import { say } from "./words.js";

/** Make the link and copy it. */
export async function linkTo(table, number) {
  const url = new URL((await shareRound(table, number)).path, location.href).href;
  const copied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
  return { url, copied };
}

/** The link, and whether it was copied; `close` takes the note away. */
export const linkNote = (link, close) => link ? html`<div class="shared" role="status"><p>${say("shared")}</p>
  <a href=${link.url}>${link.url}</a>${link.copied ? html`<p>${say("copied")}</p>` : nothing}<button type="button" class="plain round" aria-label=${say("close")} @click=${close}>×</button></div>` : nothing;
