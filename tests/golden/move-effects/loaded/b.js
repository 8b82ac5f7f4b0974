import { take } from "./seq.js";
export const second = take();
export const third = take();
export const later = () => take();
