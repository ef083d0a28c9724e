// Promotional tokens at a table with others: had for a voucher, and wagered before one's own chips by whoever wants that.
import { html, nothing } from "./lit.js";
import { exchangeIssued, exchangeVoucher } from "./api.js";
import { money, say, words } from "./table.js";

/** What can be wagered in tokens now. */
export const tokensLeft = (game) => words.tokens && game.useTokens !== false ? game.table.tokens_cents : 0;

/** How much of each wager is in tokens: as much as there is, the first wagers first. */
export function tokensOn(game, wagers) {
  let left = tokensLeft(game);
  return Object.fromEntries(Object.entries(wagers).map(([wager, amount]) => {
    const part = Math.min(left, amount);
    left -= part;
    return [wager, part];
  }).filter(([, part]) => part));
}

/** The vouchers that promotions issued: exchanged here, or by staff. */
const issued = (game) => words.vouchers.map((each) => {
  const about = { amount: money(each.cents), number: each.voucher };
  const exchange = () => game.once(async () => {
    const table = await exchangeIssued(game.table.id, each.promotion, each.voucher, game.lost);
    words.vouchers = words.vouchers.filter((other) => other !== each);
    game.requestUpdate();
    return table;
  });
  return html`<p>${each.here ? html`<button type="button" class="plain issued" @click=${exchange}>${say("issuedVoucher", about)}</button>` : html`${say("voucherByStaff", about)}${each.conditions ? ` ${each.conditions}` : nothing}`}</p>`;
});

/** The tokens that one has, whether they are wagered first, and the vouchers. */
export function tokens(game) {
  if (!words.tokens || game.watching) return nothing;
  const { tokens_cents: left } = game.table;
  return html`<section class="tokens"><p>${say("tokens", { amount: money(left) })}
    ${left ? html`<label class="switch"><input type="checkbox" .checked=${game.useTokens !== false} @change=${({ target: { checked } }) => { game.useTokens = checked; game.requestUpdate(); }}> <span>${say("useTokens")}</span></label>`
      : words.voucher ? html`<button type="button" class="plain voucher" @click=${() => game.once(() => exchangeVoucher(game.table.id, game.lost))}>${say("voucher", { amount: money(words.voucher) })}</button>` : nothing}</p>${issued(game)}</section>`;
}
