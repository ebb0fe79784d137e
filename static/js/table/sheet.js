/* A sheet over a child's page: its own picture, or the other tables. Fetched when it is asked for; where that fails, the link leads on. */
export async function show(link) {
  try {
    const answer = await fetch(link.dataset.sheet);
    if (answer.status !== 200) throw new Error(answer.statusText);
    const html = await answer.text();
    const live = html.includes("data-live") && (await import("./look_on.js"));
    const sheet = open(html, link.textContent.trim());
    if (live) live.lookOn(sheet, link);
  } catch {
    location.assign(link.href);
  }
}

function open(html, name) {
  const sheet = document.createElement("dialog");
  sheet.className = "sheet";
  sheet.ariaLabel = name;
  sheet.innerHTML = html;
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
  return sheet;
}
