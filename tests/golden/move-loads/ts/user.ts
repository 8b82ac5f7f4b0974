import { twice } from "./lib.js";

export const four = twice(2);
