/* A message of the teacher's: said once, away when it is read, or by itself after a while. What was read stays away. */

const SHOWN = 30_000; // ms
let said = "";
let closed = "";

/* One message also turns the sound of this device off: `hush` is called once for each of these. */
export function show(speak, hush) {
  const note = document.getElementById("note");
  const { at } = note.dataset;
  if (closed === at) return away(note);
  if (said !== at && "hush" in note.dataset) hush();
  if (said !== at) speak(note.querySelector("p").textContent);
  said = at;
  const read = note.querySelector("[data-read]");
  read.hidden = false;
  read.addEventListener("click", () => away(note));
  setTimeout(() => note.isConnected && away(note), SHOWN);
}

function away(note) {
  closed = note.dataset.at;
  note.hidden = true;
}
