/* Start: what is chosen while the settings of a picture are on their way is chosen in them, too. */

const form = document.querySelector(".set-up");
let chosen = []; // settings since a picture was pressed, in their order

form.addEventListener(
  "change",
  ({ target, isTrusted }) => {
    if (isTrusted && target.name === "way") chosen = [];
    else if (isTrusted) chosen.push({ name: target.name, value: target.value, checked: target.checked });
  },
  true,
);

/* Return the field, where this changes it. What another way has chosen of itself is hidden, and no choice. */
function choose({ name, value, checked }) {
  return [...form.elements].find((field) => {
    if (field.name !== name || field.type === "hidden") return false;
    if (checked !== undefined && /radio|checkbox/.test(field.type)) {
      if (field.value !== value || field.checked === checked) return false;
      field.checked = checked;
    } else {
      const before = field.value;
      field.value = value;
      if (field.value !== value) field.value = before; // a list that has no such choice
      return field.value !== before;
    }
    return true;
  });
}

const changed = (field) => field?.dispatchEvent(new Event("change", { bubbles: true }));

/* They are chosen as soon as the fields are there, and asked about once htmx listens to them. */
let last;

form.addEventListener("htmx:afterSwap", ({ target }) => {
  if (target.id === "choices") last = chosen.map(choose).findLast(Boolean);
});

form.addEventListener("htmx:afterSettle", ({ target }) => {
  if (target.id === "choices") changed(last);
});

/* A picture's request gives way to a later one that waits in its place: then it is asked again. */
form.addEventListener("htmx:afterRequest", ({ detail }) => {
  const way = form.querySelector("[name=way]:checked");
  if (detail.successful && way && way.value !== form.elements.drawn.value) changed(way);
});
