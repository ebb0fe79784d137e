/* A child's own page: its picture comes once the page stands; without a line the page stands without it. */
const place = document.querySelector("[data-meanwhile]");

fetch(place.dataset.meanwhile)
  .then((answer) => (answer.status === 200 ? answer.text() : ""))
  .catch(() => "")
  .then((html) => {
    if (html) place.innerHTML = html;
    else if (!place.childElementCount) place.remove();
  });
