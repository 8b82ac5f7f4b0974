import { Item } from "./item";
import type { Key } from "./key";

export interface Options {
  limit: number;
  strict?: boolean;
}

/** Keeps items by key. Forgets the oldest ones. */
export class Store {
  private items = new Map<Key, Item>();

  constructor(private readonly options: Options) {}

  /** The item, or undefined. */
  get(key: Key): Item | undefined {
    return this.items.get(key);
  }

  put(key: Key, item: Item): void {
    if (this.items.size >= this.options.limit) {
      const oldest = this.items.keys().next().value;
      this.items.delete(oldest);
    }
    this.items.set(key, item);
  }
}

export const open = (limit: number) => new Store({ limit });
