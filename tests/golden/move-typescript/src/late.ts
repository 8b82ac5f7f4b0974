import * as shapes from "./shapes.js";
import { starred } from "./all.js";

export const lazy = async () => {
  const { dynamic } = await import("./shapes.js");
  return dynamic() + shapes.spaced() + starred();
};
