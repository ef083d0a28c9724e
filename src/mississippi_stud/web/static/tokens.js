// Promotional tokens at a table with others: had for a voucher, and wagered before one's own chips by whoever wants that.
import { html, nothing } from "./lit.js";
import { exchangeVoucher } from "./api.js";
import { money, say, words } from "./table.js";

/** What can be wagered in tokens now. */
export const tokensLeft = (game) => words.voucher && game.useTokens !== false ? game.table.tokens_cents : 0;

/** How much of each wager is in tokens: as much as there is, the first wagers first. */
export function tokensOn(game, wagers) {
  let left = tokensLeft(game);
  return Object.fromEntries(Object.entries(wagers).map(([wager, amount]) => {
    const part = Math.min(left, amount);
    left -= part;
    return [wager, part];
  }).filter(([, part]) => part));
}

/** The tokens that one has, whether they are wagered first, and the voucher. */
export function tokens(game) {
  if (!words.voucher || game.watching) return nothing;
  const { tokens_cents: left } = game.table;
  return html`<section class="tokens"><p>${say("tokens", { amount: money(left) })}
    ${left ? html`<label class="switch"><input type="checkbox" .checked=${game.useTokens !== false} @change=${({ target: { checked } }) => { game.useTokens = checked; game.requestUpdate(); }}> <span>${say("useTokens")}</span></label>`
      : html`<button type="button" class="plain voucher" @click=${() => game.once(() => exchangeVoucher(game.table.id, game.lost))}>${say("voucher", { amount: money(words.voucher) })}</button>`}</p></section>`;
}
