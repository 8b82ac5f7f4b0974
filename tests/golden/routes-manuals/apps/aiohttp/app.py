from aiohttp import web
from .views import index, UserView
import views

routes = web.RouteTableDef()
API = "/api/v1"

@routes.get("/hello/{name}")
async def hello(request):
    return web.Response()

@routes.view("/things/{id}")
class ThingView(web.View):
    async def get(self):
        return web.Response()
    async def post(self):
        return web.Response()

class Handler:
    async def stats(self, request):
        return web.Response()

def make_app():
    app = web.Application()
    handler = Handler()
    app.add_routes(routes)
    app.add_routes([web.get("/", index), web.post(API + "/save", views.save),
                    web.view("/users/{id}", UserView), web.route("PUT", "/raw", views.raw)])
    app.router.add_get("/stats", handler.stats)
    app.router.add_route("DELETE", r"/items/{id:\d+}", views.drop)
    admin = web.Application()
    admin.router.add_get("/panel", views.panel)
    app.add_subapp("/admin/", admin)
    return app
