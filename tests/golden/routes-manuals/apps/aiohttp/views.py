from aiohttp import web
async def index(request): return web.Response()
async def save(request): return web.Response()
async def raw(request): return web.Response()
async def drop(request): return web.Response()
async def panel(request): return web.Response()
class UserView(web.View):
    async def get(self): return web.Response()
    async def delete(self): return web.Response()
