export class Cart {
    items: number[] = [];
    total(): number { return 0; }
}
export class Order {
    total(): number { return 1; }
}
