/* The teacher's device, which may stand at the projector, calls out the numbers of the one table that was chosen. */
import { learn, listen, word } from "../table/sound.js";

const chosen = document.querySelector("#caller");
let called = "";

const tile = () => chosen.value && document.getElementById(chosen.value);

function look() {
  const now = tile()?.dataset?.called ?? "";
  if (now && now !== called) word(Number(now));
  called = now || called;
}

async function choose() {
  called = tile()?.dataset?.called ?? "";
  if (!chosen.value) return;
  await listen();
  await learn(chosen.dataset.words);
}

chosen.addEventListener("change", choose);
choose();

new MutationObserver(look).observe(document.querySelector("#tiles"), { childList: true, attributes: true, subtree: true });
