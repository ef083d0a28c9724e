// The analysis pages: forms that answer while one types, charts that the arrow keys walk, cards to tap, printing.
const QUIET = 60, TYPING = 400;
const cards = (field) => field.value.split(/[\s,]+/).filter(Boolean);

// Forms: the answer is the server's own page for the new address; without this script the button asks for it.
const changed = (form) => {
  const params = new URLSearchParams();
  const boxes = [...form.querySelectorAll("input[type=checkbox]")];
  for (const { name, value, type, checked, dataset } of form.elements) {
    if (!name || type === "submit" || (type === "checkbox" && (!checked || boxes.every((box) => box.checked === (box.dataset.own === "yes"))))) continue;
    if (value !== "" && value !== dataset.default) params.append(name, value);
  }
  return `${form.action.split("?")[0]}?${params}`;
};

for (const form of document.querySelectorAll("form[data-live]")) {
  let asked, timer;
  const answer = document.getElementById("answer"), edge = document.getElementById("edge");
  /** Without an answer there are no figures: those of before belong to other terms. */
  const fail = (text) => {
    const fault = document.createElement("p");
    fault.className = "fault";
    fault.setAttribute("role", "alert");
    fault.textContent = text;
    answer.replaceChildren(fault);
    edge?.replaceChildren();
  };
  const ask = async () => {
    asked?.abort();
    asked = new AbortController();
    const address = changed(form);
    answer.setAttribute("aria-busy", "true");
    try {
      const page = await fetch(address, { headers: { accept: "text/html" }, signal: asked.signal });
      const shown = new DOMParser().parseFromString(await page.text(), "text/html"), found = shown.getElementById("answer");
      if (!found) return fail(shown.querySelector("h1")?.textContent ?? answer.dataset.lost);
      const open = [...answer.querySelectorAll("details")].map((each) => each.open);
      answer.replaceChildren(...found.childNodes);
      edge?.replaceChildren(...shown.getElementById("edge").childNodes);
      [...answer.querySelectorAll("details.figure")].forEach((each, place) => { each.open = open[place] ?? false; });
      history.replaceState(null, "", address);
    } catch (error) {
      if (error.name !== "AbortError") fail(answer.dataset.lost);
    } finally { answer.setAttribute("aria-busy", "false"); }
  };
  const needed = [...form.querySelectorAll("[data-least]")];
  const soon = (quiet) => {
    clearTimeout(timer);
    if (needed.every((field) => cards(field).length >= Number(field.dataset.least))) timer = setTimeout(ask, quiet);
  };
  form.addEventListener("input", ({ target }) => {
    const twin = target.dataset.for ? form.querySelector(`#${target.dataset.for}`) : form.querySelector(`[data-for="${target.id}"]`);
    if (twin?.type === "range") twin.value = target.value || (twin.dataset.none ?? twin.value);
    else if (twin) twin.value = target.value === target.dataset.none ? "" : target.value;
    soon(target.type === "text" ? TYPING : QUIET);
  });
  form.addEventListener("submit", (event) => { event.preventDefault(); ask(); });
  form.addEventListener("cards", () => soon(QUIET));
}

// Cards to tap: they go into the field chosen last, and out of whichever field has them.
for (const deck of document.querySelectorAll(".deck")) {
  const fields = [...deck.form.querySelectorAll("[data-cards]")];
  let chosen = fields.find((field) => cards(field).length < Number(field.dataset.cards)) ?? fields[0];
  const mark = () => {
    const held = new Set(fields.flatMap(cards));
    for (const button of deck.querySelectorAll("[data-card]")) button.setAttribute("aria-pressed", held.has(button.dataset.card));
  };
  deck.hidden = false;
  mark();
  deck.form.addEventListener("focusin", ({ target }) => { if (fields.includes(target)) chosen = target; });
  deck.form.addEventListener("input", mark);
  deck.addEventListener("click", ({ target }) => {
    const card = target.closest("[data-card]")?.dataset.card;
    if (!card) return;
    const holder = fields.find((field) => cards(field).includes(card));
    if (holder) {
      holder.value = cards(holder).filter((each) => each !== card).join(" ");
      chosen = holder;
    } else {
      if (cards(chosen).length >= Number(chosen.dataset.cards)) chosen = fields[fields.indexOf(chosen) + 1] ?? chosen;
      chosen.value = [...cards(chosen), card].join(" ");
    }
    mark();
    deck.form.dispatchEvent(new Event("cards"));
  });
}

// Charts: one square at a time takes the focus; what the table says of it stands beside the chart.
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
for (const grid of document.querySelectorAll(".squares")) {
  const rows = [...grid.tBodies[0].rows].map((row) => [...row.querySelectorAll("a")]);
  const squares = rows.flat();
  const detail = document.getElementById("detail");
  const show = (square) => {
    const row = document.getElementById(square.hash.slice(1));
    const heads = [...row.closest("table").tHead.rows[0].cells];
    const list = document.createElement("dl");
    [...row.cells].forEach((cell, place) => {
      const pair = document.createElement("div"), term = document.createElement("dt"), said = document.createElement("dd");
      term.textContent = heads[place].textContent;
      said.append(...[...cell.cloneNode(true).childNodes]);
      pair.append(term, said);
      list.append(pair);
    });
    detail.replaceChildren(list);
  };
  const choose = (square) => {
    for (const each of squares) each.tabIndex = each === square ? 0 : -1;
    show(square);
    history.replaceState(null, "", square.hash);
  };
  squares.forEach((each, place) => { each.tabIndex = place ? -1 : 0; });
  const named = squares.find((each) => each.hash === location.hash);
  if (named) requestAnimationFrame(() => named.focus());
  grid.addEventListener("focusin", ({ target }) => { if (squares.includes(target)) choose(target); });
  grid.addEventListener("click", (event) => {
    const square = event.target.closest("a");
    if (!square) return;
    event.preventDefault();
    square.focus();
  });
  grid.addEventListener("keydown", (event) => {
    const step = STEPS[event.key], down = rows.findIndex((row) => row.includes(event.target));
    if (down < 0 || !(step || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    const across = rows[down].indexOf(event.target), line = rows[down + (step?.[0] ?? 0)] ?? [];
    const to = step ? line[across + step[1]] : event.key === "Home" ? line[0] : line.at(-1);
    to?.focus();
  });
}

document.querySelector("[data-print]")?.addEventListener("click", () => print());
