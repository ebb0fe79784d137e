/* A page beside the lesson (its rules, a card to pick, practice): it listens, and when the lesson calls it goes there. Where somebody
   is in the middle of something it says so first, with one large button, and goes by itself before the table counts them as away. */
import { Line } from "../line/line.js";

const WAIT = 10000; // ms
const root = document.querySelector("[data-beside]");

class LineBeside extends Line {
  goes(url) {
    const call = root.querySelector("[data-call]");
    if (!call) return super.goes(url);
    clearTimeout(this.going);
    this.going = setTimeout(() => super.goes(url), WAIT);
    call.querySelector("a").href = url;
    if (!call.open) call.showModal();
  }
}

new LineBeside(root);
