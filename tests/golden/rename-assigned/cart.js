class Basket {
    #hidden = 1;
    constructor(size) {
        this.size = size;
        this.#hidden = 2;
    }
    grow() {
        this.size += 1;
        return this.size + this.#hidden;
    }
}
const b = new Basket(3);
b.size = 4;
console.log(b.grow(), b.size);
