from fastapi.testclient import TestClient

from py.config import settings
from py.main import app

client = TestClient(app)


def test_read():
    assert client.get(f"{settings.API_V1}/users/3")
