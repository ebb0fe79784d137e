/* Where a card is asked for: whether taps of somebody's practice without a connection wait on this device. */
import { anyTaps } from "./kept.js";

document.getElementById("waiting-cards").hidden = !anyTaps();
