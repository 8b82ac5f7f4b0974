const fastify = require('fastify')({ logger: true })
const itemRoutes = require('./routes/items')

fastify.register(require('./routes/users'), { prefix: '/api/users' })
fastify.register(itemRoutes, { prefix: '/api/items' })
fastify.get('/health', async (request, reply) => ({ ok: true }))
fastify.route({
  method: 'POST',
  url: '/api/login',
  schema: { body: {} },
  handler: loginHandler
})
fastify.route({
  method: ['PUT', 'PATCH'],
  url: '/api/profile/:id',
  handler: async (req, reply) => updateProfile(req)
})
async function loginHandler (request, reply) { return {} }
function updateProfile (req) { return {} }
fastify.listen({ port: 3000 })
