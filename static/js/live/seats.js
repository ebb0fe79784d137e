/* Seats: a face that is dragged onto another one swaps with it, onto a table it moves there: what two presses do, in one. A finger
   presses, since it has the page to scroll. Escape puts back who is picked up. */

const FAR = 8; // px from which a press is a drag
let held = null;

const noPress = (click) => click.stopPropagation(); // that ends a drag
const target = (event) => document.elementFromPoint(event.clientX, event.clientY);

document.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest("[data-child]");
  if (chip && event.pointerType !== "touch" && event.button === 0) held = { chip, x: event.clientX, y: event.clientY, far: false };
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  const [x, y] = [event.clientX - held.x, event.clientY - held.y];
  held.far ||= Math.hypot(x, y) > FAR;
  if (held.far) held.chip.style.translate = `${x}px ${y}px`;
  held.chip.classList.toggle("dragged", held.far);
});

document.addEventListener("pointerup", (event) => {
  const drag = held;
  held = null;
  if (!drag?.far) return;
  const act = actAt(target(event), drag.chip.dataset.child);
  putDown(drag.chip);
  addEventListener("click", noPress, true);
  setTimeout(() => {
    removeEventListener("click", noPress, true); // not every browser sends one after a drag
    if (act) press(act);
  });
});

/* A pen whose way becomes a scroll of the page. */
document.addEventListener("pointercancel", () => {
  if (held) putDown(held.chip);
  held = null;
});

function putDown(chip) {
  chip.style.translate = "";
  chip.classList.remove("dragged");
}

function actAt(place, child) {
  const other = place?.closest("[data-child]")?.dataset.child;
  const table = place?.closest("[data-table]")?.dataset.table;
  if (other && other !== child) return `swap:${child}:${other}`;
  return !other && table !== undefined ? `move:${child}:${table}` : "";
}

function press(act) {
  const button = document.getElementById("drop");
  button.value = act;
  button.click();
}

document.addEventListener("keydown", ({ key }) => {
  if (key === "Escape") document.getElementById("put-back")?.click();
});
