const { a: b, c } = require('x');
const fs = require('fs'), join = require('path').join;
import D, * as ns from './d';
exports.go = require('./go');
class A extends ns.B {
  #p = new Pool();
  log = getLogger('x');
  constructor(db, { size = 3, ...rest } = {}) { super(db); this.db = db; this.cache = new Map(); }
  async run(xs, ...more) {
    const u = await this.db.users?.find(xs[0], ...more);
    for (const it of xs) it.save();
    xs.map((i, k) => i.name(k)).forEach(this.onEach);
    u.go(); setTimeout(tick, 10); const self = this; self.stop();
    return { done, fail: onFail };
  }
}
A.prototype.stop = function (cb) { cb(join(1)); };
module.exports = A;
