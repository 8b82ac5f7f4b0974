REG = {}
def register(fn):
    REG[fn.__name__] = fn
    return fn
