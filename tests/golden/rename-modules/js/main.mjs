import * as inner from "./inner.mjs";

for (const [, module] of new Map([["a", inner]])) console.log(module.go());
