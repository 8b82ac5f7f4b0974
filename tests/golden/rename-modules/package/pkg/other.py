import pkg.inner
