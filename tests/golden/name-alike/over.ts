export function pick(a: string): string;
export function pick(a: number): number;
export function pick(a: any): any {
  return a;
}
export class Box {
  constructor(a: string);
  constructor(a: number);
  constructor(private a: any) {}
  get(a: string): string;
  get(a: number): number;
  get(a: any): any { return pick(a); }
  get width(): number { return this.a; }
  set width(v: number) { this.a = v; }
}
export const useIt = () => { const b = new Box(1); b.width = 2; return b.get("x") + pick(b.width); };
declare function ext(a: string): string;
declare function ext(a: number): number;
interface Fn { call(a: string): string; call(a: number): number; }
abstract class Shape { abstract area(): number; abstract area(a: number): number; }
