def route(path):
    return lambda f: f
