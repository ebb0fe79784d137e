/* Back to a page that the browser kept whole (WebKit keeps it over HTTP whatever its head says): it is asked for anew, since whoever
   was signed in may have gone. */
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
