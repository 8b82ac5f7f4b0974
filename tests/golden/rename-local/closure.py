def outer(limit):
    hits = 0
    def inner():
        nonlocal hits
        hits += limit
        return f"{hits}"
    return inner
def names():
    n = 4
    return locals()
def keyed(a, b=2):
    return a + b
keyed(a=1)
