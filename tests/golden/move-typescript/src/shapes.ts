import { readFileSync } from "node:fs";
import type { Unit } from "./units.js";
import * as maths from "./maths.js";
import { round as rounded, type Digits, PI } from "./maths.js";

export interface Shape {
  side: number;
  unit: Unit;
}

/** The area of a shape,
 *  rounded. */
export function area(shape: Shape, digits: Digits): number {
  return rounded(maths.square(shape.side) * PI, digits);
}

export function total(shapes: Shape[]): number {
  return shapes.reduce((sum, s) => sum + area(s, 2), 0);
}

// Two ways to call it.
export function load(path: string): string;
export function load(path: string, unit: Unit): string;
export function load(path: string, unit?: Unit): string {
  return readFileSync(path, "utf8") + (unit ?? "");
}

export const LIMITS = { sides: 12 };
const hidden = 3;
function twice(n: number): number {
  return n * 2;
}
export const four = twice(2);
export function sees(): number {
  return hidden;
}
export function apart(n: string): void;
export const between = 1;
export function apart(n: any): void {}
export interface Both {
  a: number;
}
export const Both = { a: 1 };
export let changing = 1;
export const { one, two } = { one: 1, two: 2 };
export enum Colour {
  Red,
}
export function listed() {}
function inList() {}
export { inList };
export default function main() {}
export function here(): string {
  return import.meta.url;
}
export function dynamic(): number {
  return 1;
}
export function spaced(): number {
  return 1;
}
export function starred(): number {
  return 1;
}
export class Base {}
export class Derived extends Base {}
export function clash(): void {}
