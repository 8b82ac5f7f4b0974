class C:
    def __enter__(self): return self
    def __exit__(self, *a): pass
    def __add__(self, o): return self
def w(c):
    with c: pass
def ok(x):
    print(x)
    return len(x)
