import D, { a as b, type T, default as E } from './x';
import * as ns from "y";
import type { U } from 'u';
import fs = require('fs');
export { q as r } from './q';
export * from './all';
const { m: n, o } = require('z');
const p = (await import('./p')).default;
const conf: Conf<X> | undefined = load();
export const svc = new Service(1);
class A<T> extends Base<T> implements I {
  private items: Item[] = [];
  log = getLogger('x');
  constructor(private readonly db: Db, name?: string) { super(name); this.cache = new Cache(); }
  async run(x: Foo | null, ...rest: Bar[]): Promise<Result<T>> {
    const u = await this.db.users?.find(x!.id, ...rest);
    const { c, d: e, ...others } = this.opts;
    for (const it of this.items) it.save(c);
    const v = <Foo>y, w = z as ns.Bar;
    (u as any).foo();
    this.items.map((i, k) => i.name(k)).filter(Boolean).forEach(this.onEach);
    xs.sort(compare); new ns.Thing<X>(1); e(); w.go();
    return u;
  }
}
