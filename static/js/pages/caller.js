/* The teacher's device, which may stand at the projector, calls out the numbers of the one table that was chosen. */
import { learn, listen, word } from "../table/sound.js";

const root = document.querySelector("[data-live]");
const chosen = () => document.querySelector("#caller");
const tile = () => chosen().value && document.getElementById(chosen().value);
let called = "";

function look() {
  const now = tile()?.dataset?.called ?? "";
  if (now && now !== called) word(Number(now));
  called = now || called;
}

async function choose() {
  called = tile()?.dataset?.called ?? "";
  if (!chosen().value) return;
  await listen();
  await learn(chosen().closest("[data-words]").dataset.words);
}

root.addEventListener("change", ({ target }) => target.id === "caller" && choose());
choose();

new MutationObserver(look).observe(root, { childList: true, attributes: true, attributeFilter: ["data-called"], subtree: true });
