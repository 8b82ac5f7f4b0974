from .other import K


def f():
    return K
