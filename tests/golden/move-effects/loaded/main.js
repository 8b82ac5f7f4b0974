import { first } from "./a.js";
import { later, second, third } from "./b.js";
console.log(first, second, third, later());
