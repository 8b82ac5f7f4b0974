import { stop } from "./started.js";

stop();
