export interface Sh { area(): number; name(): string }
export class A implements Partial<Sh> { area() { return 1; } }
export class B implements Pick<Sh, "area"> { area() { return 2; } }
export class C implements Sh { area() { return 3; } name() { return ""; } }
export class Hold { all: Sh[] = []; add(s: Sh): void {} }
