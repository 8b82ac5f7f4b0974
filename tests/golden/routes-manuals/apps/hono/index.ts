import { Hono } from 'hono'
import books from './books'
import { authors } from './authors'
const app = new Hono()
const api = new Hono().basePath('/api/v1')
app.get('/', (c) => c.text('hi'))
app.route('/books', books)
api.route('/authors', authors)
app.route('/', api)
app.on('POST', '/hooks/:name', (c) => c.text('x'))
app.on(['PUT', 'DELETE'], '/post', (c) => c.text('x'))
export default app
