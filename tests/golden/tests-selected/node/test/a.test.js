const { test, describe, it, suite, before } = require('node:test');
const { core } = require('../m');
describe('group (a)', () => {
  it('adds 1+1 = 2?', () => { core(1); });
  it(`adds ${1 + 1}`, () => { core(1); });
  it("it's \"quoted\"", () => { core(1); });
  describe('inner', { concurrency: true }, () => { it('deep', async () => { core(1); }); });
  it('name' , function named() { core(1); });
});
test('sub', async (t) => { await t.test('subtest', () => { core(1); }); });
test(function byName() { core(1); });
test('opts', { timeout: 100 }, () => core(1));
test.skip('skipped', () => core(1));
test('arrow ref', check);
function check() { core(1); }
for (const n of [1, 2]) test('loop ' + n, () => core(n));
for (const [n, e] of [[1, 2]]) test(`loop2 ${n}`, () => { core(n); });
