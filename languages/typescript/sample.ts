/** Every construct that the outline of a TypeScript file shows. */
import type { Config } from './config';
import def, { a as b, type C } from './mod';
import * as ns from 'ns';
import fs = require('fs');
import './side-effect';
export * from './everything';
export * as tools from './tools';
export { p, q as r } from './parts';
export { local, other as renamed };
export type { Config };

const MAX = 8;
export const TIMEOUT: number = 2.5, RETRIES = 3;
export let current: Config | undefined;
export const { width, height: tall, deep: [inner], ...others } = measure();
const { hidden } = measure();
declare const VERSION: string;
export declare function ambient(text: string): void;

/** Adds. Second sentence. */
export function overloaded(text: string): string;
export function overloaded(count: number): number;
export function overloaded(value: any): any {
  function inner<T>(x: T): x is NonNullable<T> {
    const deep = (y: T): T => y;
    const local = { method() {}, arrow: () => 1, data: 2 };
    return deep(x) !== null;
  }
  if (inner(value)) {
    const blockLocal = 1;
  }
  return value;
}

export default async function* () {
  yield* [];
}

function assertString(value: unknown): asserts value is string {}

@Component({ selector: 'app' })
export abstract class Service<T extends object> extends Base<T> implements Runnable<T>, ns.Other {
  static #count = 1;
  private readonly name?: string = 'a';
  declare kind: number;
  [key: string]: any;
  handler = async (event: Event): Promise<void> => {};
  accessor z = 1;

  static {
    Service.#count = 2;
  }

  constructor(private config: Config, public retries = 3) {
    super();
    this.onClose = function () {};
  }

  get value(): T | undefined {
    return undefined;
  }

  set value(next) {}

  abstract run(): void;
  load(path: string): void;
  load(path: string, options?: { deep: boolean }): void {
    this.handler(new Event(path));
  }

  @log() @memo protected async *items<K extends keyof T>(@Inject() key: K): AsyncGenerator<T[K]> {}
  'quoted name'() {}
  [Symbol.iterator]() {}
}

export interface Runnable<T> extends Disposable, ns.Named<T> {
  readonly id: string;
  options?: { nested: boolean };
  run(input: { text: string }): void;
  new (text: string): Runnable<T>;
  (count: number): string;
  [index: number]: T;
  get size(): number;
}

export type Shape = { side: number; area(): number } | Circle;
type Mapped<T> = { [K in keyof T]?: T[K] };

export const enum Level {
  Low,
  High = 'high',
  'quoted',
}

namespace Outer.Inner {
  export const seen = new Set<string>();
  export function visit(): void {}
  namespace Deep {
    class Hidden {}
  }
}

declare module 'virtual:data' {
  export interface Row {
    id: number;
  }
  const rows: Row[];
}

declare global {
  interface Window {
    app: Service<object>;
  }
}

const Mixed = class Inner extends Service<object> {
  run() {}
};
const mixin = <B extends Constructor>(base: B) =>
  class extends base {
    mixed = true;
  };

const table: Record<string, () => void> = {
  first: function () {},
  second: () => {},
  third() {},
  get fourth() {
    return () => {};
  },
  nested: {
    fifth() {},
  },
};

const one = () => 1,
  two = function named() {};

setTimeout(function later() {}, 10);

export import legacyTea = require("./legacy/tea");
