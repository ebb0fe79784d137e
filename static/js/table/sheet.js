/* A sheet over a child's page: its own picture, the other tables, the tutorial. Fetched when it is asked for; where that
   fails, the link leads on. It goes when the link that opened it goes: its own table begins, the lesson is over. A second
   press while it is fetched does nothing. */
let isComing = false;

export async function show(link) {
  if (isComing) return;
  isComing = true;
  try {
    const html = await fetched(link.dataset.sheet);
    const live = html.includes("data-live") && (await import("./look_on.js"));
    const sheet = isThere(link) && open(html, link);
    if (live && sheet) live.lookOn(sheet);
  } catch {
    if (isThere(link)) location.assign(link.href);
  } finally {
    isComing = false;
  }
}

const isThere = (link) => link.isConnected || document.getElementById(link.id);

/* Show in a part of the page what was found, in a link in small what it leads to; what cannot be fetched leaves the part
   as it is. Once a round: its end is drawn again with everybody who is ready. */
const found = new Map();

export async function fill(link) {
  const address = link.dataset.found;
  if (!found.has(address)) found.set(address, styled(address));
  link.replaceChildren((await found.get(address)).cloneNode(true));
}

/* What is there, without its style sheets: they are in the page, and stay. */
async function styled(address) {
  const part = document.createRange().createContextualFragment(await fetched(address));
  const sheets = [...part.querySelectorAll("link")];
  await Promise.all(sheets.map((sheet) => new Promise((done) => {
    sheet.onload = sheet.onerror = done;
    document.head.append(sheet);
  })));
  return part;
}

async function fetched(address) {
  const answer = await fetch(address);
  if (answer.status !== 200 || answer.redirected) throw new Error(answer.statusText);
  return answer.text();
}

function open(html, link) {
  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.ariaLabel = link.textContent.trim();
  sheet.innerHTML = html;
  const there = new MutationObserver(() => isThere(link) || sheet.close());
  there.observe(document.querySelector("main"), { childList: true, subtree: true });
  sheet.addEventListener("close", () => {
    there.disconnect();
    sheet.remove();
    document.getElementById(link.id)?.focus();
  });
  sheet.addEventListener("click", (event) => pressed(event, sheet, link.dataset.sheet));
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}

/* The speaker of a sheet, and a link to its next step. */
async function pressed(event, sheet, address) {
  const [speaker, next] = [event.target.closest(".speaker"), event.target.closest("[data-next]")];
  if (speaker) import("../voice/voice.js").then(({ press }) => press(speaker), () => {}); // the connection is down: silent
  if (!next) return;
  event.preventDefault();
  const part = document.createElement("template");
  try {
    part.innerHTML = await fetched(address + next.getAttribute("href"));
  } catch {
    return sheet.close();
  }
  sheet.querySelector("[data-step]").replaceWith(part.content.querySelector("[data-step]"));
  sheet.querySelector("h2").focus();
}
