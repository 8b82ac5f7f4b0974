'use strict'
import { write } from './a.js'

export const twice = (path, text) => write(path, text + text)
