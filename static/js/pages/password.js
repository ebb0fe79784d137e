// The Show button beside a password. Without scripts it stays hidden and the field is an ordinary one.
for (const box of document.querySelectorAll("[data-password]")) {
  const field = box.querySelector("input");
  const button = box.querySelector("button");
  button.hidden = false;
  button.addEventListener("click", () => {
    const shown = field.type === "text";
    field.type = shown ? "password" : "text";
    button.setAttribute("aria-pressed", String(!shown));
  });
}
