from flask import Blueprint
users = Blueprint("users", __name__)

@users.get("/active")
def active():
    return []

@users.get("/<int:id>")
def show(id):
    return {}

@users.delete("/<int:id>")
def drop(id):
    return {}
