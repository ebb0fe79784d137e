/* What a child chooses for its own table: shown at once, kept by the server. Sound is chosen on each device, and off until then. */

/* Put the form in the place of the link that leads to its page. `heard` is called when another sound was chosen. */
export async function start(panel, heard = () => {}) {
  const link = panel.querySelector("a");
  try {
    const answer = await fetch(`${link.href}&part`);
    if (!answer.ok) return; // the link stays
    link.outerHTML = await answer.text();
  } catch {
    return; // the connection is down: the link stays
  }
  listens(panel, panel.querySelector("form"), heard);
}

function listens(panel, form, heard) {
  const sounds = form.querySelector("[data-sound]");
  sounds.querySelector(`[value="${localStorage.getItem("sound") ?? "off"}"]`).checked = true;
  sounds.hidden = false;
  form.addEventListener("change", ({ target }) => {
    if (target.name === "sound") return choose(target.value, heard);
    const { classList } = panel.closest("[data-live]") ?? panel;
    if (target.type === "checkbox") classList.toggle(target.name, target.checked);
    if (target.name === "back") form.elements.back.forEach(({ value }) => value && classList.toggle(value, value === target.value));
    keep(form);
  });
  if (panel.matches(".mine")) closes(panel);
}

function choose(level, heard) {
  localStorage.setItem("sound", level);
  heard();
}

/* One after the other: the last choice is the one that stays. */
let kept = Promise.resolve();

function keep(form) {
  const body = new FormData(form);
  kept = kept.then(() => saved(form.action, body)).then((is) => (form.querySelector("[data-lost]").hidden = is));
}

/* The server redirects after it has saved; a refusal has no redirect. */
async function saved(address, body) {
  try {
    const answer = await fetch(address, { method: "POST", body, redirect: "manual", keepalive: true });
    return answer.type === "opaqueredirect";
  } catch {
    return false; // the connection is down
  }
}

function closes(panel) {
  document.addEventListener("pointerdown", ({ target }) => panel.contains(target) || (panel.open = false));
  panel.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !panel.open) return;
    panel.open = false;
    panel.firstElementChild.focus();
  });
}
