import requests

BASE = "http://localhost:8000/api"


def get_json(path):
    return requests.get(BASE + path).json()


def users():
    return get_json("/users")
