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

/** The link, and whether it was copied. */
export const linkNote = (link) => link ? html`<p class="shared" role="status">${say("shared")} <a href=${link.url}>${link.url}</a> ${link.copied ? say("copied") : nothing}</p>` : nothing;
