export class Bag {
  count(): number { return 3; }
}
