import math
from unicodedata import name

LEFT, RIGHT = 1, 2


def shown(x):
    return f"{math.floor(x):>{3}}|" + rf"{name('a')}"
