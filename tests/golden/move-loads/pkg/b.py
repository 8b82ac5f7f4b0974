from .c import base


def helper():
    return base()
