/* A page beside the lesson is heard, and goes where the lesson calls; where something is begun there, it says so first. */
const root = document.querySelector("[data-beside]");

function hear(text) {
  const url = text[0] === "{" && JSON.parse(text).t === "goto" && JSON.parse(text).url;
  if (!url) return;
  const [call, go] = [root.querySelector("dialog"), () => location.assign(url)];
  if (!call) return go();
  setTimeout(go, 10000); // before the table counts them as away
  call.querySelector("a").href = url;
  if (!call.open) call.showModal();
}

function listen() {
  const socket = new WebSocket(location.origin.replace("http", "ws") + "/ws/waiting/");
  const beating = setInterval(() => socket.readyState === 1 && socket.send('{"t":"ping","c":0}'), 2000);
  socket.onmessage = ({ data }) => hear(data);
  socket.onclose = ({ code }) => {
    clearInterval(beating);
    if (code < 4400) ask();
  };
}

function ask() {
  setTimeout(listen, 2000);
  fetch(root.dataset.beside).then((answer) => answer.text()).then(hear, () => {});
}

listen();
