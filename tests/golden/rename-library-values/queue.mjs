export class Queue {
    #seen = new Set();
    items = [];
    add(task) {
        this.#seen.add(task);
        this.items.push(task);
        return this;
    }
}
const tags = new Set();
tags.add('t');
console.log(new Queue().add(1).add(2).items.length, new Set().add(4).size, tags.size);
