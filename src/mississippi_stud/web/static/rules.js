// Filters the clauses of a guide as one types, and prints it; without this script the form asks the server.
const form = document.querySelector(".search");
const field = document.getElementById("q");
const found = document.getElementById("found");
const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
const lines = [...document.querySelectorAll(".lines li")].map((line) => ({
  line, text: plain(`${line.querySelector(".number").textContent} ${line.querySelector(".told").firstChild.textContent} ${line.dataset.also}`),
}));
const chapters = [...document.querySelectorAll(".chapter")];
const rest = [...document.querySelectorAll(".contents, .short")];

function filter() {
  const wanted = plain(field.value).split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { line, text } of lines) {
    line.hidden = !wanted.every((word) => text.includes(word));
    count += !line.hidden;
  }
  for (const chapter of chapters) chapter.hidden = !chapter.querySelector("li:not([hidden])");
  for (const part of rest) part.hidden = wanted.length > 0;
  const words = count === 0 ? found.dataset.none : count === 1 ? found.dataset.one : found.dataset.some.replace("{count}", count);
  found.textContent = wanted.length ? words : "";
  const address = new URL(location);
  if (wanted.length) address.searchParams.set("q", field.value); else address.searchParams.delete("q");
  history.replaceState(null, "", address);
}

field.addEventListener("input", filter);
form.addEventListener("submit", (event) => { event.preventDefault(); filter(); });
document.getElementById("print").addEventListener("click", () => print());
