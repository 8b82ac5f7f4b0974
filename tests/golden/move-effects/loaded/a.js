import { take } from "./seq.js";
export const first = take();
