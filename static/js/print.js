/* Buttons that print the page. They are hidden where no scripts run: there the browser's own menu prints. */
for (const button of document.querySelectorAll("[data-prints]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
