import { area as size, total } from "./shapes.js";
import { load } from "./shapes.js";
import type { Shape } from "./shapes.js";
import { circle } from "./target.js";

const shape: Shape = { side: circle, unit: "m" };
console.log(size(shape, 2), total([shape]), load("x"));
