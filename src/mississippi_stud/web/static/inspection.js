// The examination of a floor: asks for it, shows how far it is and what was found; and reads an anchor from a file.
const words = JSON.parse(document.getElementById("words").textContent);
const button = document.getElementById("begin"), list = document.getElementById("examined"), verdict = document.getElementById("verdict");

const shown = (line) => {
  let item = document.getElementById(`part-${line.part}`);
  if (!item) {
    item = document.createElement("li");
    item.id = `part-${line.part}`;
    item.append(document.createElement("span"));
    const bar = document.createElement("progress");
    item.append(bar);
    list.append(item);
  }
  const bar = item.querySelector("progress");
  item.querySelector("span").textContent = line.name;
  if (bar) {
    bar.setAttribute("aria-label", line.name);
    if (line.of > 1) { bar.max = line.of; bar.value = line.done; }
  }
  if (line.good === null) return;
  bar?.remove();
  const found = document.createElement("p");
  found.className = line.good ? (line.verdict === words.right ? "good" : "") : "bad";
  found.textContent = line.verdict;
  item.append(found);
  for (const said of line.said) {
    const more = document.createElement("p");
    more.textContent = said;
    item.append(more);
  }
};

const examine = async () => {
  button.disabled = true;
  list.replaceChildren();
  verdict.textContent = words.begun;
  let good = true, over = false;
  try {
    const answer = await fetch(button.dataset.path);
    if (!answer.ok) throw new Error(answer.status);
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines.filter(Boolean).map((text) => JSON.parse(text))) {
        shown(line);
        if (line.good === false) good = false;
        over ||= line.good === false || (line.part === "streams" && line.good !== null);
      }
    }
  } catch {
    over = false;
  }
  verdict.textContent = over ? (good ? words.good : words.bad) : words.lost;
  verdict.className = over && good ? "good" : "bad";
  button.disabled = false;
  button.focus();
};

button.addEventListener("click", examine);
document.getElementById("file").addEventListener("change", async ({ target }) => {
  if (target.files[0]) document.getElementById("anchor").value = (await target.files[0].text()).trim();
});
