from src.session import SessionStore


def session():
    return SessionStore()
