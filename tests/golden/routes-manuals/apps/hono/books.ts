import { Hono } from 'hono'
const books = new Hono()
  .get('/', (c) => c.json([]))
  .post('/', createBook)
  .get('/:id', async (c) => c.json({}))
async function createBook(c) { return c.json({}) }
export default books
