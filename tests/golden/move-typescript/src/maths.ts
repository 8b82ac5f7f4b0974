export type Digits = number;
export const PI = 3.14;
export const square = (n: number): number => n * n;
export function round(n: number, digits: Digits): number {
  return Number(n.toFixed(digits));
}
