from flask import Flask, Blueprint
from server.users import users

app = Flask(__name__)
app.register_blueprint(users, url_prefix="/api/v1")


@app.route("/api/login", methods=["POST"])
def login():
    return {}


@app.get("/api/health")
def health():
    return {}
