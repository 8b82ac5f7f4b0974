import functools


def route(path):
    return lambda f: f


@route("/")
def index():
    return ""


@functools.cache
def known():
    return 1
