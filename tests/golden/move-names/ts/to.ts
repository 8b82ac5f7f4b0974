import { LIMIT, Base, fn, E } from "./from.js";
export const A = LIMIT + 1;
export class D extends Base {}
export const F = fn();
export function later() { return E.A; }
