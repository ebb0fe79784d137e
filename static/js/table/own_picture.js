/* The child's own picture, over its table: fetched when it is asked for. Where that fails, the link leads to the child's page. */
export async function show(sheet, link) {
  try {
    const answer = await fetch(sheet.dataset.from);
    if (answer.status !== 200) throw new Error(answer.statusText);
    sheet.firstElementChild.innerHTML = await answer.text();
    sheet.showModal();
  } catch {
    location.assign(link.href);
  }
}
