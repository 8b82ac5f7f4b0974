import { shown } from "./lib.mjs";
console.log(shown(3), [1].map(shown));
