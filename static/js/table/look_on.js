/* The other tables, live, in a sheet over a child's page. It goes when all eyes are up, and its line goes with it. */
import { Line } from "../line/line.js";

class LineForAWhile extends Line {
  end() {
    [this.pinging, this.missing, this.reopening, ...this.losing].forEach(clearTimeout);
    const { socket } = this;
    Object.assign(this, { asking: false, finished: true, socket: null });
    socket?.close();
  }
}

export function lookOn(sheet) {
  const line = new LineForAWhile(sheet.querySelector("[data-live]"));
  line.addEventListener("shown", () => sheet.querySelector("#eyes-up:not([hidden])") && sheet.close());
  sheet.addEventListener("close", () => line.end());
}
