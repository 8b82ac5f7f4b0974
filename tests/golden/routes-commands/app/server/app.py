from flask import Flask, Blueprint
from server.users import users
app = Flask(__name__)
app.register_blueprint(users, url_prefix="/api/users")

@app.post("/api/login")
def login():
    return "ok"

@app.get("/api/status")
def status():
    return "ok"
