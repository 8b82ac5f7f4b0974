import { limit } from "./lib.js";

const timer = setTimeout(() => 0, limit);
