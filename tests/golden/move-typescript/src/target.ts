import { PI } from "./maths.js";

export const circle = PI * 2;
export function clash(): void {}
