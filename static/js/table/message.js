/* A message of the teacher's: said once, away when it is read, or by itself after a while. What was read stays away. */

const SHOWN = 30_000; // ms
let said = "";
let closed = "";

/* One message also turns the sound of this device off: `hush` is called once for each of these. The focus of whoever has read it
   goes where `land` says. */
export function show(speak, hush, land) {
  const note = document.getElementById("note");
  const { at } = note.dataset;
  const read = note.querySelector("[data-read]");
  const away = () => {
    closed = at;
    read.blur();
    note.hidden = true;
    land();
  };
  if (closed === at) return away();
  if (said !== at && "hush" in note.dataset) hush();
  if (said !== at) speak(note.querySelector("p").textContent);
  said = at;
  read.hidden = false;
  read.addEventListener("click", away);
  setTimeout(() => note.isConnected && away(), SHOWN);
}
