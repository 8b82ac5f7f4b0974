export { area, LIMITS } from "./shapes.js";
export { Colour as Color } from "./shapes.js";
export type { Shape } from "./shapes.js";
