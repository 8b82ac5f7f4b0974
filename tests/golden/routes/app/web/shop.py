import requests

def orders():
    return requests.get("http://localhost:3000/shop/orders")

def order(id):
    return requests.delete(f"http://node:3000/shop/orders/{id}")

def dynamic(u):
    return requests.get(u)
