/* Buttons that copy the text of the field they name. Where the browser keeps the clipboard from plain HTTP, the text is
   marked for the keyboard's own copy. */
for (const button of document.querySelectorAll("[data-copies]")) {
  const field = document.getElementById(button.dataset.copies), said = button.nextElementSibling;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      if (!document.execCommand("copy")) return;
    }
    said.textContent = said.dataset.words;
  });
}
