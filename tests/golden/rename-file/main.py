import pkg.util
from pkg import util, other
print(pkg.util.f(), util.f(), other.K)
