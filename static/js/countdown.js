/* 3, 2, 1, GO on the server's clock: #over's data-go-at is ms since 1970. The server says when play is on; this only shows it. */

let timer = 0;

export function countdown(line, onTick) {
  clearTimeout(timer);
  const over = document.getElementById("over");
  const place = over?.querySelector("[data-count]");
  if (!place || !over.dataset.goAt) return;
  const left = Number(over.dataset.goAt) - line.now();
  const number = Math.min(3, Math.ceil(left / 1000));
  const text = number > 0 ? String(number) : line.root.dataset.go;
  if (place.textContent !== text) {
    place.textContent = text;
    place.classList.remove("tick");
    void place.offsetWidth;
    place.classList.add("tick");
    onTick(text, number);
  }
  if (left > -3000) timer = setTimeout(() => countdown(line, onTick), left > 0 ? Math.max(20, left % 1000) : 500);
}
