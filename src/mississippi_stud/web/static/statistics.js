// The statistics: a choice shows at once.
const form = document.querySelector("form.filters");
form.addEventListener("change", () => form.requestSubmit());

// Whoever looks at much at once waits in line, or is told to come again.
for (const image of document.querySelectorAll("picture img"))
  image.addEventListener("error", () => setTimeout(() => { image.src = image.src; }, 1500), { once: true });
