import { other } from '.'

export type Word = string
export const shout = (word: Word) => word + other
