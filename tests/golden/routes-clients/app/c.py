import os, requests, httpx
class Api:
    def __init__(self, base=None):
        self.base_url = base or os.getenv("API_URL", "http://localhost:8000/api/v1")
        self.session = requests.Session()
    def read(self, id):
        return self.session.get(f"{self.base_url}/users/{id}")
    def create(self, data):
        return requests.post(self.base_url + "/users", json=data)
    def _url(self, path):
        return f"http://localhost:8000/api/v1{path}"
    def posts(self, id):
        return requests.get(self._url(f"/users/{id}/posts"))
    def _request(self, method, path, **kw):
        return requests.request(method, f"http://localhost:8000/api/v1{path}", **kw)
    def drop(self, id):
        return self._request("DELETE", f"/users/{id}")
async def other(id):
    async with httpx.AsyncClient(base_url="http://localhost:8000/api/v1") as client:
        r = await client.get("/users/%s" % id)
        url = f"http://localhost:8000/api/v1/users/{id}"
        return await client.delete(url)
