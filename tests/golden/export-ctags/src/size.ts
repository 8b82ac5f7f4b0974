class Größe {
    private maß = 1;
    protected static of<T>(x: T, f: (a: T) => void): T { return x }
    constructor(public n: number) {}
}
namespace A.B { export enum Kind { One, Two } }
