import aiohttp, os
BASE = os.environ.get("API_BASE", "http://localhost:8080/api/v1")
class Client:
    def __init__(self):
        self.session = aiohttp.ClientSession("http://localhost:8080")
    async def hello(self, name):
        async with self.session.get(f"/hello/{name}") as r:
            return await r.text()
async def save():
    async with aiohttp.ClientSession() as session:
        async with session.post(f"{BASE}/save", json={}) as resp:
            return await resp.json()
