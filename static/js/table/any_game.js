/* The table of a game that brings no script of its own. */
import { Table } from "./table.js";

new Table().start();
