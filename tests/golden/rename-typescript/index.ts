export { open, FileReader } from "./lib";
export { open as start } from "./lib";
export * as all from "./lib";
