import type { Count } from "./lib.js";

export const one: Count = 1;
