_cache = None
LIMIT = 1


def get():
    global _cache
    _cache = _cache or 1
    return _cache


def read():
    return _cache


def alone():
    return LIMIT


def helper():
    return 2


def uses():
    return helper()
