const Foo = 1;
const $Foo = 2;
export function f() { return $Foo; }
export function g() { return Foo; }
export function h(x) { return x.$Foo + $Foo.Foo; }
