from flask import Flask

app = Flask(__name__)


@app.get("/api/users")
def users():
    return []


@app.get("/api/users/<int:id>")
def user(id):
    return {}


@app.post("/api/users")
def add():
    return {}


@app.delete("/api/users/<int:id>")
def drop(id):
    return {}
