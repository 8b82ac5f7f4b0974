declare const console: { log(...x: unknown[]): void };
import type { Names } from "./ev";
const n: Names = "start";
console.log(n);
