// The last step towards a learning platform: a form that is sent to it, or the word that its own window may close. A frame of
// the platform asks for the link that is chosen in a window of ours, until there is one or none will come. Where the platform
// keeps data for its tools (lti.put_data, lti.get_data), a frame lays a secret there and launches by itself; the page that
// comes then reads it back, for the button, which waits for it.
document.querySelector("[data-submit]")?.submit();
if (document.querySelector("[data-registered]")) (window.opener || window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*");

const EVERY = 2000; // ms
const LATE = 5; // questions without an answer, and the page says so
const door = document.querySelector("[data-door]");
const { target, origin, state, way, secret } = door?.dataset ?? {};
let isPressed = false;

async function ask() {
  const { status } = await fetch(door.dataset.door, { method: "HEAD" }).catch(() => ({ status: 0 })); // the connection is down: once more
  if (status === 200) location.replace(door.dataset.door);
  else if (status !== 404) setTimeout(ask, EVERY);
}

door?.addEventListener("submit", () => {
  if (!isPressed && door.dataset.door) setTimeout(ask, EVERY);
  isPressed = true;
});

// The platform's frame of that name, or its page itself: a name that is not there throws.
function keeper() {
  try {
    return target === "_parent" ? parent : (parent.frames[target] ?? parent);
  } catch {
    return parent;
  }
}

function answered({ data, origin: from }) {
  if (from !== origin || data?.message_id !== state || data.error || isPressed) return;
  if (way && data.subject === "lti.put_data.response") location.replace(way);
  if (!way && data.subject === "lti.get_data.response" && data.value) opens(data.value);
}

function opens(value) {
  door.elements.secret.value = value;
  door.querySelector("button").disabled = false;
  says("opens");
}

function says(what) {
  for (const each of ["wait", "late", "opens"]) document.querySelector(`[data-${each}]`).hidden = each !== what;
}

// Until it is answered: the platform's page may not listen yet.
function asks(times = 0) {
  if (isPressed || door.elements.secret?.value) return;
  keeper().postMessage({ ...(way ? { subject: "lti.put_data", value: secret } : { subject: "lti.get_data" }), key: state, message_id: state }, origin);
  if (!way && times === LATE) says("late");
  setTimeout(asks, EVERY, times + 1);
}

if (target && parent !== window) {
  addEventListener("message", answered);
  asks();
}
