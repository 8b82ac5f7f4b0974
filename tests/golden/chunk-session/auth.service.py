"""Authentication for the web front end."""
import hashlib
import secrets
from .user import User

SESSION_SECONDS = 3600


class AuthService:
    """Authentication service with login/logout. Keeps sessions in memory."""

    def __init__(self, users):
        self.users = users
        self.sessions = {}

    # Checks the password and opens a session.
    def login(self, name, password):
        user = self.users.get(name)
        digest = hashlib.sha256(password.encode()).hexdigest()
        if user is None or user.digest != digest:
            raise PermissionError(name)
        token = secrets.token_hex(16)
        self.sessions[token] = user
        return token

    def logout(self, token):
        self.sessions.pop(token, None)

    def current_user(self, token) -> User:
        return self.sessions[token]


def make_service(users):
    """Builds the service."""
    return AuthService(users)
