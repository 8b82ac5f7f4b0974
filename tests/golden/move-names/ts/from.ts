import "./side.js";
export const LIMIT = 3;
export class Base {}
export function fn() { return 1; }
export let live = 1;
export function bump() { live = 2; }
export function show() { return live; }
export enum E { A }
