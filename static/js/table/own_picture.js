/* The child's own picture, over its table: fetched when it is asked for. Where that fails, the link leads to the child's page. */
export async function show(link) {
  try {
    const answer = await fetch(link.dataset.ownPicture);
    if (answer.status !== 200) throw new Error(answer.statusText);
    open(await answer.text(), link.textContent.trim());
  } catch {
    location.assign(link.href);
  }
}

function open(html, name) {
  const sheet = document.createElement("dialog");
  sheet.className = "own-picture-sheet";
  sheet.ariaLabel = name;
  sheet.innerHTML = html;
  sheet.addEventListener("close", () => sheet.remove());
  document.body.append(sheet);
  sheet.showModal();
}
