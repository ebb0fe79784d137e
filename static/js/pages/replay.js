/* The replay's slider shows the moment while it is moved, and its buttons go there without loading the page anew. */

const slider = document.querySelector("#scrub");
const form = slider.form;
const REST = 60; // ms between two moments asked for while the slider moves
let asked = 0;

const scrub = () => form.dispatchEvent(new Event("scrub"));

form.querySelector("button").hidden = true;
slider.addEventListener("input", () => {
  clearTimeout(asked);
  asked = setTimeout(scrub, REST);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-moment]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  slider.value = link.dataset.moment;
  scrub();
});

/* The address follows the moment, so that a reload, or the page without names, shows the same one. */
document.addEventListener("htmx:afterSettle", () => {
  const { n } = document.querySelector("#_replay_moment").dataset;
  for (const link of [location, ...document.querySelectorAll("[data-keep-moment]")]) {
    const url = new URL(link.href);
    url.searchParams.set("n", n);
    if (link === location) history.replaceState(null, "", url);
    else link.href = url.href;
  }
});
