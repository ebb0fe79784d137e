/* Tap pictures one after another. Without scripts every tap posts the form, and the server draws the same. */
const form = document.querySelector("[data-pictures]");
const field = form.elements.picked;
const [back, go] = [form.elements.back, form.elements.go];
const slots = [...form.querySelectorAll(".slots li")];
const pictures = [...form.querySelectorAll("button[name=pick]")];
let tapped = field.value ? field.value.split(",") : [];

function draw() {
  field.value = tapped.join(",");
  slots.forEach((slot, place) => fill(slot, pictures.find((picture) => picture.value === tapped[place])));
  pictures.forEach((picture) => picture.setAttribute("aria-disabled", String(tapped.includes(picture.value))));
  back.hidden = !tapped.length;
  go.hidden = tapped.length < slots.length;
}

function fill(slot, picture) {
  if (slot.dataset.shown === (picture?.value ?? "")) return; // or a screen reader would say them all again
  slot.dataset.shown = picture?.value ?? "";
  slot.classList.toggle("full", Boolean(picture));
  if (picture) slot.replaceChildren(...[...picture.children].map((part) => part.cloneNode(true)));
  else slot.textContent = slot.dataset.place;
}

/* A picture that is tapped already stays where it is and does nothing: small fingers touch twice. */
function tap(picture) {
  if (tapped.includes(picture.value) || tapped.length === slots.length) return;
  tapped = [...tapped, picture.value];
  draw();
  if (tapped.length === slots.length) go.focus();
}

form.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || button === go) return;
  event.preventDefault();
  if (button !== back) return tap(button);
  const last = pictures.find((picture) => picture.value === tapped.at(-1));
  tapped = tapped.slice(0, -1);
  draw();
  last.focus();
});
