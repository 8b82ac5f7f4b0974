interface A<out O = unknown, in I = unknown> { x: O; }
type F<in out T> = (t: T) => T;
class Box<const T, in U> { accessor value = 1; static { } #p = 1; has(o: object) { return #p in o; } }
function f<const T extends readonly unknown[]>(x: T) { return x; }
const s = { a: 1 } satisfies Record<string, number>;
export type * from './b';
export type * as ns from './b';
import data from './d.json' with { type: 'json' };
import defer * as late from './late';
using handle = open();
async function g() { await using h = open(); for await (const x of y) {} }
enum E { A = 1, B = `x` }
abstract class C { abstract accessor y: number; get z(): string { return ''; } set z(v: string | number) {} declare q: number; override m?(): void; }
function assertIs(x: unknown): asserts x is string {}
type T = `a${string}`; type U = T extends `a${infer R extends string}` ? R : never;
let tup: [first: string, second?: number, ...rest: boolean[]];
let v = <T,>(x: T) => x; let w = a!.b?.c ?? d; w ??= 1; let big = 1_000n;
@dec() export class D { @logged method() {} @field accessor k = 1; constructor(@Inject() private readonly x: X) {} }
declare module 'foo' { export function h(): void }
declare global { interface Window { a: 1 } }
type Getters<T> = { [K in keyof T as `get${Capitalize<K & string>}`]: () => T[K] };
unique: for (;;) { break unique; }
let re = /[\p{L}--[a-z]]/v;
export default abstract class {}
type Inst = typeof Box<string, number>; const mk = Box<string, number>;
function over(a: string): void; function over(a: number): void; function over(a: any) {}
class Shaped<
    /** cast */
    out Shape extends object = object,
    // and
    in out Config = Map<string, number>,
> { run(shape: Shape): void {} }
