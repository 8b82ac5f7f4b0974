async function userRoutes (fastify, options) {
  fastify.get('/', listUsers)
  fastify.get('/:id', { schema: {} }, getUser)
  fastify.delete('/:id', { preHandler: [auth] }, removeUser)
}
async function listUsers (req) { return [] }
async function getUser (req) { return {} }
async function removeUser (req) { return {} }
function auth () {}
module.exports = userRoutes
