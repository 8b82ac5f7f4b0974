import { open } from './load.js';

/* "😀" ü */ export function sum(thing: any) { return thing.total(); }
export function first() { return open().total(); }
function shadow(total: () => number) { return total(); }
export function total() { return shadow(() => 2); }
