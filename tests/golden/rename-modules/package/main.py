import pkg.other

print(pkg.inner.go())
