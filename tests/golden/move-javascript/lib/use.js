import {
  read,
  write,
} from './a.js'

export const copy = (from, to) => write(to, read(from))
