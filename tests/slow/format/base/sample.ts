interface P { a: number; b?: string
  c(): void }
type T = | 'a' | 'b'
enum E { A, B = 3, }
declare module 'm' { export const x: number }
abstract class Q<T extends object> implements P {
  a = 1
  b
  declare readonly z: string
  constructor(private x: number) { super() }
  c(): void { return }
  abstract d(): asserts this
}
let v = <number>(1 as any)
function over(a: string): void
function over(a: any) { return a!
}
namespace N { export let type = 1 }
type
Z = number
let u = v satisfies number
export = u
