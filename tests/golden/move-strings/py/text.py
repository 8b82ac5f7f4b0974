import math
from unicodedata import name

WIDTH = 6


def _pad(s):
    return s + "."


def row(x):
    return f"{x:>{WIDTH}}|{_pad(x)!r}|{math.pi:.2f}|" + rf"{name('a')}"
