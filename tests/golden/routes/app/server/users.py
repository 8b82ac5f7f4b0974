from flask import Blueprint

users = Blueprint("users", __name__)


@users.get("/users/<int:user_id>")
def show(user_id):
    return {}


@users.route("/users", methods=["GET", "POST"])
def index():
    return {}
