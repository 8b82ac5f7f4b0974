class Foo {}
const x = new Foo();
console.log(x.constructor.name);
