/* The speaker of a page: what plays is fetched when a finger goes down on it. */
const button = document.getElementById("speaker");
const voice = () => import("./voice.js");

button?.addEventListener("pointerdown", () => voice().catch(() => {}));
button?.addEventListener("click", () => voice().then(({ press }) => press(button), () => {})); // the connection is down: silent
if (button) button.hidden = false;
