import { Hono } from 'hono'
import type { Env } from './env'
export const authors = new Hono<Env>()
authors.get('/:id{[0-9]+}', showAuthor)
authors.delete('/:id', validator('param', (v) => v), removeAuthor)
function showAuthor(c) { return c.json({}) }
function removeAuthor(c) { return c.json({}) }
