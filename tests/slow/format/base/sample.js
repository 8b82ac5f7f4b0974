let a = 1, b = 2
const re = /a b/g, s = 'x  y', t = `one
  two ${ a + b } three`
function f(x, y) {
  if (x) return y
  else x++
  while (y--) { x += 1 }
  do x--; while (x)
  for (let i = 0; i < 3; i++) ;
  label: for (const k of [1, 2, ]) { if (k) continue label; break }
  return {
    a: 1,
    get b() { return 2 },
    async *c() { yield x; yield* y },
  }
}
class C extends Object {
  x = 1
  static y
  ['z'] = 3
  get() { return this.x }
  static async m() { await f(1) }
}
var g = async (q) => q
  .then(r => r)
  .catch(() => null)
let h = a
++b
var i = a + +b - -a
throw new Error(`x`)
