// The chips of a house: how one is drawn, and the form by which owners say what theirs are.
import { html } from "./lit.js";
import { reason } from "./house-parts.js";
import { say } from "./words.js";

const CENTS = 100, EMPTY = { cents: "", colour: "#808080", name_en: "", name_fr: "" };
const dollars = (cents) => (cents === "" ? "" : String(cents / CENTS));

/** A chip of a colour, as a dot with a rim that is seen on any ground. */
export const swatch = (colour) => html`<svg class="swatch" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><circle cx="10" cy="10" r="9" fill=${colour} stroke="#888" stroke-width="2" stroke-dasharray="3.5 2"></circle></svg> `;

/** The chips that a form describes; a row without a value is no chip. */
function described(form) {
  const fields = new FormData(form), rows = fields.getAll("value").map((value, place) => ({
    cents: Math.round(Number(value.replace(",", ".")) * CENTS), colour: fields.getAll("colour")[place], name_en: fields.getAll("name_en")[place].trim(), name_fr: fields.getAll("name_fr")[place].trim(),
    given: value.trim() !== "",
  }));
  return rows.filter(({ given }) => given).map(({ given: _, ...chip }) => chip);
}

/** The form of the chips; `shell` is the page of the house. */
export function chipForm(shell, { chips, own_chips: own }) {
  const save = (event) => {
    event.preventDefault();
    shell.because((why) => shell.give({ command: "change_chips", chips: described(event.target), why }), say("saved"))(event);
  };
  const usual = shell.because((why) => shell.give({ command: "change_chips", chips: [], why }), say("saved"));
  const row = ({ cents, colour, name_en: english, name_fr: french }, place) => html`<tr><td><input name="value" class="amount" inputmode="decimal" pattern="[0-9]{1,7}([.,][0-9]{1,2})?" maxlength="12" aria-label="${say("chipValue")}, ${place + 1}" .value=${dollars(cents)} autocomplete="off"></td>
      <td><input name="name_en" maxlength="24" aria-label="${say("chipEnglish")}, ${place + 1}" .value=${english} autocomplete="off"></td>
      <td><input name="name_fr" maxlength="24" aria-label="${say("chipFrench")}, ${place + 1}" .value=${french} autocomplete="off"></td>
      <td><input name="colour" type="color" aria-label="${say("chipColour")}, ${place + 1}" .value=${colour}></td></tr>`;
  return html`<p id="chips-about">${say("chipsAbout")}</p><form class="chip-kinds" @submit=${save}><div class="scroll" tabindex="0" role="region" aria-labelledby="chips-about"><table>
    <thead><tr><th scope="col">${say("chipValue")}</th><th scope="col">${say("chipEnglish")}</th><th scope="col">${say("chipFrench")}</th><th scope="col">${say("chipColour")}</th></tr></thead>
    <tbody>${[...chips, EMPTY, EMPTY].map(row)}</tbody></table></div>${reason("chips")}
    <span class="acts"><button class="main" ?disabled=${shell.busy}>${say("chipsSave")}</button>${own ? html`<button type="button" class="usual" ?disabled=${shell.busy} @click=${usual}>${say("chipsUsual")}</button>` : ""}</span></form>`;
}
