import type { Word } from './words'

export function half(n: number) {
  return n / 2
}

export abstract class Counter<T> {
  constructor(readonly word: Word, readonly of: T) {}
}

export type Pair = [number, Word]
