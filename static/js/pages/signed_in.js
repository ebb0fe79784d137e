/* What each page of somebody signed in needs. One file, because a page may load nine in all. */

/* Back to a page that the browser kept whole (WebKit keeps it over HTTP whatever its head says): it is asked for anew, since whoever
   was signed in may have gone. */
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/* Menus that lie over a page: Escape closes the one that is open, and the focus goes back to what opened it; a press beside a menu,
   or the focus leaving it, closes it, too. */
const OPEN = "details:is(.row-menu, .drop, .menu)[open]";
addEventListener("keydown", ({ key }) => {
  const menu = key === "Escape" && document.querySelector(OPEN);
  if (!menu) return;
  menu.querySelector("summary").focus();
  menu.open = false;
});
for (const left of ["pointerdown", "focusin"])
  addEventListener(left, ({ target }) => {
    for (const menu of document.querySelectorAll(OPEN)) if (!menu.contains(target)) menu.open = false;
  });

/* A form is sent once a second. A double click sends it twice, and the answer to the second, that what it asks for is not there any
   more, would take the place of the first. */
const TWICE = 1000;
const sent = new WeakMap();
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return; // a script sends it
  if (event.timeStamp - sent.get(event.target) < TWICE) event.preventDefault();
  else sent.set(event.target, event.timeStamp);
});
