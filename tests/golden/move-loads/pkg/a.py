from .b import helper


def uses_helper():
    return helper()
