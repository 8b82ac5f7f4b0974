type Ctor<T = {}> = new (...a: any[]) => T;
export class Entity { id = 1; save(): string { return "e"; } }
export const Stamped = <B extends Ctor>(Base: B) => class extends Base { at = 2; };
export function Named<B extends Ctor>(Base: B) { return class Inner extends Base { nm = "n"; }; }
const Mixed = Stamped(Named(Entity));
export class User extends Mixed { }
export class Post extends Stamped(Entity) { save() { return "p"; } }
export class Plain extends Entity { override save() { return "q" + super.save(); } }
console.log(new User() instanceof Entity, new Post().save(), new Plain().save(), new User().save());
