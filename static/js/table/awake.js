/* The screen stays on while its player plays. Refused without harm where the browser has none. */

let awake = null;

export async function stayAwake() {
  try {
    awake = await navigator.wakeLock?.request("screen");
  } catch {
    awake = null;
  }
}

/* Asked again whenever the page comes back. */
document.addEventListener("visibilitychange", () => awake && document.visibilityState === "visible" && stayAwake());
