class Base: 
    def run(self): pass
class Ok(Base):
    def run(self): return 1
BASES = (Base,)
class C(*BASES):
    def run(self): return 2
class D(globals()["Base"]): pass
def f(x: Base) -> Base: return x
