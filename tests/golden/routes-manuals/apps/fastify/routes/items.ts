import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
const items: FastifyPluginAsync = async (app, opts): Promise<void> => {
  app.get<{ Params: { id: string } }>('/:id', async function (request, reply) {
    return findItem(request.params.id)
  })
  app.post('/', createItem)
}
function createItem() {}
function findItem(id: string) {}
export default items
