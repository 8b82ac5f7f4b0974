import { open, openers, type Reader } from "./lib";
import { open as begin } from "./index";
import * as lib from "./lib";

export { open };
export function use(reader: Reader, open: number) {
    return reader.read() + open;
}
export const text = `open ${open("a").read()} ${begin("b")}`;
export const all = [lib.open("c"), openers.open("d")];
const names = ["x"].map(open => open.length);
function local() {
    const open = 1;
    { const open = 2; }
    return open;
}
