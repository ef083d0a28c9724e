// The inbox of a house: what was read is marked with the reader's own account, and nowhere else.
const button = document.getElementById("mark");
button?.addEventListener("click", async () => {
  button.disabled = true;
  const body = JSON.stringify({ [button.dataset.key]: button.dataset.until });
  const answer = await fetch("/api/account/preferences", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  button.disabled = false;
  if (!answer.ok) return;
  document.getElementById("marked").textContent = button.dataset.say;
  for (const row of document.querySelectorAll("tr.new")) { row.classList.remove("new"); row.querySelector("strong")?.remove(); }
});
