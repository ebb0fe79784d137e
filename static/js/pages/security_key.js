// A security key: the browser asks for it, and its answer is sent with the form.
const form = document.querySelector("[data-security-key]");
const asked = form && JSON.parse(document.getElementById("security-key").textContent);
form?.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = asked.creation_options
      ? await window.webauthnJSON.create(asked.creation_options)
      : await window.webauthnJSON.get(asked.request_options);
    form.elements.credential.value = JSON.stringify(answer);
    form.submit();
  } catch {
    form.querySelector("[data-trouble]").hidden = false;
  }
});
