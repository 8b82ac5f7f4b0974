import { Queue } from './queue.mjs';
let bag = new Set();
export function fill(wide) {
    if (wide) bag = new Queue();
    bag.add(1);
}
