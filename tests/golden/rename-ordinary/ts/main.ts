import { Bag } from "./bag";
const bag = new Bag();
console.log(bag.count());
