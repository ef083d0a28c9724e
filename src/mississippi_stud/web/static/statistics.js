// The statistics: a choice shows at once, and the pictures follow the reader's choice of dark or light.
const form = document.querySelector("form.filters");
form.addEventListener("change", () => form.requestSubmit());

const themed = (address, theme) => address.replace(/theme=\w+/, `theme=${theme}`);
new MutationObserver(() => {
  const { theme } = document.documentElement.dataset;
  for (const source of document.querySelectorAll("picture source")) source.srcset = themed(source.srcset, theme);
  for (const image of document.querySelectorAll("picture img")) image.src = themed(image.src, theme);
}).observe(document.documentElement, { attributeFilter: ["data-theme"] });

// Whoever looks at much at once waits in line, or is told to come again.
for (const image of document.querySelectorAll("picture img"))
  image.addEventListener("error", () => setTimeout(() => { image.src = image.src; }, 1500), { once: true });
