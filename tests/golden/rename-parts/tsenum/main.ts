declare const console: { log(...x: unknown[]): void };
import { of } from "./l";
const s = of("fast");
console.log(s);
