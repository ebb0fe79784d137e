/* The other tables, live, in a sheet over a child's page. It goes when all eyes are up, and its connection goes with it. */
import { Connection } from "../connection/connection.js";

class ConnectionForAWhile extends Connection {
  end() {
    [this.pinging, this.missing, this.reopening, ...this.losing].forEach(clearTimeout);
    const { socket } = this;
    Object.assign(this, { asking: false, finished: true, socket: null });
    socket?.close();
  }
}

export function lookOn(sheet) {
  const connection = new ConnectionForAWhile(sheet.querySelector("[data-live]"));
  connection.addEventListener("shown", () => sheet.querySelector("#eyes-up:not([hidden])") && sheet.close());
  sheet.addEventListener("close", () => connection.end());
}
